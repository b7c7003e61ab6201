// Predicts from one run what a change may bring, to choose what is simulated and in which order.
#pragma once

#include "record/summary/summary.h"
#include "study/advice/offers.h"

#include <string>
#include <vector>

namespace headroom::study {

/// The time of requests by what they spend it on, and how much the rest is used (Denning & Buzen 1978): what takes a
/// share S of the latency brings 1 / (1 - S) at most, and no more than the next resource allows. Time spent waiting for
/// something held (workers, slots, a queue) may be spent on any work that is done for requests meanwhile. It is no
/// bound: queues shrink more than in proportion. Nothing that it says is reported.
class Promise
{
public:
    explicit Promise(const record::Summary& summary);

    /// The expected gain if the resources, named as in the summary, become faster: by the factor `alone` for one piece
    /// of work, by `together` for many at once, and by `flushed` for a write that is flushed.
    double of(const std::vector<std::string>& resources, double alone, double together, double flushed) const;
    double of(const Offer& offer) const { return of(offer.concerns, offer.alone, offer.together, offer.flushed); }
    /// All by the same factor.
    double of(const std::string& resource, double factor) const { return of({resource}, factor, factor, factor); }
    /// The share of the time of requests that they spend there, at most 1.
    double timeShare(const std::string& resource) const;
    /// True if requests spend some time there, or if it is used so much that it may delay them in another way.
    bool matters(const std::string& resource) const;

private:
    struct Time
    {
        double served = 0, flushing = 0, waiting = 0; ///< shares of the latency
        double all() const { return served + flushing + waiting; }
    };

    Time timeAt(const std::vector<std::string>& resources) const;
    double useOf(const std::vector<std::string>& resources) const;

    const record::Summary& summary_;
    double latencyS_ = 0, followedS_ = 0, pooledS_ = 0; ///< sums over operations, weighted by their number
};

} // namespace headroom::study
