#include "core_speeds.h"
#include "kernel/random.h"
#include "resources/processor/processor.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

using namespace headroom::kernel;
using namespace headroom::resources;
using headroom::test::linearSpeeds;

namespace {

/// Each core works at `single` while it is the only busy one of its socket, falling linearly so that all threads of the
/// socket together deliver `all`.
ProcessorSpec spec(std::uint32_t sockets, std::uint32_t cores, std::uint32_t threads, double single, double all,
                   ProcessorSpec::Discipline discipline = ProcessorSpec::Discipline::sharing)
{
    ProcessorSpec result;
    result.sockets = sockets;
    result.coresPerSocket = cores;
    result.threadsPerSocket = threads;
    const double seconds = std::max(threads, cores) - cores;
    result.coreSpeeds = linearSpeeds(cores, single, all / (cores + result.secondThreadShare * seconds));
    result.discipline = discipline;
    return result;
}

constexpr auto fifo = ProcessorSpec::Discipline::fifo;

/// A processor whose jobs write down when they are done.
struct Bench
{
    explicit Bench(const ProcessorSpec& figures) : processor(calendar, figures) {}

    JobId run(double work)
    {
        finished.push_back(-1);
        return processor.run(work, {note, this, finished.size() - 1});
    }
    void at(double seconds) { calendar.runUntil(fromSeconds(seconds)); }
    void toEnd() { calendar.runUntil(fromSeconds(1e6)); }

    static void note(void* self, std::uint64_t job)
    {
        auto& bench = *static_cast<Bench*>(self);
        bench.finished[job] = toSeconds(bench.calendar.now());
    }

    Calendar calendar;
    Processor processor;
    std::vector<double> finished; ///< seconds; -1 while not done
};

double ticks(double seconds)
{
    return toSeconds(fromSeconds(seconds));
}

} // namespace

TEST_CASE("a job alone takes its work divided by the single-thread speed")
{
    Bench bench(spec(1, 8, 16, 1.6, 8.0));
    bench.run(0.008);
    bench.toEnd();
    CHECK(bench.finished[0] == ticks(0.005));
}

TEST_CASE("jobs share one core equally and speed up when one leaves")
{
    Bench bench(spec(1, 1, 1, 1.0, 1.0));
    bench.run(1.0);
    bench.run(2.0);
    bench.at(2.5);
    bench.run(0.25);
    bench.toEnd();
    CHECK(bench.finished == std::vector<double>{2.0, 3.25, 3.0});
}

TEST_CASE("first come first served runs one job a thread; the rest wait their turn")
{
    Bench bench(spec(1, 2, 2, 1.0, 2.0, fifo));
    for (double work : {3.0, 1.0, 1.0, 0.5})
        bench.run(work);
    CHECK(bench.processor.meter().busy() == 2);
    CHECK(bench.processor.meter().queued() == 2);
    bench.toEnd();
    CHECK(bench.finished == std::vector<double>{3.0, 1.0, 2.0, 2.5});
}

TEST_CASE("a job that is running slows down when another core gets busy")
{
    Bench bench(spec(1, 2, 2, 1.0, 1.5,
                     headroom::test::oneOf({ProcessorSpec::Discipline::fifo, ProcessorSpec::Discipline::sharing})));
    bench.run(1.0);
    bench.at(0.5);
    bench.run(1.0);
    bench.toEnd();
    CHECK(bench.finished[0] == ticks(0.5 + 0.5 / 0.75));
    CHECK(bench.finished[1] == Approx(0.5 + 0.5 / 0.75 + 0.5).epsilon(1e-11));
}

TEST_CASE("jobs of equal work that start together end together, in the order of starting")
{
    Bench bench(spec(1, 1, 1, 1.0, 1.0));
    bench.run(1.0);
    bench.run(1.0);
    bench.run(1.0);
    bench.toEnd();
    CHECK(bench.finished == std::vector<double>{3.0, 3.0, 3.0});
}

TEST_CASE("a job without work is done at this instant, but not before the caller goes on")
{
    Bench bench(spec(1, 1, 1, 1.0, 1.0));
    bench.run(1.0);
    bench.at(0.25);
    bench.run(0.0);
    bench.run(-1.0);
    CHECK(bench.finished[1] == -1);
    bench.at(0.25);
    CHECK(bench.finished[1] == 0.25);
    CHECK(bench.finished[2] == 0.25);
    bench.toEnd();
    CHECK(bench.finished[0] == 1.0);
}

TEST_CASE("a cancelled job gives its share back, is never completed, and its name is stale")
{
    Bench bench(spec(1, 1, 1, 1.0, 1.0));
    bench.run(1.0);
    const JobId second = bench.run(1.0);
    bench.at(1.0);
    CHECK(bench.processor.cancel(second));
    CHECK_FALSE(bench.processor.cancel(second));
    CHECK_FALSE(bench.processor.cancel(noJob));
    CHECK_FALSE(bench.processor.cancel(~JobId{0}));
    bench.toEnd();
    CHECK(bench.finished == std::vector<double>{1.5, -1.0});
    CHECK(bench.processor.workDone() == Approx(1.5));
    CHECK(bench.processor.meter().departures() == 2);
}

TEST_CASE("cancelling works for waiting jobs, running jobs and jobs due at this instant")
{
    Bench bench(spec(1, 1, 1, 1.0, 1.0, fifo));
    const JobId running = bench.run(1.0);
    const JobId waiting = bench.run(5.0);
    bench.run(1.0);
    const JobId last = bench.run(1.0);
    CHECK(bench.processor.cancel(waiting));
    bench.at(0.5);
    CHECK(bench.processor.cancel(running));
    CHECK(bench.processor.cancel(last));
    bench.toEnd();
    CHECK(bench.finished == std::vector<double>{-1, -1, 1.5, -1});

    struct Pair
    {
        Bench bench{spec(1, 1, 1, 1.0, 1.0)};
        JobId other = noJob;
        bool cancelled = false;
    } pair;
    pair.bench.processor.run(1.0, {[](void* self, std::uint64_t) {
                                       auto& p = *static_cast<Pair*>(self);
                                       p.cancelled = p.bench.processor.cancel(p.other);
                                   },
                                   &pair});
    pair.other = pair.bench.run(1.0);
    pair.bench.toEnd();
    CHECK(pair.cancelled);
    CHECK(pair.bench.finished[0] == -1);
}

TEST_CASE("a completion may start the next job on the same processor")
{
    struct Chain
    {
        Bench bench{spec(1, 1, 1, 1.0, 1.0)};
        int left = 4;
        static void next(void* self, std::uint64_t)
        {
            auto& chain = *static_cast<Chain*>(self);
            if (--chain.left > 0)
                chain.bench.processor.run(0.5, {next, self});
            else
                Bench::note(&chain.bench, 0);
        }
    } chain;
    chain.bench.finished.push_back(-1);
    chain.bench.processor.run(0.5, {Chain::next, &chain});
    chain.bench.toEnd();
    CHECK(chain.bench.finished[0] == 2.0);
}

TEST_CASE("an event that a completion schedules for the instant of the next departure runs after it")
{
    Bench bench(spec(1, 1, 1, 1.0, 1.0));
    struct Order
    {
        Bench& bench;
        std::vector<int> ran;
        static void jobDone(void* self, std::uint64_t) { static_cast<Order*>(self)->ran.push_back(1); }
        static void other(void* self, std::uint64_t) { static_cast<Order*>(self)->ran.push_back(2); }
        static void startNext(void* self, std::uint64_t)
        {
            Order& order = *static_cast<Order*>(self);
            order.bench.processor.run(1.0, {jobDone, self, 0});
            order.bench.calendar.schedule(fromSeconds(2.0), other, self);
        }
    } order{bench, {}};
    bench.processor.run(1.0, {Order::startNext, &order, 0});
    bench.toEnd();
    CHECK(order.ran == std::vector{1, 2});
}

TEST_CASE("with many jobs coming and being cancelled, at most one event is pending and none is lost")
{
    Bench bench(spec(2, 2, 4, 1.2, 2.5,
                     headroom::test::oneOf({ProcessorSpec::Discipline::fifo, ProcessorSpec::Discipline::sharing})));
    const KeyedRandom random(1);
    std::vector<JobId> jobs;
    double cancelled = 0;
    for (std::uint64_t i = 0; i < 5'000; ++i) {
        jobs.push_back(bench.run(random.exponential(0.01, 1, i)));
        if (i % 3 == 0)
            cancelled += bench.processor.cancel(jobs[i - std::min(i, random.below(8, 2, i))]) ? 1 : 0;
        CHECK(bench.calendar.pending() <= 1);
        bench.at(toSeconds(bench.calendar.now()) + random.exponential(0.003, 3, i));
    }
    bench.toEnd();
    CHECK(cancelled > 300);
    CHECK(std::count(bench.finished.begin(), bench.finished.end(), -1.0) == static_cast<long>(cancelled));
    CHECK(bench.processor.meter().present() == 0);
}

TEST_CASE("the clock of a processor that is never idle stays exact")
{
    Bench bench(spec(1, 1, 1, 1.0, 1.0));
    bench.run(1'000'000.0); // keeps the processor busy
    for (int i = 0; i < 1'000; ++i) {
        bench.at(i * 100.0);
        bench.run(0.001);
        bench.at(i * 100.0 + 50.0);
        CHECK(bench.finished.back() == Approx(i * 100.0 + 0.002).margin(2e-12));
    }
    bench.run(std::numeric_limits<double>::infinity());
    bench.at(200'000.0);
    CHECK(bench.finished.back() == -1);
}

TEST_CASE("a long job ends on time however many short ones come and go beside it")
{
    Bench bench(spec(1, 1, 1, 1.0, 1.0));
    bench.run(100.0);
    for (int i = 0; i < 90; ++i) {
        bench.at(i * 1.0);
        bench.run(0.25);
    }
    bench.toEnd();
    CHECK(bench.finished[0] == Approx(100.0 + 90 * 0.25).margin(1e-11));
}

TEST_CASE("capacity rises from one thread at turbo over all cores to all threads of all sockets")
{
    Bench bench(spec(2, 4, 8, 1.0, 4.0)); // a full core gives 4 / (4 + 0.25 · 4) = 0.8
    const Processor& processor = bench.processor;
    CHECK(processor.hardwareThreads() == 16);
    CHECK(processor.meter().servers() == 16);
    CHECK(processor.capacity(0) == 0.0);
    CHECK(processor.capacity(1) == 1.0);
    CHECK(processor.capacity(2) == Approx(2.0)); // one a socket
    CHECK(processor.capacity(3) == Approx(1.0 + 2 * (1.0 - 0.2 / 3)));
    CHECK(processor.capacity(8) == Approx(2 * 4 * 0.8));
    CHECK(processor.capacity(9) == Approx(8 * 0.8 + 0.2));
    CHECK(processor.capacity(16) == Approx(8.0));
    CHECK(processor.capacity(1'000) == Approx(8.0));
}

TEST_CASE("without a turbo as many jobs as cores take no longer than one alone")
{
    Bench bench(spec(1, 4, 4, 1.0, 4.0));
    for (int i = 0; i < 4; ++i)
        bench.run(0.010);
    bench.toEnd();
    CHECK(bench.finished == std::vector<double>(4, 0.010));
}

TEST_CASE("each number of busy cores has the speed given for it, the last one that of all further cores")
{
    ProcessorSpec figures = spec(1, 4, 4, 1.0, 4.0);
    figures.coreSpeeds = {3.0, 2.5, 2.0};
    Bench bench(figures);
    CHECK(bench.processor.capacity(1) == 3.0);
    CHECK(bench.processor.capacity(2) == 5.0);
    CHECK(bench.processor.capacity(3) == 6.0);
    CHECK(bench.processor.capacity(4) == 8.0);
}

TEST_CASE("more jobs never get less in total, however steeply the speed of a core falls")
{
    for (double all : {0.1, 0.5, 1.0, 2.0, 4.0}) {
        Calendar calendar;
        const Processor processor(calendar, spec(3, 4, 8, 1.0, all));
        for (std::uint32_t jobs = 0; jobs < processor.hardwareThreads(); ++jobs)
            CHECK(processor.capacity(jobs + 1) >= processor.capacity(jobs));
        CHECK(processor.capacity(1) == 1.0);
    }
}

TEST_CASE("a socket has at least one thread for each core, and a second thread adds no more than a core")
{
    const auto capacity = [](ProcessorSpec figures, std::uint32_t jobs) {
        Calendar calendar;
        return Processor(calendar, figures).capacity(jobs);
    };
    CHECK(capacity(spec(1, 4, 2, 1.0, 4.0), 4) == Approx(4.0));
    ProcessorSpec twice = spec(1, 4, 8, 1.0, 5.0);
    twice.secondThreadShare = 2;
    CHECK(capacity(twice, 8) == Approx(8.0));
}

TEST_CASE("a processor without cores or speed is refused")
{
    Calendar calendar;
    CHECK_THROWS_AS(Processor(calendar, spec(0, 1, 1, 1, 1)), std::invalid_argument);
    CHECK_THROWS_AS(Processor(calendar, spec(1, 0, 1, 1, 1)), std::invalid_argument);
    CHECK_THROWS_AS(Processor(calendar, spec(1, 1, 1, 0, 1)), std::invalid_argument);
    CHECK_THROWS_AS(Processor(calendar, spec(1, 2, 2, 1, std::nan(""))), std::invalid_argument);
    ProcessorSpec none;
    none.coreSpeeds.clear();
    CHECK_THROWS_AS(Processor(calendar, none), std::invalid_argument);
}

TEST_CASE("a new window counts work and busy time from its start on, in the middle of a job too")
{
    Bench bench(spec(1, 2, 2, 1.0, 1.5));
    bench.run(3.0);
    bench.run(3.0);
    bench.at(1.0);
    CHECK(bench.processor.workDone() == Approx(1.5));
    bench.processor.meter().reset(bench.calendar.now());
    CHECK(bench.processor.workDone() == 0.0);
    bench.at(2.0);
    CHECK(bench.processor.workDone() == Approx(1.5));
    bench.toEnd();
    CHECK(bench.processor.workDone() == Approx(4.5));
    CHECK((bench.processor.meter().busyTime() == 2 * 3 * picosecondsPerSecond));
}
