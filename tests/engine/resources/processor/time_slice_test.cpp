// Many jobs on few threads, taking turns.
#include "open_loop.h"
#include "tests/one_of.h"

#include <algorithm>
#include <stdexcept>

using namespace headroom::kernel;
using namespace headroom::resources;
using namespace headroom::test;

namespace {

using Discipline = ProcessorSpec::Discipline;

ProcessorSpec slices(std::uint32_t cores, double quantumS, double contextSwitchS = 0)
{
    ProcessorSpec spec = plainCores(cores, Discipline::timeSlice);
    spec.quantumS = quantumS;
    spec.contextSwitchS = contextSwitchS;
    return spec;
}

/// Jobs started by hand, and when each was done.
struct Jobs
{
    explicit Jobs(const ProcessorSpec& spec) : processor(calendar, spec) {}

    JobId run(double work)
    {
        done.push_back(-1);
        return processor.run(work, {&Jobs::note, this, done.size() - 1});
    }
    void at(double seconds) { calendar.runUntil(fromSeconds(seconds)); }
    static void note(void* self, std::uint64_t job)
    {
        auto& jobs = *static_cast<Jobs*>(self);
        jobs.done[job] = toSeconds(jobs.calendar.now());
    }

    Calendar calendar;
    Processor processor;
    std::vector<double> done;
};

double meanSojourn(const OpenLoop& loop)
{
    double sum = 0;
    for (const Served& job : loop.served)
        sum += job.sojourn();
    return sum / static_cast<double>(loop.served.size());
}

} // namespace

TEST_CASE("jobs take turns of a quantum in the order of coming")
{
    Jobs jobs(slices(1, 3));
    for (const double work : {7.0, 4.0, 3.0})
        jobs.run(work);
    jobs.at(100);
    // a 0-3, b 3-6, c 6-9, a 9-12, b 12-13, a 13-14
    CHECK(jobs.done == std::vector<double>{14, 13, 9});
}

TEST_CASE("a job that nobody waits for goes on quantum after quantum; who comes waits for the end of the one under way")
{
    Jobs jobs(slices(2, 3));
    jobs.run(100);
    jobs.at(1);
    jobs.run(100);
    jobs.at(8);
    jobs.run(1); // the first is in its third quantum up to 9, the second in its third up to 10
    jobs.at(1000);
    CHECK(jobs.done == std::vector<double>{101, 101, 10});
}

TEST_CASE("a job that waits for its next turn, or has its turn, can be taken out")
{
    Jobs jobs(slices(1, 1));
    const JobId first = jobs.run(10);
    const JobId second = jobs.run(10);
    jobs.run(2);
    jobs.at(1.5); // first waits, the second runs
    CHECK(jobs.processor.cancel(first));
    CHECK(jobs.processor.cancel(second));
    CHECK_FALSE(jobs.processor.cancel(first));
    jobs.at(100);
    CHECK(jobs.done == std::vector<double>{-1, -1, 3.5});
    CHECK(jobs.processor.meter().present() == 0);
}

TEST_CASE("each turn of jobs that never end costs a context switch: q / (q + c) of the threads is work", "[theory]")
{
    const double quantum = 0.003, cost = 0.0005;
    const std::uint32_t cores = oneOf({1U, 3U});
    Jobs jobs(slices(cores, quantum, cost));
    const double whole = 1000 * quantum;
    for (std::uint32_t job = 0; job < 7 * cores; ++job)
        jobs.run(whole);
    jobs.at(1000);
    // 7000 turns for each thread, of which all but the very first begin with a switch.
    CHECK(*std::max_element(jobs.done.begin(), jobs.done.end()) == Approx(7000 * quantum + 6999 * cost).epsilon(1e-9));
}

TEST_CASE("a context switch is paid for putting a job off, not for beginning on a thread that is free")
{
    Jobs jobs(slices(1, 10, 1));
    jobs.run(5);
    jobs.run(5);
    jobs.at(100);
    CHECK(jobs.done == std::vector<double>{5, 10});
}

TEST_CASE("a quantum longer than any job is first come first served")
{
    const std::uint32_t cores = oneOf({1U, 3U});
    const double rate = 0.8 * cores / 0.001;
    const auto work = OpenLoop::exponentialWork(0.001);
    const OpenLoop turns(slices(cores, 1e6), rate, work, 20'000, 11);
    const OpenLoop fifo(plainCores(cores, Discipline::fifo), rate, work, 20'000, 11);
    for (std::size_t job = 0; job < turns.served.size(); ++job)
        REQUIRE(std::abs(turns.served[job].departure - fifo.served[job].departure) < 1000); // a nanosecond
}

TEST_CASE("as the quantum goes to zero, job by job, turns become processor sharing", "[theory]")
{
    const std::uint32_t cores = oneOf({1U, 3U});
    const double rate = 0.8 * cores / 0.001;
    const auto constant = [](const KeyedRandom&, std::uint64_t) { return 0.001; };
    const OpenLoop sharing(plainCores(cores, Discipline::sharing), rate, constant, 5'000, 12);
    double before = 1;
    for (const double quantum : {1e-4, 1e-5, 1e-6}) {
        const OpenLoop turns(slices(cores, quantum), rate, constant, 5'000, 12);
        double difference = 0;
        for (std::size_t job = 0; job < turns.served.size(); ++job)
            difference += std::abs(turns.served[job].sojourn() - sharing.served[job].sojourn());
        difference /= 5'000 * meanSojourn(sharing);
        INFO("quantum " << quantum << ": " << difference);
        CHECK(difference < 0.3 * before);
        before = difference;
    }
    CHECK(before < 0.002);
}

TEST_CASE("exponential work in turns of any length is M/M/1: who is put off is like any other", "[theory][slow]")
{
    const double mean = 0.001;
    const double load = oneOf({0.3, 0.7, 0.9});
    const double quantum = oneOf({0.3, 2.0}) * mean;
    const std::uint64_t jobs = load < 0.8 ? 500'000 : 6'000'000;
    const OpenLoop loop(slices(1, quantum), load / mean, OpenLoop::exponentialWork(mean), jobs, 13);
    checkAgainst(mean / (1 - load), batchMeans(loop.served, sojourn));
}

TEST_CASE("jobs of one or two quanta wait as the balance of who is in front says", "[theory]")
{
    const double quantum = 0.001, again = 0.4; // share of jobs that need a second turn
    const double load = oneOf({0.3, 0.7, 0.9});
    const double rate = load / (quantum * (1 + again));
    const auto work = [=](const KeyedRandom& random, std::uint64_t job) {
        return random.uniform(3, job) < again ? 2 * quantum : quantum;
    };
    const OpenLoop loop(slices(1, quantum), rate, work, load < 0.8 ? 500'000 : 5'000'000, 14);
    // Mean wait before the first turn: the rest of the turn under way, and a turn for each that waits, of which
    // rate · first wait for their first and rate · again · second for their second. Before the second turn: a turn for
    // each who was in front, or had the thread, and came back, and for who came since.
    //   first = load · q / 2 + q · rate · (first + again · second)
    //   second = q · rate · (again · (first + q) + first + q)
    const double a = rate * quantum;
    const double factor = a * (1 + again); // second = factor · (first + q)
    const double first = (load * quantum / 2 + a * again * factor * quantum) / (1 - a - a * again * factor);
    const double second = factor * (first + quantum);
    const auto waitOf = [&](bool two) {
        std::vector<Served> kind;
        for (const Served& job : loop.served)
            if ((job.work > quantum) == two)
                kind.push_back(job);
        return batchMeans(kind, waiting);
    };
    checkAgainst(first, waitOf(false));
    checkAgainst(first + second, waitOf(true));
}

TEST_CASE("turns on hyper-threads with a turbo deliver what their number says")
{
    ProcessorSpec spec = slices(2, 0.0002);
    spec.threadsPerSocket = 4;
    spec.coreSpeeds = {1.0, 0.72}; // all four threads together: 1.8
    spec.secondThreadShare = 0.25;
    const double mean = 0.001, rate = 0.75 * 1.8 / mean;
    const OpenLoop loop(spec, rate, OpenLoop::exponentialWork(mean), 2'000'000, 15);
    checkAgainst(birthDeathSojourn(loop.processor, rate, mean), batchMeans(loop.served, sojourn));
}

TEST_CASE("a quantum that is not positive is refused")
{
    Calendar calendar;
    CHECK_THROWS_AS(Processor(calendar, slices(1, 0)), std::invalid_argument);
}
