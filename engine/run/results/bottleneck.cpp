#include "run/results/bottleneck.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::run {

namespace {

const ResourceDemand* busiest(const std::vector<ResourceDemand>& demands, bool withHeld, const ResourceDemand* except)
{
    const ResourceDemand* found = nullptr;
    for (const ResourceDemand& demand : demands)
        if (&demand != except && (withHeld || !demand.held) && (!found || demand.utilisation > found->utilisation))
            found = &demand;
    return found;
}

/// Largest demand of one device if the demand of `faster` is halved.
double largestDemand(const std::vector<ResourceDemand>& demands, const Users& users, const ResourceDemand* faster,
                     bool withHeld)
{
    double most = 0;
    for (const ResourceDemand& demand : demands)
        if (withHeld || !demand.held || &demand == faster)
            most = std::max(most, demand.utilisation / users.throughput / (&demand == faster ? 2 : 1));
    return most;
}

/// Whether more of the held resource helps at least as much as a faster one that serves.
bool limitsItself(const std::vector<ResourceDemand>& demands, const ResourceDemand& held, const ResourceDemand& serving)
{
    const ResourceDemand* third = busiest(demands, false, &serving);
    const bool meanwhile = !held.servedBy || held.servedBy->contains(serving.resource);
    const double share = meanwhile && held.busyS > 0 ? std::min(1.0, serving.busyS / held.busyS) : 0;
    const double withMore = std::max(held.utilisation / 2, serving.utilisation);
    const double withFaster =
        std::max({serving.utilisation / 2, third ? third->utilisation : 0.0, held.utilisation * (1 - share / 2)});
    return withMore <= withFaster;
}

/// Lower bound of the mean latency without waiting.
double latencyAlone(const std::vector<ResourceDemand>& demands, const Users& users)
{
    if (users.otherWaiting)
        return 0;
    double alone = users.meanS, stretch = 0;
    for (const ResourceDemand& demand : demands) {
        alone -= std::max(0.0, demand.presenceS - demand.busyS);
        if (!demand.measuresWaiting)
            stretch = std::max(stretch, std::min(1.0, demand.utilisation));
    }
    return std::max(0.0, alone) * (1 - stretch);
}

double atMost(const std::vector<ResourceDemand>& demands, const Users& users, const ResourceDemand& faster)
{
    const double before = latencyAlone(demands, users);
    const double alone = faster.held ? before : std::max(before / 2, before - faster.busyS / 2);
    const double demand = largestDemand(demands, users, &faster, false);
    const double byDemand = demand > 0 ? 1 / demand : std::numeric_limits<double>::infinity();
    return std::min({byDemand, users.count / (users.thinkS + alone), 2 * users.throughput,
                     std::max(users.offered, users.throughput)});
}

double atLeast(const std::vector<ResourceDemand>& demands, const Users& users, const ResourceDemand* faster)
{
    if (!std::isfinite(users.count))
        return 0;
    double serial = 0, presence = 0;
    for (const ResourceDemand& demand : demands)
        if (!demand.held) {
            serial += demand.busyS / (&demand == faster ? 2 : 1);
            presence += demand.presenceS;
        }
    const double delay = std::max(0.0, users.meanS - presence);
    return users.count /
           (users.thinkS + delay + serial + (users.count - 1) * largestDemand(demands, users, faster, true));
}

} // namespace

std::optional<record::Bottleneck> findBottleneck(std::vector<ResourceDemand> demands, const Users& users)
{
    const ResourceDemand* limit = busiest(demands, true, nullptr);
    if (!limit || !(users.throughput > 0) || !(limit->utilisation > 0))
        return {};
    if (const ResourceDemand* other = busiest(demands, false, nullptr);
        limit->held && other && !limitsItself(demands, *limit, *other))
        limit = other;
    record::Bottleneck result;
    result.resource = limit->resource;
    result.utilisation = limit->utilisation;
    if (const ResourceDemand* next = busiest(demands, limit->held, limit)) {
        if (next->utilisation > 0) { // one that was not used is no limit to name
            result.next = next->resource;
            result.nextUtilisation = next->utilisation;
        }
        result.headroom = next->utilisation > 0 ? std::max(1.0, limit->utilisation / next->utilisation)
                                                : std::numeric_limits<double>::infinity();
    }
    const double present = users.throughput;
    result.speedupHigh = std::max(1.0, atMost(demands, users, *limit) / present);
    if (std::isfinite(users.count)) {
        result.usersLimit = users.count / (users.thinkS + latencyAlone(demands, users)) / present;
        if (atLeast(demands, users, nullptr) <= present)
            result.speedupLow = std::clamp(atLeast(demands, users, limit) / present, 1.0, result.speedupHigh);
    }
    return result;
}

} // namespace headroom::run
