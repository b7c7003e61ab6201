#include "run/results/limits/closed_loop_model.h"

#include "run/model/resource_names.h"

#include <algorithm>
#include <limits>
#include <string>

namespace headroom::run {

namespace {

constexpr double mostBusy = 0.999;  ///< the waiting of a request is finite
constexpr double leastShare = 0.03; ///< of the time of requests, of a device whose work limits their rate
/// An assumption: a hard disk does so much more with a queue twice as long, since it sorts more.
constexpr double elasticity = 1.1;
constexpr double leastHeld = 0.05; ///< of the present time
constexpr double leastRate = 0.5, mostRate = 2;
constexpr int rounds = 4; ///< until what is held by holders of something held is settled
constexpr int halvings = 40;

bool servesOrDelays(const ResourceDemand& held, const std::string& resource)
{
    return !held.servedBy || held.servedBy->contains(resource) || held.takes.contains(resource);
}

/// The time that the messages of a call of nodes take on their cable if they are alone; 0 if it is not known.
double messageS(const ResourceDemand& network)
{
    return network.calls > 0 ? network.busyS / network.calls : 0;
}

} // namespace

ClosedLoopModel::ClosedLoopModel(const std::vector<ResourceDemand>& demands, const Users& users,
                                 const std::vector<PathTime>& times)
    : users_(users)
{
    for (const ResourceDemand& demand : demands)
        centres_.push_back({.demand = &demand});
    for (const PathTime& time : times) {
        known_ = true;
        const double all = time.servedS + time.waitingS.value_or(0);
        const std::size_t place = placeOf(time);
        if (place == centres_.size()) {
            elsewhereS_ += all;
            continue;
        }
        Centre& centre = centres_[place];
        const ResourceDemand& demand = *centre.demand;
        // Shared bandwidth, and waiting that is not measured, count as a queue: R = S / (1 - U), in which all users
        // wait at most. A message takes at least the time that its cable needs for it.
        const double queueing = std::min(demand.utilisation, users.count / (users.count + 1));
        const double aloneS = demand.calls > 0 ? std::max(demand.utilisation / users.throughput, messageS(demand)) : 0;
        const double waitingS = time.waitingS.value_or(std::clamp(all - aloneS, 0.0, all * queueing));
        centre.waitingS += waitingS;
        if (!demand.held)
            centre.servedS += all - waitingS;
    }
    for (Centre& centre : centres_)
        findWaiting(centre);
}

/// Sets the D and the u of the waiting, and of something held what is inside.
void ClosedLoopModel::findWaiting(Centre& centre)
{
    const ResourceDemand& demand = *centre.demand;
    if (demand.held && demand.busyS > 0)
        findInside(centre);
    const double usedS = demand.utilisation / users_.throughput;
    centre.nextS = demand.takesNoTime ? usedS : (demand.held ? demand.busyS : centre.servedS) / demand.servers;
    if (centre.waitingS <= 0)
        return;
    centre.busy = std::min(mostBusy, centre.waitingS / (centre.waitingS + centre.nextS));
    if (demand.utilisation > 0) // else they come in bursts
        centre.busy = std::min(centre.busy, demand.utilisation);
    centre.nextS = centre.waitingS * (1 - centre.busy) / centre.busy;
}

void ClosedLoopModel::findInside(Centre& centre)
{
    for (std::size_t c = 0; c < centres_.size(); ++c)
        if (&centres_[c] != &centre && centres_[c].servedS + centres_[c].waitingS > 0 &&
            servesOrDelays(*centre.demand, centres_[c].demand->resource))
            centre.inside.push_back(c);
}

/// The busiest of those whose place it is: of a message all that may be on its way, so that the next busiest bounds
/// what a faster one brings.
std::size_t ClosedLoopModel::placeOf(const PathTime& time)
{
    std::size_t busiest = centres_.size();
    double most = 0, next = 0, otherS = 0;
    for (std::size_t c = 0; c < centres_.size(); ++c) {
        const ResourceDemand& demand = *centres_[c].demand;
        const bool onTheWay =
            !time.from.empty() && (demand.place == fullName(time.from, networkName) || demand.place == networkName);
        if (demand.place != time.place && !onTheWay)
            continue;
        next = std::max(next, std::min(most, demand.utilisation));
        if (busiest == centres_.size() || demand.utilisation > most) {
            most = demand.utilisation;
            if (busiest < centres_.size())
                otherS = std::max(otherS, messageS(*centres_[busiest].demand));
            busiest = c;
        } else {
            otherS = std::max(otherS, messageS(demand));
        }
    }
    if (time.from.empty() || busiest == centres_.size())
        return busiest;
    Centre& centre = centres_[busiest];
    if (next > 0)
        centre.mostSpeed = std::min(centre.mostSpeed, most / next);
    if (const double hereS = messageS(*centre.demand); hereS > 0 && otherS > 0)
        centre.mostAlone = std::min(centre.mostAlone, std::max(1.0, hereS / otherS));
    return busiest;
}

double ClosedLoopModel::share(std::size_t demand) const
{
    return users_.meanS > 0 ? (centres_[demand].servedS + centres_[demand].waitingS) / users_.meanS : 0;
}

std::vector<ClosedLoopModel::Change> ClosedLoopModel::changes(const std::vector<std::size_t>& faster) const
{
    std::vector<Change> changes(centres_.size());
    std::vector<std::size_t> doubled = faster;
    for (const std::size_t f : faster) {
        changes[f].speed = centres_[f].mostSpeed;
        changes[f].alone = std::min(centres_[f].mostSpeed, centres_[f].mostAlone);
        for (std::size_t c = 0; c < centres_.size(); ++c)
            if (centres_[f].demand->brings == centres_[c].demand->resource) {
                changes[c].speed = changes[c].alone = 2;
                doubled.push_back(c);
            }
    }
    // Those who are let in together wait for one another: of n, each finds n - 1 before it.
    for (const std::size_t f : doubled) {
        const Centre& pool = centres_[f];
        for (const std::size_t c : pool.inside)
            if (const ResourceDemand& inner = *centres_[c].demand;
                !inner.held && (!pool.demand->servedBy || pool.demand->servedBy->contains(inner.resource))) {
                changes[c].together =
                    std::max(changes[c].together, inner.utilisation * pool.busy / (2 * pool.demand->servers));
                if (inner.elastic)
                    changes[c].sorted =
                        std::max(changes[c].sorted, 1 + (elasticity - 1) * pool.demand->utilisation * centres_[c].busy);
            }
    }
    return changes;
}

double ClosedLoopModel::timeAt(std::size_t centre, double rate, double longer, const Change& change) const
{
    const Centre& at = centres_[centre];
    const double speed = change.speed * change.sorted;
    const double busy = std::min(mostBusy, (at.busy + change.together) * rate * longer / speed);
    return at.servedS / change.alone + (busy > 0 ? at.nextS * longer / speed * busy / (1 - busy) : 0);
}

/// Infinite if something held would be needed for more than all of the time.
double ClosedLoopModel::latencyAt(double rate, const std::vector<Change>& changes) const
{
    std::vector<double> times(centres_.size()), held(centres_.size(), 1.0);
    for (std::size_t c = 0; c < centres_.size(); ++c)
        times[c] = timeAt(c, rate, 1, changes[c]);
    for (int round = 0; round < rounds; ++round)
        for (std::size_t c = 0; c < centres_.size(); ++c) {
            const Centre& centre = centres_[c];
            if (centre.inside.empty())
                continue;
            double before = 0, after = 0;
            for (const std::size_t inner : centre.inside) {
                before += centres_[inner].servedS + centres_[inner].waitingS;
                after += times[inner];
            }
            held[c] = std::max(leastHeld, 1 + (after - before) / std::max(before, centre.demand->busyS));
            times[c] = timeAt(c, rate, held[c], changes[c]);
        }
    double latency = elsewhereS_;
    for (std::size_t c = 0; c < centres_.size(); ++c) {
        const Centre& centre = centres_[c];
        if (rate > 1 && centre.demand->held && centre.demand->utilisation * rate * held[c] > changes[c].speed)
            return std::numeric_limits<double>::infinity();
        latency += times[c];
    }
    return latency;
}

/// The rate at which it works all of the time, if it then limits.
double ClosedLoopModel::mostBy(std::size_t centre, double speed) const
{
    const ResourceDemand& demand = *centres_[centre].demand;
    // A cache takes what requests do not wait for.
    const double timeS = centres_[centre].servedS + centres_[centre].waitingS;
    const bool limits = demand.takesNoTime || timeS >= leastShare * users_.meanS || (timeS > 0 && !demand.absorbs);
    if (demand.held || demand.utilisation <= 0 || !limits)
        return mostRate;
    return speed * (demand.elastic ? elasticity : 1) / std::min(1.0, demand.utilisation);
}

double ClosedLoopModel::rateWith(const std::vector<std::size_t>& faster) const
{
    const std::vector<Change> changed = changes(faster);
    double high = mostRate * static_cast<double>(faster.size());
    for (std::size_t c = 0; c < centres_.size(); ++c)
        high = std::min(high, mostBy(c, changed[c].speed));
    const double now = users_.thinkS + latencyAt(1, std::vector<Change>(centres_.size()));
    const auto possible = [&](double rate) { return rate * (users_.thinkS + latencyAt(rate, changed)) <= now; };
    if (possible(high))
        return high;
    double low = leastRate;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (possible(middle) ? low : high) = middle;
    }
    return low;
}

} // namespace headroom::run
