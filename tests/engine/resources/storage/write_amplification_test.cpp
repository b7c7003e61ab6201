// The write amplification of garbage collection.
#include "resources/storage/cost/write_amplification.h"

#include "kernel/random.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

using namespace headroom::resources;

namespace {

/// A flash translation layer that writes page by page and cleans the block with the fewest valid pages.
class Greedy
{
public:
    explicit Greedy(double spare) : pages_(static_cast<std::uint32_t>((blocks - 2) * perBlock / (1 + spare)))
    {
        place_.assign(pages_, none);
        content_.assign(std::size_t{blocks} * perBlock, none);
        valid_.assign(blocks, 0);
        for (std::uint32_t block = 0; block < blocks; ++block)
            free_.push_back(block);
        for (std::uint32_t page = 0; page < pages_; ++page)
            write(page);
    }
    /// Pages written to the media for each of the host's, over that many times the capacity.
    double amplification(std::uint32_t times)
    {
        const std::uint64_t before = written_;
        for (std::uint64_t k = 0; k < std::uint64_t{times} * pages_; ++k)
            write(static_cast<std::uint32_t>(random_.below(pages_, 1, drawn_++)));
        return static_cast<double>(written_ - before) / (static_cast<double>(times) * pages_);
    }

private:
    static constexpr std::uint32_t none = ~0U, blocks = 512, perBlock = 128;

    void write(std::uint32_t page)
    {
        put(page);
        while (free_.size() < 2)
            clean();
    }
    void put(std::uint32_t page)
    {
        if (filled_ == perBlock) {
            open_ = free_.back();
            free_.pop_back();
            filled_ = 0;
        }
        if (place_[page] != none) {
            --valid_[place_[page] / perBlock];
            content_[place_[page]] = none;
        }
        place_[page] = open_ * perBlock + filled_++;
        content_[place_[page]] = page;
        ++valid_[open_];
        ++written_;
    }
    void clean()
    {
        std::uint32_t victim = none;
        for (std::uint32_t block = 0; block < blocks; ++block)
            if (block != open_ && std::find(free_.begin(), free_.end(), block) == free_.end() &&
                (victim == none || valid_[block] < valid_[victim]))
                victim = block;
        for (std::uint32_t at = victim * perBlock; at < (victim + 1) * perBlock; ++at)
            if (content_[at] != none)
                put(content_[at]);
        free_.insert(free_.begin(), victim);
    }

    std::uint32_t pages_;
    std::vector<std::uint32_t> place_, content_, valid_, free_;
    std::uint32_t open_ = 0, filled_ = perBlock;
    std::uint64_t written_ = 0, drawn_ = 0;
    headroom::kernel::KeyedRandom random_{4};
};

} // namespace

TEST_CASE("the write amplification is that of a drive that cleans the emptiest block", "[theory]")
{
    const double spare = headroom::test::oneOf({0.07, 0.15, 0.28, 0.5});
    Greedy drive(spare);
    drive.amplification(3);
    const double simulated = drive.amplification(2);
    CAPTURE(spare, simulated);
    CHECK(greedyWriteAmplification(spare) >= simulated);
    CHECK(greedyWriteAmplification(spare) == Approx(simulated).epsilon(0.07));
}

TEST_CASE("with much spare area hardly anything is copied, without any nothing can be written")
{
    CHECK(greedyWriteAmplification(10) == Approx(1).epsilon(0.001));
    CHECK_THROWS_AS(greedyWriteAmplification(0), std::invalid_argument);
}
