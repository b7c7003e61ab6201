// Poisson arrivals at a processor, what each job saw, and how sure the mean of it is.
#pragma once

#include "../../effort.h"
#include "kernel/calendar.h"
#include "kernel/random.h"
#include "resources/processor/processor.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

namespace headroom::test {

/// Cores that all run at the reference speed whatever the others do.
inline resources::ProcessorSpec plainCores(std::uint32_t cores, resources::ProcessorSpec::Discipline discipline)
{
    resources::ProcessorSpec spec;
    spec.coresPerSocket = spec.threadsPerSocket = cores;
    spec.discipline = discipline;
    return spec;
}

struct Served
{
    kernel::Time arrival = 0;
    kernel::Time departure = 0;
    double work = 0;

    double sojourn() const { return kernel::toSeconds(departure - arrival); }
};

/// Sends `jobs` jobs (effort()) with exponential gaps to a processor and runs until all have left.
class OpenLoop
{
public:
    using Work = std::function<double(const kernel::KeyedRandom&, std::uint64_t job)>;

    OpenLoop(const resources::ProcessorSpec& spec, double arrivalRate, Work work, std::uint64_t jobs,
             std::uint64_t seed)
        : processor(calendar, spec), random_(seed), work_(std::move(work)), meanGap_(1.0 / arrivalRate),
          served(effort(jobs))
    {
        scheduleArrival(0);
        calendar.runUntil(kernel::never - 1);
    }

    static Work exponentialWork(double mean)
    {
        return
            [mean](const kernel::KeyedRandom& random, std::uint64_t job) { return random.exponential(mean, 2, job); };
    }

    kernel::Calendar calendar;
    resources::Processor processor;

private:
    void scheduleArrival(std::uint64_t job)
    {
        if (job < served.size())
            calendar.schedule(calendar.now() + kernel::fromSeconds(random_.exponential(meanGap_, 1, job)), arrive, this,
                              job);
    }

    static void arrive(void* self, std::uint64_t job)
    {
        auto& loop = *static_cast<OpenLoop*>(self);
        Served& entry = loop.served[job];
        entry.arrival = loop.calendar.now();
        entry.work = loop.work_(loop.random_, job);
        loop.processor.run(entry.work, {leave, self, job});
        loop.scheduleArrival(job + 1);
    }

    static void leave(void* self, std::uint64_t job)
    {
        auto& loop = *static_cast<OpenLoop*>(self);
        loop.served[job].departure = loop.calendar.now();
    }

    kernel::KeyedRandom random_;
    Work work_;
    double meanGap_;

public:
    std::vector<Served> served; ///< in order of arrival
};

struct Estimate
{
    double mean = 0;
    double standardError = 0;
};

/// Mean of a figure over the jobs after the warm-up, and its standard error from 25 batch means.
template <typename Figure>
Estimate batchMeans(const std::vector<Served>& served, Figure figure)
{
    constexpr std::size_t batches = 25;
    const std::size_t warmUp = served.size() / 20;
    const std::size_t length = (served.size() - warmUp) / batches;
    std::vector<double> means;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        double sum = 0;
        for (std::size_t i = 0; i < length; ++i)
            sum += figure(served[warmUp + batch * length + i]);
        means.push_back(sum / static_cast<double>(length));
    }
    Estimate estimate;
    for (double mean : means)
        estimate.mean += mean / batches;
    double squares = 0;
    for (double mean : means)
        squares += (mean - estimate.mean) * (mean - estimate.mean);
    estimate.standardError = std::sqrt(squares / (batches - 1) / batches);
    return estimate;
}

inline void checkAgainst(double theory, const Estimate& estimate)
{
    INFO("theory " << theory << ", simulated " << estimate.mean << " ± " << estimate.standardError);
    CHECK(estimate.standardError <= surenessWanted * theory);
    CHECK(std::abs(estimate.mean - theory) <= 3 * estimate.standardError);
}

/// Mean sojourn for Poisson arrivals and exponential work at a station whose total speed depends on the number of
/// jobs: a birth-death process, then Little's law.
inline double birthDeathSojourn(const resources::Processor& processor, double arrivalRate, double meanWork)
{
    double weight = 1, total = 1, present = 0;
    for (std::uint32_t jobs = 1; jobs < 2000; ++jobs) {
        weight *= arrivalRate * meanWork / processor.capacity(jobs);
        total += weight;
        present += jobs * weight;
    }
    return present / total / arrivalRate;
}

inline const auto sojourn = [](const Served& job) { return job.sojourn(); };
inline const auto waiting = [](const Served& job) { return job.sojourn() - job.work; };

} // namespace headroom::test
