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
        if (!begun())
            return 0;
        const double start = kernel::toSeconds(startTime());
        return concurrency_.mean(from - start, to - start) * static_cast<double>(places());
    }
    /// For each operation of one of the worker's places.
    double thinkTime() const override
    {
        const double share = static_cast<double>(places()) / static_cast<double>(thinkAfter_);
        return thinkAfter_ > 0 ? think_.mean() * share : think_.mean();
    }

private:
    void begin() override;
    const Profile* course() const override { return &concurrency_; }
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

    /// Operations that a worker has in flight at most.
    std::uint64_t places() const
    {
        return thinkAfter_ > 0 && thinkAfter_ < depth_ ? thinkAfter_ : std::uint64_t{depth_};
    }
    void answered(Asking asking, bool ok) override;
    /// The same if the worker thinks after a number of operations only, when all of them have ended.
    void answeredOfMany(Asking asking);
    static void onIssue(void* self, Asking asking);

    Profile concurrency_;
    std::uint32_t workers_, depth_;
    ThinkTime think_;
    /// Operations of a worker between two of its think times; 0: each of its places thinks for itself.
    std::uint64_t thinkAfter_;
    std::vector<std::uint64_t> begun_; ///< by worker: number of its requests so far; only if a worker has several
    struct Since                       ///< a worker's last think time
    {
        std::uint64_t begun = 0, ended = 0;
    };
    std::vector<Since> sinceThought_; ///< by worker
};

} // namespace headroom::run
