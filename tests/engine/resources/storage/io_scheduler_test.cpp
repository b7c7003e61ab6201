// The deadline scheduler against its rules.
#include "resources/storage/io_scheduler.h"

#include "kernel/time.h"

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <utility>

using namespace headroom;
using kernel::fromSeconds;
using resources::DeadlineScheduler;
using resources::DeadlineSettings;

namespace {

/// Requests are called by letters: capitals are writes.
struct Queue
{
    DeadlineScheduler scheduler;

    explicit Queue(const DeadlineSettings& settings = {}) : scheduler(settings) {}

    void add(char name, std::uint64_t offset, double nowS = 0)
    {
        scheduler.add(static_cast<std::uint32_t>(name), name < 'a', offset, fromSeconds(nowS));
    }
    /// As many as there are, or `count`, in their order.
    std::string taken(std::size_t count = 1000, double nowS = 0)
    {
        std::string names;
        for (; count > 0 && !scheduler.empty(); --count)
            names += static_cast<char>(scheduler.next(fromSeconds(nowS)));
        return names;
    }
};

DeadlineSettings batchesOf(std::uint32_t requests)
{
    DeadlineSettings settings;
    settings.fifoBatch = requests;
    return settings;
}

} // namespace

TEST_CASE("the defaults are those that Linux states for mq-deadline")
{
    const DeadlineSettings settings;
    CHECK(settings.readExpireS == 0.5);
    CHECK(settings.writeExpireS == 5);
    CHECK(settings.fifoBatch == 16);
    CHECK(settings.writesStarved == 2);
}

TEST_CASE("requests go in order of offset, those of one offset as they came")
{
    Queue queue;
    for (const auto& [name, offset] : {std::pair{'c', 300}, {'a', 100}, {'d', 400}, {'b', 300}, {'e', 300}})
        queue.add(name, static_cast<std::uint64_t>(offset));
    CHECK(queue.scheduler.size() == 5);
    CHECK(queue.taken() == "acbed");
    CHECK(queue.scheduler.empty());
}

TEST_CASE("the order is upwards only: when none lies further up it begins again with the oldest")
{
    Queue queue;
    queue.add('m', 500);
    CHECK(queue.taken() == "m");
    queue.add('c', 300); // the oldest, though not the lowest
    queue.add('a', 100);
    queue.add('d', 400);
    queue.add('p', 600);
    CHECK(queue.taken() == "pcda");
}

TEST_CASE("an I/O that comes while a batch is under way takes part in it if it lies further up")
{
    Queue queue;
    queue.add('a', 100);
    queue.add('d', 400);
    CHECK(queue.taken(1) == "a");
    queue.add('b', 200);
    queue.add('z', 50);
    CHECK(queue.taken() == "bdz");
}

TEST_CASE("expiry is looked at between batches only; then the oldest goes first, and the way upwards begins there")
{
    Queue queue(batchesOf(3));
    queue.add('x', 900);
    CHECK(queue.taken(1) == "x"); // one of three
    queue.add('o', 10);
    for (const char name : {'a', 'b', 'c', 'd', 'e', 'f'})
        queue.add(name, 1000 + static_cast<std::uint64_t>(name), 0.3);
    CHECK(queue.taken(2, 0.6) == "ab");
    CHECK(queue.taken(3, 0.6) == "ocd");
}

TEST_CASE("an I/O that has not expired does not interrupt the way upwards")
{
    Queue queue(batchesOf(2));
    queue.add('x', 900);
    CHECK(queue.taken(1) == "x");
    queue.add('o', 10);
    for (const char name : {'a', 'b', 'c', 'd', 'e', 'f'})
        queue.add(name, 1000 + static_cast<std::uint64_t>(name));
    CHECK(queue.taken(1000, 0.499) == "abcdefo");
}

TEST_CASE("writes expire after five seconds")
{
    Queue queue(batchesOf(1));
    queue.add('X', 900);
    CHECK(queue.taken(1) == "X");
    queue.add('O', 10);
    for (const char name : {'A', 'B', 'C', 'D'})
        queue.add(name, 1000 + static_cast<std::uint64_t>(name), 1);
    CHECK(queue.taken(2, 4.999) == "AB");
    CHECK(queue.taken(1000, 5) == "OCD");
}

TEST_CASE("two batches of reads go before writes that wait, then one of writes")
{
    Queue queue(batchesOf(2));
    for (int i = 0; i < 8; ++i) {
        queue.add(static_cast<char>('a' + i), 100 + static_cast<std::uint64_t>(i));
        queue.add(static_cast<char>('A' + i), 100 + static_cast<std::uint64_t>(i));
    }
    CHECK(queue.taken() == "abcdABefghCDEFGH");
}

TEST_CASE("reads that come without end do not starve a write, nor a read behind them")
{
    Queue queue;
    queue.add('x', 1'000'000);
    queue.taken();
    queue.add('W', 5);
    queue.add('o', 5);
    std::size_t beforeWrite = 0, beforeRead = 0;
    std::uint64_t offset = 1'000'000;
    double now = 0;
    for (std::string last; beforeWrite == 0 || beforeRead == 0; now += 0.003) {
        REQUIRE(now < 10);
        queue.add('s', ++offset, now);
        last += queue.taken(1, now);
        if (last.back() == 'W')
            beforeWrite = last.size();
        if (last.back() == 'o')
            beforeRead = last.size();
    }
    CHECK(beforeWrite == 15 + 2 * 16 + 1);                 // the rest of the first batch, then two of reads
    CHECK(beforeRead * 0.003 == Approx(0.5).margin(0.06)); // one batch of 16 at most, and one of the write
}

TEST_CASE("each direction goes on from where it came to itself")
{
    DeadlineSettings settings = batchesOf(1);
    settings.writesStarved = 1;
    Queue queue(settings);
    queue.add('b', 500);
    CHECK(queue.taken(1) == "b");
    queue.add('a', 100);
    queue.add('c', 600);
    queue.add('d', 700);
    queue.add('X', 900);
    CHECK(queue.taken() == "cXda");
}

TEST_CASE("emptied, it is as it was at first")
{
    Queue queue;
    queue.add('b', 500);
    queue.add('c', 600);
    queue.taken(1);
    queue.scheduler.clear();
    CHECK(queue.scheduler.empty());
    queue.add('d', 700);
    queue.add('a', 100);
    CHECK(queue.taken() == "ad");
}
