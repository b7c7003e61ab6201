#include "resources/storage/tables/sequential_runs.h"

#include "kernel/random.h"

namespace headroom::resources {

std::size_t SequentialRuns::bucketOf(std::uint64_t end)
{
    static_assert((mostRuns & (mostRuns - 1)) == 0);
    return kernel::mix(end, 0x51ed) & (mostRuns - 1);
}

/// Of several runs that end there the latest.
SequentialRuns::Place SequentialRuns::endingAt(std::uint64_t offset) const
{
    Place place = buckets_[bucketOf(offset)];
    while (place != none && runs_[place].end != offset)
        place = runs_[place].chain;
    return place;
}

/// Puts the run into its bucket, and last into the order of use.
void SequentialRuns::enter(Place place)
{
    Run& run = runs_[place];
    Place& bucket = buckets_[bucketOf(run.end)];
    run.chain = bucket;
    bucket = place;
    run.older = newest_;
    run.newer = none;
    (newest_ == none ? oldest_ : runs_[newest_].newer) = place;
    newest_ = place;
}

void SequentialRuns::takeOut(Place place)
{
    const Run& run = runs_[place];
    Place* from = &buckets_[bucketOf(run.end)];
    while (*from != place)
        from = &runs_[*from].chain;
    *from = run.chain;
    (run.older == none ? oldest_ : runs_[run.older].newer) = run.newer;
    (run.newer == none ? newest_ : runs_[run.newer].older) = run.older;
}

/// A new place, or that of the run that has gone on least recently.
SequentialRuns::Place SequentialRuns::freePlace()
{
    if (runs_.size() < mostRuns) {
        runs_.emplace_back();
        return static_cast<Place>(runs_.size() - 1);
    }
    const Place place = oldest_;
    takeOut(place);
    return place;
}

std::uint64_t SequentialRuns::add(std::uint64_t offset, std::uint64_t bytes)
{
    if (bytes == 0)
        return 0;
    if (buckets_.empty())
        buckets_.assign(mostRuns, none);
    Place place = endingAt(offset);
    std::uint64_t length = bytes;
    if (place != none) {
        length += runs_[place].length;
        takeOut(place);
    } else {
        place = freePlace();
    }
    runs_[place].end = offset + bytes;
    runs_[place].length = length;
    enter(place);
    return length;
}

} // namespace headroom::resources
