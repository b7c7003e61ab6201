// Predicts what faster resources bring to the users of closed loops, from where the time of their requests goes.
#pragma once

#include "run/results/limits/bottleneck.h"
#include "run/results/limits/path_times.h"

#include <cstddef>
#include <vector>

namespace headroom::run {

/// An approximate mean-value analysis that starts from the measured run (Schweitzer, "Approximate analysis of
/// multiclass closed networks of queues", 1979): at each resource the waiting of a request grows with the rate X of all
/// as W = D u / (1 - u), with the time D after which the next can begin, and u proportional to X D. The measured W says
/// how large u is now. Requests that wait longer than they would if they came at random come in bursts: then u is the
/// utilisation, and the bursts make D as many times longer (Allen & Cunneen: W = S (ca² + cs²) / 2 U / (1 - U)). What
/// is held is busy for as long as its holders are served meanwhile, so its D shrinks with their times; that it is not
/// waited for now does not make it endless. Those whom a larger pool lets in wait for one another where they are
/// served, even if nobody waits there now. A message that is alone on its way is no faster than the slower of the two
/// cables. The rate is the one at which users and latency agree, X (Z + R(X)) = N, and no resource works more than all
/// of the time. It orders resources and bounds nothing: the predicted rates are not reported.
class ClosedLoopModel
{
public:
    /// `demands` and `users` must outlive it.
    ClosedLoopModel(const std::vector<ResourceDemand>& demands, const Users& users, const std::vector<PathTime>& times);

    /// False if it is not known where the time of requests goes.
    bool known() const { return known_; }
    /// The share of the time of requests that they spend at the resource, or wait for it.
    double share(std::size_t demand) const;
    /// False if a faster one changes nothing, because no request spends time there.
    bool mayHelp(std::size_t demand) const { return share(demand) > 0 || !centres_[demand].demand->brings.empty(); }
    /// Throughput over the present one if these resources were twice as fast, or if there were twice as many. By their
    /// places in `demands`.
    double rateWith(const std::vector<std::size_t>& faster) const;

private:
    struct Centre
    {
        const ResourceDemand* demand = nullptr;
        double servedS = 0, waitingS = 0; ///< on the critical path
        double nextS = 0;                 ///< the D above
        double busy = 0;                  ///< the u above
        double mostSpeed = 2;             ///< that makes a difference
        double mostAlone = 2;             ///< the same for a request that does not wait
        /// Places of something held: those of what serves or delays its holders.
        std::vector<std::size_t> inside = {};
    };
    /// A change at a centre.
    struct Change
    {
        double speed = 1, alone = 1; ///< of its work, and of the service of a request
        double together = 0;         ///< adds to u
        double sorted = 1;           ///< the speed of its work with a longer queue to sort
    };

    std::size_t placeOf(const PathTime& time);
    void findWaiting(Centre& centre);
    void findInside(Centre& centre);
    std::vector<Change> changes(const std::vector<std::size_t>& faster) const;
    double timeAt(std::size_t centre, double rate, double longer, const Change& change) const;
    double latencyAt(double rate, const std::vector<Change>& changes) const;
    double mostBy(std::size_t centre, double speed) const;

    const Users& users_;
    std::vector<Centre> centres_;
    double elsewhereS_ = 0; ///< time that no resource explains
    bool known_ = false;
};

} // namespace headroom::run
