#include "resources/storage/tables/sequential_runs.h"

#include "kernel/random.h"

#include <algorithm>

namespace headroom::resources {

/// With gaps, what an I/O continues lies in one of two buckets.
std::size_t SequentialRuns::bucketOf(std::uint64_t end) const
{
    static_assert((mostRuns & (mostRuns - 1)) == 0);
    return kernel::mix(gap_ > 0 ? end >> gapBits : end, 0x51ed) & (mostRuns - 1);
}

/// If an I/O there continues several runs, returns the one that ends nearest; among equals, the latest.
SequentialRuns::Place SequentialRuns::continuedAt(std::uint64_t offset) const
{
    const std::size_t bucket = bucketOf(offset), before = bucketOf(offset - std::min(gap_, offset));
    const Place best = nearest(none, bucket, offset);
    return before == bucket || (best != none && runs_[best].end == offset) ? best : nearest(best, before, offset);
}

SequentialRuns::Place SequentialRuns::nearest(Place best, std::size_t bucket, std::uint64_t offset) const
{
    for (Place place = buckets_[bucket]; place != none; place = runs_[place].chain) {
        const Run& run = runs_[place];
        if (run.end == offset)
            return place;
        const bool continued = run.end <= offset && offset - run.end <= std::min(gap_, run.length);
        if (continued && (best == none || run.end > runs_[best].end))
            best = place;
    }
    return best;
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
    Place place = continuedAt(offset);
    const std::uint64_t length = bytes + (place != none ? runs_[place].length : 0);
    if (place != none && runs_[place].end == offset)
        takeOut(place);
    else // behind a gap: what comes for it finds the run that ends before it
        place = freePlace();
    runs_[place].end = offset + bytes;
    runs_[place].length = length;
    enter(place);
    return length;
}

} // namespace headroom::resources
