// Workers that ask again when their last operation has ended.
#pragma once

#include "run/workload/profile.h"
#include "run/workload/workload.h"

namespace headroom::run {

/// Worker w asks while the profile of concurrency is above w; then it sleeps until it is again. Those whose
/// node dies lose their operation and ask again when it returns.
class ClosedLoop : public Workload
{
public:
    ClosedLoop(const WorkloadFields& fields, Demand demand, Profile concurrency);

    double users() const override { return static_cast<double>(asked_.size()); }
    double thinkTime() const override { return thinkS_; }

private:
    void begin() override;
    void answered(std::uint64_t worker, bool ok) override;
    static void onIssue(void* self, std::uint64_t worker);

    Profile concurrency_;
    std::vector<std::uint64_t> asked_; ///< by worker
    double thinkS_ = 0;
    bool thinkExponential_ = false;
};

} // namespace headroom::run
