// Cores that sleep while they have nothing to do, and take time to wake.
#include "open_loop.h"

#include <vector>

using namespace headroom::kernel;
using namespace headroom::resources;
using namespace headroom::test;

namespace {

constexpr double micro = 1e-6;

/// Cores that are in C1 (2 us to wake) at once, and in C6 (133 us) after 400 us.
ProcessorSpec sleepers(std::uint32_t cores, IdleCores::Takes takes,
                       ProcessorSpec::Discipline discipline = ProcessorSpec::Discipline::sharing)
{
    ProcessorSpec spec = plainCores(cores, discipline);
    spec.idleStates = {{0, 2 * micro}, {400 * micro, 133 * micro}};
    spec.takes = takes;
    return spec;
}

/// Jobs started by hand; when each was done, in microseconds.
struct Sleepy
{
    explicit Sleepy(const ProcessorSpec& spec) : processor(calendar, spec) {}

    JobId run(double workUs)
    {
        doneUs.push_back(-1);
        return processor.run(workUs * micro, {&Sleepy::note, this, doneUs.size() - 1});
    }
    void at(double us) { calendar.runUntil(fromSeconds(us * micro)); }
    static void note(void* self, std::uint64_t job)
    {
        auto& jobs = *static_cast<Sleepy*>(self);
        jobs.doneUs[job] = toSeconds(jobs.calendar.now()) / micro;
        if (jobs.followUs > 0)
            jobs.run(std::exchange(jobs.followUs, 0));
    }

    Calendar calendar;
    Processor processor;
    std::vector<double> doneUs;
    double followUs = 0; ///< work that the next job to end starts
};

} // namespace

TEST_CASE("a core wakes from the deepest state that its time without work pays for")
{
    Sleepy jobs(sleepers(1, IdleCores::Takes::lastIdle));
    jobs.at(300);
    jobs.run(50); // idle for 300 us
    jobs.at(752);
    jobs.run(50); // idle for 400 us since 352
    jobs.at(1000);
    CHECK(jobs.doneUs[0] == Approx(352));
    CHECK(jobs.doneUs[1] == Approx(752 + 133 + 50));
}

TEST_CASE("work that follows other work at once finds a core awake")
{
    Sleepy jobs(sleepers(4, IdleCores::Takes::longestIdle));
    jobs.followUs = 30;
    jobs.at(1000);
    jobs.run(50);
    jobs.at(2000);
    CHECK(jobs.doneUs[1] == Approx(1000 + 133 + 50 + 30));
}

TEST_CASE("packed, work takes the core that slept for the shortest time; spread, for the longest")
{
    for (const bool spread : {false, true}) {
        INFO(spread);
        Sleepy jobs(sleepers(2, spread ? IdleCores::Takes::longestIdle : IdleCores::Takes::lastIdle));
        jobs.at(1000);
        jobs.run(50);
        jobs.at(1200);
        jobs.run(50);
        jobs.at(2000);
        CHECK(jobs.doneUs[0] == Approx(1183));
        CHECK(jobs.doneUs[1] == Approx(1200 + (spread ? 133 : 2) + 50));
    }
}

TEST_CASE("at random, work takes each idle core as often as the others, and the same ones in the next run")
{
    // One of the four cores is in C1 and three are in C6. The name of the draws decides which of them takes the work.
    const auto wakes = [](std::uint64_t draws) {
        ProcessorSpec spec = sleepers(4, IdleCores::Takes::anyIdle);
        spec.draws = mix(1, draws);
        Sleepy jobs(spec);
        jobs.at(1000);
        jobs.run(50);
        jobs.at(1300);
        jobs.run(50);
        jobs.at(2000);
        return jobs.doneUs[1] - 1350;
    };
    int light = 0;
    for (std::uint64_t draws = 0; draws < 1000; ++draws) {
        const double wake = wakes(draws);
        light += wake < 3;
        CHECK((wake == Approx(2) || wake == Approx(133)));
        CHECK(wakes(draws) == wake);
    }
    CHECK(light == Approx(250).margin(50)); // four standard deviations are 55
}

TEST_CASE("work that comes while all cores are busy wakes none")
{
    for (const auto discipline : {ProcessorSpec::Discipline::fifo, ProcessorSpec::Discipline::sharing}) {
        Sleepy jobs(sleepers(1, IdleCores::Takes::lastIdle, discipline));
        jobs.at(100);
        jobs.run(50);
        jobs.at(110);
        jobs.run(50);
        jobs.at(500);
        CHECK(jobs.doneUs[1] == Approx(202)); // 2 us to wake, then 100 us of work
    }
}

TEST_CASE("a job that is cancelled while its core wakes is gone, and the core idle again")
{
    Sleepy jobs(sleepers(1, IdleCores::Takes::lastIdle));
    jobs.at(1000);
    const JobId job = jobs.run(50);
    jobs.at(1100);
    CHECK(jobs.processor.cancel(job));
    CHECK_FALSE(jobs.processor.cancel(job));
    jobs.run(50); // at the instant at which the other one leaves
    jobs.at(2000);
    CHECK(jobs.doneUs[0] == -1);
    CHECK(jobs.doneUs[1] == Approx(1150));
    CHECK(jobs.processor.meter().busy() == 0);
}

TEST_CASE("a core that wakes is not busy")
{
    Sleepy jobs(sleepers(1, IdleCores::Takes::lastIdle));
    jobs.at(1000);
    jobs.run(50);
    jobs.at(1100);
    CHECK(jobs.processor.meter().busy() == 0);
    jobs.at(1150);
    CHECK(jobs.processor.meter().busy() == 1);
}
