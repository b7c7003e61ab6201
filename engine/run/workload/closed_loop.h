// Workers that ask again when their last operation has ended.
#pragma once

#include "run/workload/profile.h"
#include "run/workload/workload.h"

namespace headroom::run {

/// Worker w asks while the profile of concurrency is above w; then it sleeps until it is again. Those whose
/// node dies lose their operation and ask again when it returns; those who are refused when there is room.
class ClosedLoop : public Workload
{
public:
    ClosedLoop(const WorkloadFields& fields, Demand demand, Profile concurrency);

    double users(double from, double to) const override
    {
        const double start = kernel::toSeconds(startTime());
        return concurrency_.mean(from - start, to - start);
    }
    double thinkTime() const override { return thinkS_; }

private:
    void begin() override;
    /// A worker in the lower half of a word, in the upper one how often it has asked: the count goes with the request,
    /// so that nothing has to be looked up for who asks again.
    using Asking = std::uint64_t;
    static constexpr Asking onceMore = Asking{1} << 32;
    static std::uint64_t workerOf(Asking asking) { return asking & (onceMore - 1); }
    static std::uint64_t timesOf(Asking asking) { return asking / onceMore; }

    void answered(Asking asking, bool ok) override;
    static void onIssue(void* self, Asking asking);

    Profile concurrency_;
    std::uint32_t workers_;
    double thinkS_ = 0;
    bool thinkExponential_ = false;
};

} // namespace headroom::run
