#include "accuracy/programs/reference/load.h"

#include "accuracy/programs/reference/drawn_times.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::accuracy::programs::reference {

void Log::ended(double now, double took)
{
    if (now < begin_)
        return;
    Batch& batch = batches_[std::min(static_cast<std::size_t>((now - begin_) / batchS_), batches - 1)];
    batch.count += 1;
    batch.sum += took;
}

Figures Log::figures() const
{
    Batch all;
    for (const Batch& batch : batches_) {
        all.count += batch.count;
        all.sum += batch.sum;
    }
    const double mean = all.sum / all.count;
    double countSquares = 0, sumSquares = 0;
    for (const Batch& batch : batches_) {
        countSquares += std::pow(batch.count - all.count / batches, 2);
        sumSquares += std::pow(batch.sum - mean * batch.count, 2);
    }
    return {{all.count / (batches * batchS_), intervalOf(countSquares) / all.count},
            {mean, intervalOf(sumSquares) / all.sum}};
}

/// Half-width of the interval for the total of all batches.
double Log::intervalOf(double squares)
{
    constexpr double student = 2.093; // of that many, 95 %
    return student * std::sqrt(squares * batches / (batches - 1));
}

void LoadAtWork::begin(const ClosedLoop& load)
{
    thinking_.resize(static_cast<std::size_t>(load.clients));
    for (int client = 0; client < load.clients; ++client)
        clientStarts(load, client);
}

void LoadAtWork::clientStarts(const ClosedLoop& load, int client)
{
    start(client, [this, &load, client] {
        const double thinkS = load.thinkS > 0 ? drawn({load.thinkS}, random_) : 0;
        thinking_[static_cast<std::size_t>(client)] =
            clock_.after(thinkS, [this, &load, client] { clientStarts(load, client); });
    });
}

void LoadAtWork::begin(const OpenLoop& load)
{
    arrivesNext(load);
}

void LoadAtWork::arrivesNext(const OpenLoop& load)
{
    arrival_ = clock_.after(std::exponential_distribution(load.perSecond)(random_), [this, &load] {
        if (inFlight_ < load.limit) {
            ++inFlight_;
            start(arrived_, [this] { --inFlight_; });
        }
        ++arrived_;
        arrivesNext(load);
    });
}

void LoadAtWork::start(int client, std::function<void()> then)
{
    model_.start(0, client % model_.nodesOf(0), [this, began = clock_.now(), after = std::move(then)] {
        log_.ended(clock_.now(), clock_.now() - began);
        clock_.next(after);
    });
}

} // namespace headroom::accuracy::programs::reference
