// Jobs whose end nobody waits for: they take their share of the processor, but their end need not be an event.
#include "core_speeds.h"
#include "kernel/random.h"
#include "resources/processor/processor.h"

#include <catch2/catch.hpp>

#include <vector>

using namespace headroom::kernel;
using namespace headroom::resources;
using headroom::test::linearSpeeds;

namespace {

/// Cores that get slower the more of them are busy, so that every job is noticed by all others.
ProcessorSpec turboCores()
{
    ProcessorSpec spec;
    spec.coresPerSocket = spec.threadsPerSocket = 6;
    spec.coreSpeeds = linearSpeeds(6, 1.3, 0.9);
    return spec;
}

/// Readings of a processor at one instant.
struct Reading
{
    headroom::monitoring::Meter::Integral busy, present;
    std::uint64_t arrivals, departures;
    double work;

    bool operator==(const Reading&) const = default;
};

struct Outcome
{
    std::vector<Time> ends; ///< of the jobs that somebody waits for
    std::vector<Reading> readings;
    std::uint64_t events = 0;
};

/// Two of three jobs at random instants are short and nobody waits for them. `watched`: they have a completion all the
/// same, which does nothing.
class Mixture
{
public:
    explicit Mixture(bool watched) : watched_(watched), processor_(calendar_, turboCores()) {}

    Outcome run()
    {
        double at = 0;
        for (std::uint64_t job = 0; job < 3000; ++job) {
            at += random_.exponential(0.4e-3, 1, job);
            calendar_.runUntil(fromSeconds(at));
            arrive(job);
            if (job % 100 == 50)
                read(job == 1050);
        }
        calendar_.runUntil(fromSeconds(at + 10));
        read(false);
        outcome_.events = calendar_.eventsRun();
        return outcome_;
    }

private:
    void arrive(std::uint64_t job)
    {
        const bool waited = random_.below(3, 2, job) == 0;
        const double work = (waited ? 5e-3 : 20e-6) * random_.uniform(3, job);
        const JobId id = processor_.run(work, waited ? Completion{&Mixture::end, this, job}
                                                     : Completion{watched_ ? &Mixture::nothing : nullptr, this, job});
        if (random_.below(20, 4, job) == 0)
            processor_.cancel(id);
    }
    void read(bool newWindow)
    {
        processor_.meter().advance(calendar_.now());
        const auto& meter = processor_.meter();
        outcome_.readings.push_back(
            {meter.busyTime(), meter.presentTime(), meter.arrivals(), meter.departures(), processor_.workDone()});
        if (newWindow)
            processor_.meter().reset(calendar_.now());
    }
    static void end(void* self, std::uint64_t)
    {
        auto& mixture = *static_cast<Mixture*>(self);
        mixture.outcome_.ends.push_back(mixture.calendar_.now());
    }
    static void nothing(void*, std::uint64_t) {}

    bool watched_;
    Calendar calendar_;
    Processor processor_;
    KeyedRandom random_{1};
    Outcome outcome_;
};

} // namespace

TEST_CASE("a job that nobody waits for slows the others and is counted as if somebody did")
{
    const Outcome watched = Mixture(true).run(), unwatched = Mixture(false).run();
    REQUIRE(watched.ends.size() > 800);
    CHECK(unwatched.ends == watched.ends);
    CHECK(unwatched.readings == watched.readings);
    CHECK(unwatched.events < 0.6 * static_cast<double>(watched.events));
}

TEST_CASE("a job that nobody waits for can be cancelled until its work is done")
{
    Calendar calendar;
    Processor processor(calendar, turboCores());
    const JobId early = processor.run(1.3, {});
    const JobId late = processor.run(13, {[](void*, std::uint64_t) { FAIL("it was cancelled"); }, nullptr, 0});
    calendar.runUntil(fromSeconds(1.2));
    CHECK_FALSE(processor.cancel(early));
    CHECK(processor.meter().present() == 1);
    CHECK(processor.cancel(late));
    CHECK_FALSE(processor.cancel(late));
    CHECK(processor.meter().present() == 0);
}
