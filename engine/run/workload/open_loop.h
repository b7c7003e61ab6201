// Requests that arrive whether or not earlier ones have been answered.
#pragma once

#include "run/workload/arrivals.h"
#include "run/workload/workload.h"

namespace headroom::run {

/// Arrival n comes from client n modulo `clients`. Arrivals beyond the limit of requests in flight are refused, or wait
/// for one to end in the order in which they came.
class OpenLoop : public Workload
{
public:
    OpenLoop(const WorkloadFields& fields, Demand demand, Arrivals::Settings arrivals);

private:
    void begin() override;
    const Profile* course() const override { return &settings_.rate; }
    std::optional<std::uint64_t> offered() const override { return arrived_; }
    std::uint64_t waiting() const override { return waiting_; }
    void answered(std::uint64_t, bool) override;
    void send(std::uint64_t arrival);
    static void onRoom(void* self, std::uint64_t);
    void scheduleNext();
    static void onArrival(void* self, std::uint64_t isArrival);

    Arrivals::Settings settings_;
    Arrivals arrivals_;
    std::uint64_t clients_, limit_;
    bool waits_; ///< what finds the limit reached
    std::uint64_t arrived_ = 0, waiting_ = 0;
};

} // namespace headroom::run
