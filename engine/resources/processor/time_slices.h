// The time slices of the jobs on a processor's threads.
#pragma once

#include "kernel/time.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace headroom::resources {

/// The quanta of the jobs that have a thread, all of one length, in the order of their ends. While no job waits for a
/// thread, a quantum that is over is followed by the next at once; these are counted only when a job starts to wait, so
/// that they need no events.
class TimeSlices
{
public:
    TimeSlices(kernel::Time quantum, std::uint32_t threads) : quantum_(std::max<kernel::Time>(1, quantum))
    {
        slices_.reserve(threads);
    }

    /// A job gets a thread at `now`; its quantum begins `lead` picoseconds later.
    void begin(std::uint32_t job, kernel::Time now, kernel::Time lead)
    {
        const Slice slice{kernel::later(kernel::later(now, lead), quantum_), job};
        slices_.insert(std::upper_bound(slices_.begin(), slices_.end(), slice, endsEarlier), slice);
    }
    void remove(std::uint32_t job)
    {
        slices_.erase(std::find_if(slices_.begin(), slices_.end(), [=](const Slice& s) { return s.job == job; }));
    }

    /// Sets whether other jobs wait; must be called after every change.
    void setWaited(bool waited, kernel::Time now)
    {
        if (waited && !waited_)
            followOn(now);
        waited_ = waited;
    }
    /// Time at which the next job has to leave its thread; never if no job waits for one.
    kernel::Time nextEnd() const { return waited_ && !slices_.empty() ? slices_.front().end : kernel::never; }
    std::uint32_t first() const { return slices_.front().job; }

private:
    struct Slice
    {
        kernel::Time end;
        std::uint32_t job;
    };
    static bool endsEarlier(const Slice& a, const Slice& b) { return a.end < b.end; }

    void followOn(kernel::Time now)
    {
        for (Slice& slice : slices_)
            if (slice.end < now)
                slice.end += (now - slice.end + quantum_ - 1) / quantum_ * quantum_;
        std::sort(slices_.begin(), slices_.end(),
                  [](const Slice& a, const Slice& b) { return a.end != b.end ? a.end < b.end : a.job < b.job; });
    }

    kernel::Time quantum_;
    std::vector<Slice> slices_;
    bool waited_ = false;
};

} // namespace headroom::resources
