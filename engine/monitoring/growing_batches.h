// Consecutive batches of equal length over a run whose length is not known, in bounded memory.
#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace headroom::monitoring {

/// At most 64 batches. When they are full, neighbours are joined and batches are twice as long from there on, so they
/// grow with the run. A batch has a function merge(const Batch&), which adds the one after it.
template <class Batch>
class GrowingBatches
{
public:
    /// The batch that the next interval belongs to.
    Batch& forNextInterval()
    {
        if (batches_.empty() || inLast_ == intervalsEach_) {
            if (batches_.size() == most)
                joinNeighbours();
            batches_.emplace_back();
            inLast_ = 0;
        }
        ++inLast_;
        return batches_.back();
    }

    /// The batches of full length: the last may still be growing.
    std::span<const Batch> whole() const
    {
        const bool growing = !batches_.empty() && inLast_ < intervalsEach_;
        return std::span<const Batch>(batches_).first(batches_.size() - (growing ? 1 : 0));
    }
    /// Number of intervals in a whole batch.
    std::size_t intervalsEach() const { return intervalsEach_; }

    void clear() { *this = {}; }

private:
    static constexpr std::size_t most = 64;

    void joinNeighbours()
    {
        for (std::size_t i = 0; i < most / 2; ++i) {
            if (i > 0)
                batches_[i] = std::move(batches_[2 * i]);
            batches_[i].merge(batches_[2 * i + 1]);
        }
        batches_.resize(most / 2);
        intervalsEach_ *= 2;
    }

    std::vector<Batch> batches_;
    std::size_t intervalsEach_ = 1, inLast_ = 0;
};

} // namespace headroom::monitoring
