#include "run/results/limits/bottleneck.h"

#include "run/results/limits/closed_loop_model.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::run {

namespace {

/// Less is as good as no wait at all.
constexpr double leastSpeedup = 1.05;
constexpr double clearlyMore = 1.02; ///< between two predictions
constexpr double aboutAsMuch = 1.1;  ///< nine of ten predictions for random systems err by less
constexpr double nearlyFull = 0.95;
constexpr double mostOfHolding = 0.7;

bool servesMeanwhile(const ResourceDemand& held, const ResourceDemand& serving)
{
    return !held.servedBy || held.servedBy->contains(serving.resource);
}

/// The longest delay that counts as none in a time of this length.
double leastDelay(double timeS)
{
    return timeS * (1 - 1 / leastSpeedup);
}

/// The shortest time that would pass sooner if requests did not wait for the resource: that of a request, or that for
/// which something is held that others wait for.
double shortestTime(const std::vector<ResourceDemand>& demands, const Users& users, const ResourceDemand& resource)
{
    double shortest = users.meanS;
    for (const ResourceDemand& held : demands)
        if (!resource.held && held.held && held.delayS >= leastDelay(users.meanS) && held.busyS > 0 &&
            servesMeanwhile(held, resource))
            shortest = std::min(shortest, held.busyS);
    return shortest;
}

/// See findBottleneck(). Below the share that limits, what is used most is named whether requests wait for it or not.
bool delaysUsers(const std::vector<ResourceDemand>& demands, const Users& users, const ResourceDemand& resource)
{
    const bool open = !std::isfinite(users.count) &&
                      users.tasks == 0; // a nearly used up resource limits a higher rate, waited for or not
    return (open && !resource.elastic) || users.otherWaiting || resource.utilisation < record::limitingShare ||
           resource.delayS >= leastDelay(shortestTime(demands, users, resource));
}

/// Demand of one device, halved if it is the one that is made faster.
double demandOf(const ResourceDemand& demand, const Users& users, const ResourceDemand* faster)
{
    return demand.utilisation / users.throughput / (&demand == faster ? 2 : 1);
}

/// The demands that count for the users.
class Limiting
{
public:
    Limiting(const std::vector<ResourceDemand>& demands, const Users& users)
    {
        for (const ResourceDemand& demand : demands)
            if (delaysUsers(demands, users, demand))
                limiting_.push_back(&demand);
        if (limiting_.empty())
            for (const ResourceDemand& demand : demands)
                limiting_.push_back(&demand);
    }

    const ResourceDemand* busiest(bool withHeld, const ResourceDemand* except) const
    {
        const ResourceDemand* found = nullptr;
        for (const ResourceDemand* demand : limiting_)
            if (demand != except && (withHeld || !demand->held) && (!found || demand->utilisation > found->utilisation))
                found = demand;
        return found;
    }

    /// Starting from what is held, what its holders take, if that is taken nearly as much, and so on.
    const ResourceDemand* innermost(const ResourceDemand* held) const
    {
        std::set<const ResourceDemand*> seen;
        for (const ResourceDemand* inner = held; inner;) {
            seen.insert(held = inner);
            inner = nullptr;
            for (const ResourceDemand* demand : limiting_)
                if (demand->held && held->takes.contains(demand->resource) && !seen.contains(demand) &&
                    demand->utilisation >= held->utilisation / leastSpeedup &&
                    (!inner || demand->utilisation > inner->utilisation))
                    inner = demand;
        }
        return held;
    }

    /// True if more of the held resource helps at least as much as a faster one that serves.
    bool limitsItself(const ResourceDemand& held, const ResourceDemand& serving) const
    {
        const ResourceDemand* third = busiest(false, &serving);
        const double share =
            servesMeanwhile(held, serving) && held.busyS > 0 ? std::min(1.0, serving.presenceS / held.busyS) : 0;
        const double withMore = std::max(held.utilisation / 2, serving.utilisation);
        const double withFaster =
            std::max({serving.utilisation / 2, third ? third->utilisation : 0.0, held.utilisation * (1 - share / 2)});
        return withMore <= withFaster;
    }

    /// Largest demand of one device that serves if the demand of `faster` is halved.
    double largestDemand(const Users& users, const ResourceDemand& faster) const
    {
        double most = 0;
        for (const ResourceDemand* demand : limiting_)
            if (!demand->elastic && (!demand->held || demand == &faster))
                most = std::max(most, demandOf(*demand, users, &faster));
        return most;
    }

private:
    std::vector<const ResourceDemand*> limiting_;
};

/// Largest demand of one device or of what is held if the demand of `faster` is halved.
double largestDemand(const std::vector<ResourceDemand>& demands, const Users& users, const ResourceDemand* faster)
{
    double most = 0;
    for (const ResourceDemand& demand : demands)
        most = std::max(most, demandOf(demand, users, faster));
    return most;
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

double atMost(const std::vector<ResourceDemand>& demands, const Limiting& limiting, const Users& users,
              const ResourceDemand& faster)
{
    const double before = latencyAlone(demands, users);
    const double alone = faster.held ? before : std::max(before / 2, before - faster.busyS / 2);
    const double demand = limiting.largestDemand(users, faster);
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
            const double takesS = demand.takesNoTime ? demand.utilisation / users.throughput : demand.busyS;
            serial += takesS / (&demand == faster ? 2 : 1);
            presence += demand.presenceS;
        }
    const double delay = std::max(0.0, users.meanS - presence);
    return users.count / (users.thinkS + delay + serial + (users.count - 1) * largestDemand(demands, users, faster));
}

std::size_t placeOf(const std::vector<ResourceDemand>& demands, const ResourceDemand& demand)
{
    return static_cast<std::size_t>(&demand - demands.data());
}

/// The resource that brings most by ClosedLoopModel, `limit` if others bring hardly more. Of something held and what
/// works for its holders it is the latter, if that brings as much and is no less near its limit.
const ResourceDemand* mostHelpful(const std::vector<ResourceDemand>& demands, const ClosedLoopModel& model,
                                  const ResourceDemand* limit)
{
    std::vector<double> rates;
    for (std::size_t d = 0; d < demands.size(); ++d)
        rates.push_back(model.mayHelp(d) ? model.rateWith({d}) : 1);
    double most = rates[placeOf(demands, *limit)] * clearlyMore;
    for (std::size_t d = 0; d < demands.size(); ++d)
        if (rates[d] > most) {
            most = rates[d];
            limit = &demands[d];
        }
    if (limit->utilisation < record::limitingShare) { // of those that bring as much, one that is nearly full
        double nearly = most / aboutAsMuch;
        for (std::size_t d = 0; d < demands.size(); ++d)
            if (rates[d] >= nearly && demands[d].utilisation >= nearlyFull) {
                nearly = rates[d];
                limit = &demands[d];
            }
    }
    if (!limit->held)
        return limit;
    const ResourceDemand& held = *limit;
    most = std::max(clearlyMore, rates[placeOf(demands, held)] / leastSpeedup);
    for (std::size_t d = 0; d < demands.size(); ++d)
        if (!demands[d].held && servesMeanwhile(held, demands[d]) && rates[d] > most &&
            (demands[d].utilisation >= record::limitingShare || held.utilisation < record::limitingShare)) {
            most = rates[d];
            limit = &demands[d];
        }
    return limit;
}

/// The share of time that requests spend at the limit, and what brings most once it is removed.
void addSecond(const std::vector<ResourceDemand>& demands, const ClosedLoopModel& model, const ResourceDemand& limit,
               record::Bottleneck& result)
{
    const std::size_t first = placeOf(demands, limit);
    result.timeShare = model.share(first);
    double most = model.rateWith({first}) * leastSpeedup;
    const ResourceDemand* second = nullptr;
    for (std::size_t d = 0; d < demands.size(); ++d)
        if (d != first && (model.mayHelp(d) || demands[d].takesNoTime)) // tokens may not yet be waited for
            if (const double rate = model.rateWith({first, d}); rate > most) {
                most = rate;
                second = &demands[d];
            }
    if (second) {
        result.next = second->resource;
        result.nextUtilisation = second->utilisation;
    }
}

/// Finds a resource that is nearly always taken while the limit serves, or that serves for most of the time for which
/// the limit is held: both are one limit. Of several the one that is used most; empty if there is none.
std::string sameLimit(const std::vector<ResourceDemand>& demands, const ResourceDemand& limit)
{
    const ResourceDemand* same = nullptr;
    for (const ResourceDemand& other : demands) {
        if (other.held == limit.held || other.utilisation < record::limitingShare)
            continue;
        const ResourceDemand& held = limit.held ? limit : other;
        const ResourceDemand& serving = limit.held ? other : limit;
        if (servesMeanwhile(held, serving) && serving.presenceS >= mostOfHolding * held.busyS &&
            (!same || other.utilisation > same->utilisation))
            same = &other;
    }
    return same ? same->resource : std::string();
}

} // namespace

std::optional<record::Bottleneck> findBottleneck(const std::vector<ResourceDemand>& demands, const Users& users,
                                                 const std::vector<PathTime>& times)
{
    const Limiting limiting(demands, users);
    const ResourceDemand* limit = limiting.busiest(true, nullptr);
    if (!limit || !(users.throughput > 0) || !(limit->utilisation > 0))
        return {};
    if (limit->held)
        limit = limiting.innermost(limit);
    if (const ResourceDemand* other = limiting.busiest(false, nullptr);
        limit->held && other && !limiting.limitsItself(*limit, *other))
        limit = other;
    Users loops = users;
    if (users.tasks > 0)
        loops.count = users.tasks;
    const ClosedLoopModel model(demands, loops, times);
    const bool predicted = model.known() && std::isfinite(loops.count);
    if (predicted)
        limit = mostHelpful(demands, model, limit);
    record::Bottleneck result;
    result.resource = limit->resource;
    result.utilisation = limit->utilisation;
    if (const ResourceDemand* next = limiting.busiest(limit->held, limit)) {
        if (next->utilisation > 0) { // one that was not used is no limit to name
            result.next = next->resource;
            result.nextUtilisation = next->utilisation;
        }
        result.headroom = next->utilisation > 0 ? std::max(1.0, limit->utilisation / next->utilisation)
                                                : std::numeric_limits<double>::infinity();
    }
    if (predicted)
        addSecond(demands, model, *limit, result);
    result.sameAs = sameLimit(demands, *limit);
    const double present = users.throughput;
    result.speedupHigh = std::max(1.0, atMost(demands, limiting, users, *limit) / present);
    if (std::isfinite(users.count)) {
        result.usersLimit = users.count / (users.thinkS + latencyAlone(demands, users)) / present;
        if (atLeast(demands, users, nullptr) <= present)
            result.speedupLow = std::clamp(atLeast(demands, users, limit) / present, 1.0, result.speedupHigh);
    }
    return result;
}

} // namespace headroom::run
