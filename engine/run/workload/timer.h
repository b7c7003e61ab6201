// Periodic background work.
#pragma once

#include "run/workload/workload.h"

namespace headroom::run {

/// Firing k of a node is due at the start + k · period, plus or minus at most the jitter. A firing is skipped if the
/// node's previous round has not ended.
class Timer : public Workload
{
public:
    Timer(const WorkloadFields& fields, Demand demand);
    bool background() const override { return true; }
    double cycle() const override { return periodS_; }

private:
    void begin() override;
    std::optional<std::uint64_t> offered() const override
    {
        std::uint64_t all = 0;
        for (const Clock& clock : clocks_)
            all += clock.fired;
        return all;
    }
    void answered(std::uint64_t clock, bool) override { clocks_[clock].busy = false; }
    void schedule(std::size_t clock);
    static void onFire(void* self, std::uint64_t clock);

    struct Clock ///< one for each node, or one for the cluster
    {
        std::uint64_t fired = 0;
        bool busy = false;
    };
    std::vector<Clock> clocks_;
    double periodS_, jitterS_;
    bool inTurn_;
};

} // namespace headroom::run
