// Requests that arrive whether or not earlier ones have been answered.
#pragma once

#include "run/workload/arrivals.h"
#include "run/workload/workload.h"

namespace headroom::run {

/// Arrival n comes from client n modulo `clients`. Arrivals beyond the limit of requests in flight are refused.
class OpenLoop : public Workload
{
public:
    OpenLoop(const WorkloadFields& fields, Demand demand, Arrivals::Settings arrivals);

private:
    void begin() override;
    const Profile* course() const override { return &settings_.rate; }
    std::optional<std::uint64_t> offered() const override { return arrived_; }
    void answered(std::uint64_t, bool) override {}
    void scheduleNext();
    static void onArrival(void* self, std::uint64_t isArrival);

    Arrivals::Settings settings_;
    Arrivals arrivals_;
    std::uint64_t clients_, limit_;
    std::uint64_t arrived_ = 0;
};

} // namespace headroom::run
