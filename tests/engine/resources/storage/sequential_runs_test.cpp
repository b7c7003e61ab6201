// I/Os that continue an earlier one.
#include "load.h"

#include "resources/storage/tables/sequential_runs.h"

using namespace headroom::resources;
using namespace headroom::resources::testing;

TEST_CASE("a run goes on where it ended, and nowhere else if it may pass nothing over")
{
    SequentialRuns runs;
    CHECK(runs.add(0, page) == page);
    CHECK(runs.add(page, 2 * page) == 3 * page);
    CHECK(runs.add(3 * page + 1, page) == page);
}

TEST_CASE("a run passes over as many bytes as it has had, up to the limit")
{
    SequentialRuns runs(SequentialRuns::largestGap);
    CHECK(runs.add(0, page) == page);
    CHECK(runs.add(2 * page, page) == 2 * page);                // a page was passed over
    CHECK(runs.add(5 * page, page) == 3 * page);                // two more
    CHECK(runs.add(10 * page, page) == page);                   // four pages are one too many
    CHECK(runs.add(4 * page, page / 2) == page / 2 + 2 * page); // the nearest run before it, which ends at three pages

    constexpr std::uint64_t far = 1'000'000'000, most = SequentialRuns::largestGap;
    CHECK(runs.add(far, 4 * most) == 4 * most);
    CHECK(runs.add(far + 5 * most, page) == 4 * most + page);
    CHECK(runs.add(far + 6 * most + page + 1, page) == page);
}

TEST_CASE("a late I/O to a place passed over continues the run")
{
    SequentialRuns runs(SequentialRuns::largestGap);
    CHECK(runs.add(0, 4 * page) == 4 * page);
    CHECK(runs.add(5 * page, page) == 5 * page);
    CHECK(runs.add(4 * page, page) == 5 * page);
    CHECK(runs.add(6 * page, page) == 6 * page);
}
