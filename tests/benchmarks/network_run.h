// Runs a case of network_cases.h through the engine's network.
#pragma once

#include "network_cases.h"

#include "kernel/calendar.h"
#include "resources/network/flow/network.h"

#include <ctime>
#include <string>
#include <vector>

namespace headroom::bench {

class NetworkRun
{
public:
    explicit NetworkRun(const NetworkCase& traffic)
        : finishS(traffic.arrivals().size()), traffic_(traffic),
          network_(calendar_, linksOf(traffic), &route, this, {.smallMessageBytes = 0})
    {
        const std::clock_t began = std::clock();
        scheduleNext();
        calendar_.runUntil(kernel::fromSeconds(1e6));
        processorS = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    }

    double microsecondsPerFlow() const { return processorS * 1e6 / static_cast<double>(finishS.size()); }
    double touchedPerFlow() const
    {
        return static_cast<double>(network_.flowsTouched()) / static_cast<double>(finishS.size());
    }

    std::vector<double> finishS; ///< of each arrival
    double processorS = 0;       ///< time of the processor, which other programs do not change much

private:
    static std::vector<resources::LinkSpec> linksOf(const NetworkCase& traffic)
    {
        return std::vector<resources::LinkSpec>(traffic.links(), {"", NetworkCase::linkRate, 0});
    }
    static void route(const void* self, std::uint32_t from, std::uint32_t to, std::uint64_t,
                      std::vector<std::uint32_t>& links)
    {
        static_cast<const NetworkRun*>(self)->traffic_.route(from, to, links);
    }
    void scheduleNext()
    {
        if (next_ < finishS.size())
            calendar_.schedule(
                kernel::fromSeconds(traffic_.arrivals()[next_].at),
                [](void* self, std::uint64_t) { static_cast<NetworkRun*>(self)->arrive(); }, this);
    }
    void arrive()
    {
        const Arrival& arrival = traffic_.arrivals()[next_];
        network_.message(arrival.from, arrival.to, arrival.bytes, next_,
                         {[](void* self, std::uint64_t which) {
                              auto* run = static_cast<NetworkRun*>(self);
                              run->finishS[which] = kernel::toSeconds(run->calendar_.now());
                          },
                          this, next_});
        ++next_;
        scheduleNext();
    }

    const NetworkCase& traffic_;
    kernel::Calendar calendar_;
    resources::Network network_;
    std::size_t next_ = 0;
};

} // namespace headroom::bench
