#include "accuracy/programs/reference/reference.h"

#include "accuracy/programs/reference/model.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::accuracy::programs::reference {

namespace {

constexpr std::size_t batches = 20;
constexpr double student = 2.093; ///< of that many, 95 %

/// Calls that ended in the measured time, in batches of equal time.
class Log
{
public:
    Log(double begin, double end) : begin_(begin), batchS_((end - begin) / batches) {}

    void ended(double now, double took)
    {
        if (now < begin_)
            return;
        Batch& batch = batches_[std::min(static_cast<std::size_t>((now - begin_) / batchS_), batches - 1)];
        batch.count += 1;
        batch.sum += took;
    }

    Figures figures() const
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

private:
    struct Batch
    {
        double count = 0, sum = 0;
    };

    /// Of the total of all batches.
    static double intervalOf(double squares) { return student * std::sqrt(squares * batches / (batches - 1)); }

    double begin_, batchS_;
    std::array<Batch, batches> batches_{};
};

Task client(Clock& clock, Model& model, double thinkS, Log& log)
{
    for (;;) {
        const double began = clock.now();
        co_await model.call(0, 0);
        log.ended(clock.now(), clock.now() - began);
        co_await Pause(clock, thinkS);
    }
}

} // namespace

Figures simulate(const System& system, double seconds, std::uint64_t seed)
{
    Clock clock;
    std::mt19937_64 random(seed);
    Model model(clock, system, random);
    Log log(seconds / 10, seconds);
    std::vector<Task> clients;
    for (int i = 0; i < system.clients; ++i) {
        clients.push_back(client(clock, model, system.thinkS, log));
        clients.back().start();
    }
    clock.run(seconds);
    return log.figures();
}

} // namespace headroom::accuracy::programs::reference
