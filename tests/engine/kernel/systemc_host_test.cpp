#include "kernel/systemc_host.h"

#include <systemc>

#include <catch2/catch.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

using namespace headroom::kernel;

namespace {

/// An event that schedules itself again every `period` until `last`.
struct Ticker
{
    Calendar& calendar;
    Time period = 1;
    Time last = never;
    std::vector<std::pair<Time, std::string>>* log = nullptr;
    std::uint64_t ticks = 0;

    static void tick(void* self, std::uint64_t)
    {
        auto& ticker = *static_cast<Ticker*>(self);
        ++ticker.ticks;
        if (ticker.log)
            ticker.log->emplace_back(ticker.calendar.now(), "calendar");
        if (ticker.calendar.now() + ticker.period <= ticker.last)
            ticker.calendar.schedule(ticker.calendar.now() + ticker.period, tick, self);
    }
};

sc_core::sc_time ticksOf(Time time)
{
    return sc_core::sc_time::from_value(static_cast<sc_dt::uint64>(time));
}

/// A SystemC thread that is not the calendar's; it ends with its body.
template <typename Body>
void spawnThread(Body body)
{
    sc_core::sc_spawn(body);
}

} // namespace

TEST_CASE("alone, the calendar runs to the end within one activation of SystemC")
{
    Calendar calendar;
    SystemCHost host(calendar);
    Ticker ticker{calendar, 10};
    calendar.schedule(10, Ticker::tick, &ticker);
    CHECK(host.runUntil(10'000, 100, [] { return true; }));
    CHECK(ticker.ticks == 1000);
    CHECK(calendar.now() == 10'000);
    CHECK(host.systemCTime() == 10'000);
    CHECK(host.activations() == 1);
    CHECK(host.runUntil(10'005, 100, nullptr));
    CHECK(calendar.now() == 10'005);
    CHECK(host.runUntil(10'010, 100, nullptr));
    CHECK(ticker.ticks == 1001);
}

TEST_CASE("a SystemC thread and the calendar interleave in the order of time")
{
    Calendar calendar;
    SystemCHost host(calendar);
    std::vector<std::pair<Time, std::string>> log;
    Ticker ticker{calendar, 10, never, &log};
    calendar.schedule(10, Ticker::tick, &ticker);
    bool sawTheFuture = false;
    spawnThread([&] {
        for (int i = 0; i < 40; ++i) {
            sc_core::wait(ticksOf(7 + i % 20));
            sawTheFuture = sawTheFuture || calendar.now() > host.systemCTime();
            log.emplace_back(host.systemCTime(), "thread");
        }
    });
    CHECK(host.runUntil(2'000, 1'000, nullptr));
    CHECK(std::is_sorted(log.begin(), log.end(), [](const auto& a, const auto& b) { return a.first < b.first; }));
    CHECK(std::count_if(log.begin(), log.end(), [](const auto& entry) { return entry.second == "thread"; }) == 40);
    CHECK(ticker.ticks == 200);
    CHECK_FALSE(sawTheFuture);
    CHECK(host.activations() < 100);
}

TEST_CASE("a SystemC thread wakes an idle calendar by scheduling an event")
{
    Calendar calendar;
    SystemCHost host(calendar);
    std::vector<std::pair<Time, std::string>> log;
    Ticker ticker{calendar, 1, 0, &log};
    calendar.schedule(900, Ticker::tick, &ticker);
    spawnThread([&] {
        sc_core::wait(ticksOf(100));
        host.schedule(150, Ticker::tick, &ticker);
        host.schedule(120, Ticker::tick, &ticker);
        host.schedule(3, Ticker::tick, &ticker); // too late: counts as now
        sc_core::wait(ticksOf(100));
        log.emplace_back(host.systemCTime(), "thread");
    });
    CHECK(host.runUntil(1'000, 1'000, nullptr));
    const std::vector<std::pair<Time, std::string>> expected{
        {100, "calendar"}, {120, "calendar"}, {150, "calendar"}, {200, "thread"}, {900, "calendar"}};
    CHECK(log == expected);
}

TEST_CASE("at the end of a run all calendar events of that instant are done, SystemC processes belong to the next run")
{
    Calendar calendar;
    SystemCHost host(calendar);
    std::vector<std::pair<Time, std::string>> log;
    Ticker ticker{calendar, 1, 0, &log};
    calendar.schedule(100, Ticker::tick, &ticker);
    spawnThread([&] {
        sc_core::wait(ticksOf(100));
        log.emplace_back(host.systemCTime(), "thread");
        host.schedule(100, Ticker::tick, &ticker);
    });
    CHECK(host.runUntil(100, 1'000, nullptr));
    CHECK(log == std::vector<std::pair<Time, std::string>>{{100, "calendar"}});
    CHECK(host.runUntil(200, 1'000, nullptr));
    CHECK(log == std::vector<std::pair<Time, std::string>>{{100, "calendar"}, {100, "thread"}, {100, "calendar"}});
}

TEST_CASE("between quanta the driver can stop the run and take it up again without losing an event")
{
    Calendar calendar;
    SystemCHost host(calendar);
    Ticker ticker{calendar, 10};
    calendar.schedule(10, Ticker::tick, &ticker);
    int asked = 0;
    CHECK_FALSE(host.runUntil(10'000, 100, [&] { return ++asked < 3; }));
    CHECK(asked == 3);
    CHECK(ticker.ticks == 300);
    CHECK(calendar.now() == 3'000);
    CHECK(host.runUntil(10'000, 100, nullptr));
    CHECK(ticker.ticks == 1000);
    CHECK(calendar.now() == 10'000);
}

TEST_CASE("a handler can stop the run through the calendar")
{
    Calendar calendar;
    SystemCHost host(calendar);
    calendar.schedule(
        50, [](void* self, std::uint64_t) { static_cast<Calendar*>(self)->stop(); }, &calendar);
    CHECK_FALSE(host.runUntil(100, 10, nullptr));
    CHECK(calendar.now() == 50);
    CHECK(host.runUntil(100, 10, nullptr));
    CHECK(calendar.now() == 100);
}

TEST_CASE("an exception from a handler comes out of the run as it was thrown")
{
    Calendar calendar;
    SystemCHost host(calendar);
    calendar.schedule(
        50, [](void*, std::uint64_t) { throw std::domain_error("broken model"); }, nullptr);
    CHECK_THROWS_AS(host.runUntil(100, 10, nullptr), std::domain_error);
    CHECK(host.runUntil(100, 10, nullptr));
}

TEST_CASE("a second host can follow the first in one process and gives the same run")
{
    const auto run = [] {
        Calendar calendar;
        SystemCHost host(calendar);
        std::vector<std::pair<Time, std::string>> log;
        Ticker ticker{calendar, 30, 300, &log};
        calendar.schedule(30, Ticker::tick, &ticker);
        host.runUntil(1'000, 4, nullptr);
        return log;
    };
    const auto first = run();
    CHECK(first.size() == 10);
    CHECK(run() == first);
}

TEST_CASE("there is only one host at a time")
{
    Calendar calendar;
    SystemCHost host(calendar);
    Calendar other;
    CHECK_THROWS_AS(SystemCHost(other), std::logic_error);
}
