// The processor against what queueing theory says in closed form.
#include "open_loop.h"
#include "tests/one_of.h"

#include <algorithm>
#include <queue>

using namespace headroom::kernel;
using namespace headroom::resources;
using namespace headroom::test;

namespace {

using Discipline = ProcessorSpec::Discipline;

/// Two sockets of two cores with hyper-threads, and a turbo.
ProcessorSpec turboCores(Discipline discipline)
{
    ProcessorSpec spec;
    spec.sockets = 2;
    spec.coresPerSocket = 2;
    spec.threadsPerSocket = 4;
    spec.coreSpeeds = {1.0, 0.8};
    spec.secondThreadShare = 0.25;
    spec.discipline = discipline;
    return spec;
}

/// Probability of having to wait with `servers` servers and an offered load of `erlangs`.
double erlangC(std::uint32_t servers, double erlangs)
{
    double blocked = 1.0; // Erlang B by its recursion
    for (std::uint32_t server = 1; server <= servers; ++server)
        blocked = erlangs * blocked / (server + erlangs * blocked);
    return blocked / (1 - erlangs / servers * (1 - blocked));
}

/// Enough for a standard error of a per cent: the higher the load, the longer what happens is remembered.
std::uint64_t jobsFor(double load)
{
    return load < 0.5 ? 1'000'000 : load < 0.8 ? 2'000'000 : 7'000'000;
}

} // namespace

TEST_CASE("first come first served on one core is M/M/1", "[theory]")
{
    const double load = oneOf({0.3, 0.7, 0.9}), mean = 0.001;
    const OpenLoop loop(plainCores(1, Discipline::fifo), load / mean, OpenLoop::exponentialWork(mean), jobsFor(load),
                        1);
    checkAgainst(mean / (1 - load), batchMeans(loop.served, sojourn));
    checkAgainst(mean * load / (1 - load), batchMeans(loop.served, waiting));
}

TEST_CASE("first come first served on four cores is M/M/4, with Erlang's waiting time", "[theory]")
{
    const double load = oneOf({0.3, 0.7, 0.9}), mean = 0.001;
    const std::uint32_t cores = 4;
    const std::uint64_t jobs = load < 0.5 ? 5'000'000 : jobsFor(load); // at low load few have to wait
    const OpenLoop loop(plainCores(cores, Discipline::fifo), cores * load / mean, OpenLoop::exponentialWork(mean), jobs,
                        2);
    const double wait = erlangC(cores, cores * load) * mean / (cores * (1 - load));
    checkAgainst(wait, batchMeans(loop.served, waiting));
    checkAgainst(mean + wait, batchMeans(loop.served, sojourn));
}

TEST_CASE("work of any distribution waits first come first served as Pollaczek and Khinchine say", "[theory]")
{
    const double load = oneOf({0.3, 0.7, 0.9}), mean = 0.001;
    SECTION("constant: M/D/1")
    {
        const auto constant = [=](const KeyedRandom&, std::uint64_t) { return mean; };
        const OpenLoop loop(plainCores(1, Discipline::fifo), load / mean, constant, jobsFor(load), 9);
        checkAgainst(load * mean / (2 * (1 - load)), batchMeans(loop.served, waiting));
    }
    SECTION(
        "one in five takes three times the mean, the others half of it: M/G/1, second moment 2 of the mean's square")
    {
        const auto mixed = [=](const KeyedRandom& random, std::uint64_t job) {
            return random.uniform(3, job) < 0.2 ? 3 * mean : mean / 2;
        };
        const OpenLoop loop(plainCores(1, Discipline::fifo), load / mean, mixed, jobsFor(load), 10);
        checkAgainst(load * mean * 2 / (2 * (1 - load)), batchMeans(loop.served, waiting));
    }
}

TEST_CASE("sharing one core is M/M/1 under processor sharing", "[theory]")
{
    const double load = oneOf({0.3, 0.7, 0.9}), mean = 0.001;
    const OpenLoop loop(plainCores(1, Discipline::sharing), load / mean, OpenLoop::exponentialWork(mean), jobsFor(load),
                        3);
    checkAgainst(mean / (1 - load), batchMeans(loop.served, sojourn));
}

TEST_CASE("under processor sharing the mean sojourn depends on the mean of the work only", "[theory]")
{
    const double load = 0.6, mean = 0.001;
    const double expected = mean / (1 - load);
    SECTION("constant work")
    {
        const auto constant = [=](const KeyedRandom&, std::uint64_t) { return mean; };
        const OpenLoop loop(plainCores(1, Discipline::sharing), load / mean, constant, 2'000'000, 4);
        checkAgainst(expected, batchMeans(loop.served, sojourn));
    }
    SECTION("two kinds of work, squared coefficient of variation 5.3; each kind waits in proportion to its work")
    {
        const double shortMean = mean / 2, longMean = 5.5 * mean; // 0.9 · 0.5 + 0.1 · 5.5 = 1
        const auto mixed = [=](const KeyedRandom& random, std::uint64_t job) {
            return random.uniform(3, job) < 0.9 ? shortMean : random.exponential(longMean, 2, job);
        };
        const OpenLoop loop(plainCores(1, Discipline::sharing), load / mean, mixed, 3'000'000, 5);
        checkAgainst(expected, batchMeans(loop.served, sojourn));
        std::vector<Served> shorts;
        std::copy_if(loop.served.begin(), loop.served.end(), std::back_inserter(shorts),
                     [=](const Served& job) { return job.work == shortMean; });
        checkAgainst(shortMean / (1 - load), batchMeans(shorts, sojourn));
    }
}

TEST_CASE("with turbo, two sockets and hyper-threads both disciplines follow the birth-death process of capacity(n)",
          "[theory]")
{
    const double mean = 0.001, rate = 0.75 * 4.0 / mean;
    const auto discipline = oneOf({Discipline::sharing, Discipline::fifo});
    const OpenLoop loop(turboCores(discipline), rate, OpenLoop::exponentialWork(mean), 2'000'000, 6);
    // First come first served lets the jobs beyond the eighth wait, and capacity(n) stays there: the same process.
    checkAgainst(birthDeathSojourn(loop.processor, rate, mean), batchMeans(loop.served, sojourn));
}

TEST_CASE("over a window that starts and ends empty Little's law holds to the picosecond", "[theory]")
{
    const auto discipline = oneOf({Discipline::sharing, Discipline::fifo});
    OpenLoop loop(turboCores(discipline), 3'000, OpenLoop::exponentialWork(0.001), 100'000, 7);
    auto& meter = loop.processor.meter();
    meter.advance(loop.calendar.now());
    headroom::monitoring::Meter::Integral sojourns = 0;
    for (const Served& job : loop.served)
        sojourns += job.departure - job.arrival;
    CHECK((meter.presentTime() == sojourns));
    CHECK(meter.arrivals() == loop.served.size());
    CHECK(meter.departures() == loop.served.size());
    CHECK(meter.present() == 0);
    CHECK(meter.busy() == 0);
}

TEST_CASE("the utilisation law holds: busy time is the time jobs spent on threads, and work is what was asked for",
          "[theory]")
{
    const std::uint32_t cores = oneOf({1U, 3U});
    OpenLoop loop(plainCores(cores, Discipline::fifo), 700.0 * cores, OpenLoop::exponentialWork(0.001), 100'000, 8);
    auto& meter = loop.processor.meter();
    meter.advance(loop.calendar.now());
    std::priority_queue<Time, std::vector<Time>, std::greater<>> freeFrom;
    for (std::uint32_t core = 0; core < cores; ++core)
        freeFrom.push(0);
    headroom::monitoring::Meter::Integral onThreads = 0;
    double work = 0;
    for (const Served& job : loop.served) {
        onThreads += job.departure - std::max(job.arrival, freeFrom.top());
        freeFrom.pop();
        freeFrom.push(job.departure);
        work += job.work;
    }
    CHECK((meter.busyTime() == onThreads));
    CHECK(loop.processor.workDone() == Approx(work).epsilon(1e-9));
    // At the reference speed a thread-second is a reference-second; each job ends on a whole picosecond.
    CHECK(std::abs(static_cast<double>(meter.busyTime()) * 1e-12 - work) <= 100'000 * 1e-12);
}
