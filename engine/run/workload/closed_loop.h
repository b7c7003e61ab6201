// Workers that send a request when their last operation has ended.
#pragma once

#include "run/workload/profile.h"
#include "run/workload/think_time.h"
#include "run/workload/workload.h"

namespace headroom::run {

/// Worker w is active while the profile of concurrency is above w; otherwise it sleeps until it is again. An active one
/// keeps as many operations in flight as its depth says. A worker whose node fails loses its operations and continues
/// when the node returns; a worker whose request is refused tries again when there is room.
class ClosedLoop : public Workload
{
public:
    ClosedLoop(const WorkloadFields& fields, Demand demand, Profile concurrency);

    double users(double from, double to) const override
    {
        const double start = kernel::toSeconds(startTime());
        return concurrency_.mean(from - start, to - start) * depth_;
    }
    double thinkTime() const override { return think_.mean(); }

private:
    void begin() override;
    /// The worker is in the lower half of the word, the number of its requests in the upper half. The word travels with
    /// the request, so nothing has to be looked up for the worker's next request.
    using Asking = std::uint64_t;
    static constexpr Asking onceMore = Asking{1} << 32;
    static std::uint64_t workerOf(Asking asking) { return asking & (onceMore - 1); }
    static std::uint64_t timesOf(Asking asking) { return asking / onceMore; }
    /// The worker's next request after one of those in flight.
    Asking nextOf(Asking asking)
    {
        return depth_ == 1 ? asking + onceMore : asking % onceMore + begun_[asking % onceMore]++ * onceMore;
    }

    void answered(Asking asking, bool ok) override;
    static void onIssue(void* self, Asking asking);

    Profile concurrency_;
    std::uint32_t workers_, depth_;
    std::vector<std::uint64_t> begun_; ///< by worker: number of its requests so far; only if a worker has several
    ThinkTime think_;
};

} // namespace headroom::run
