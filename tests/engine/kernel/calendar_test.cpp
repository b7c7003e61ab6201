#include "kernel/calendar.h"
#include "kernel/random.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

#include <functional>
#include <map>
#include <vector>

using namespace headroom::kernel;

namespace {

/// Notes which events ran and when.
struct Diary
{
    Calendar* calendar = nullptr;
    std::vector<std::pair<Time, std::uint64_t>> entries;
    std::function<void(std::uint64_t)> also = nullptr;

    static void note(void* self, std::uint64_t context)
    {
        auto& diary = *static_cast<Diary*>(self);
        diary.entries.emplace_back(diary.calendar->now(), context);
        if (diary.also)
            diary.also(context);
    }
};

using Entries = std::vector<std::pair<Time, std::uint64_t>>;

} // namespace

TEST_CASE("events run in order of time, and first come first served within an instant")
{
    Calendar calendar;
    Diary diary{&calendar, {}};
    calendar.schedule(30, Diary::note, &diary, 1);
    calendar.schedule(10, Diary::note, &diary, 2);
    calendar.schedule(30, Diary::note, &diary, 3);
    calendar.schedule(20, Diary::note, &diary, 4);
    CHECK(calendar.nextTime() == 10);
    CHECK(calendar.pending() == 4);
    CHECK(calendar.runUntil(100) == 4);
    CHECK(diary.entries == Entries{{10, 2}, {20, 4}, {30, 1}, {30, 3}});
    CHECK(calendar.now() == 100);
    CHECK(calendar.nextTime() == never);
    CHECK(calendar.eventsRun() == 4);
}

TEST_CASE("an event that a handler schedules for this instant or the past runs now, after those already queued")
{
    Calendar calendar;
    Diary diary{&calendar, {}};
    diary.also = [&](std::uint64_t context) {
        if (context == 1) {
            calendar.schedule(calendar.now(), Diary::note, &diary, 3);
            calendar.schedule(0, Diary::note, &diary, 4);
        }
    };
    calendar.schedule(10, Diary::note, &diary, 1);
    calendar.schedule(10, Diary::note, &diary, 2);
    calendar.runUntil(10);
    CHECK(diary.entries == Entries{{10, 1}, {10, 2}, {10, 3}, {10, 4}});
}

TEST_CASE("a cancelled event does not run, and stale names are recognised")
{
    Calendar calendar;
    Diary diary{&calendar, {}};
    const EventId first = calendar.schedule(10, Diary::note, &diary, 1);
    const EventId second = calendar.schedule(20, Diary::note, &diary, 2);
    CHECK(calendar.cancel(first));
    CHECK_FALSE(calendar.cancel(first));
    CHECK_FALSE(calendar.cancel(noEvent));
    CHECK_FALSE(calendar.cancel(~EventId{0}));
    CHECK(calendar.pending() == 1);
    CHECK(calendar.nextTime() == 20);
    CHECK(calendar.runUntil(30) == 1);
    CHECK_FALSE(calendar.cancel(second));
    const EventId third = calendar.schedule(40, Diary::note, &diary, 3); // takes the place of an earlier one
    CHECK_FALSE(calendar.cancel(first));
    CHECK_FALSE(calendar.cancel(second));
    CHECK(calendar.cancel(third));
    calendar.runUntil(50);
    CHECK(diary.entries == Entries{{20, 2}});
}

TEST_CASE("an event that is running can no longer be cancelled, one later in its instant can")
{
    Calendar calendar;
    Diary diary{&calendar, {}};
    EventId self = noEvent, other = noEvent;
    bool cancelledSelf = true, cancelledOther = false;
    diary.also = [&](std::uint64_t) {
        cancelledSelf = calendar.cancel(self);
        cancelledOther = calendar.cancel(other);
    };
    self = calendar.schedule(10, Diary::note, &diary, 1);
    other = calendar.schedule(10, Diary::note, &diary, 2);
    calendar.runUntil(20);
    CHECK_FALSE(cancelledSelf);
    CHECK(cancelledOther);
    CHECK(diary.entries == Entries{{10, 1}});
}

TEST_CASE("the calendar agrees with a sorted map under random scheduling and cancelling")
{
    // A count that runs out on the way: the order has to survive the renumbering.
    const std::uint64_t firstSequence = headroom::test::oneOf({std::uint64_t{0}, (std::uint64_t{1} << 40) - 5000});
    Calendar calendar(firstSequence);
    const KeyedRandom random(2);
    struct Model
    {
        Calendar& calendar;
        std::map<std::pair<Time, std::uint64_t>, std::uint64_t> due; ///< (time, order) to name
        std::map<std::uint64_t, std::pair<std::pair<Time, std::uint64_t>, EventId>> names;
        std::uint64_t ran = 0;
        bool agreed = true;
    } model{calendar, {}, {}, 0, true};
    const Handler run = [](void* self, std::uint64_t name) {
        auto& m = *static_cast<Model*>(self);
        m.agreed = m.agreed && !m.due.empty() && m.due.begin()->second == name &&
                   m.due.begin()->first.first == m.calendar.now();
        m.due.erase(m.due.begin());
        m.names.erase(name);
        ++m.ran;
    };
    for (std::uint64_t i = 0; i < 20'000; ++i) {
        const Time at = calendar.now() + static_cast<Time>(random.below(500, 1, i));
        const EventId id = calendar.schedule(at, run, &model, i);
        model.due[{at, i}] = i;
        model.names[i] = {{at, i}, id};
        if (random.below(3, 2, i) > 0) {
            auto victim = model.names.lower_bound(random.below(i + 1, 3, i));
            if (victim != model.names.end()) {
                CHECK(calendar.cancel(victim->second.second));
                model.due.erase(victim->second.first);
                model.names.erase(victim);
            }
        }
        if (random.below(4, 4, i) == 0)
            calendar.runSome(never, 1 + random.below(2, 5, i));
        if (calendar.pending() != model.due.size() ||
            calendar.nextTime() != (model.due.empty() ? never : model.due.begin()->first.first))
            model.agreed = false;
    }
    calendar.runUntil(never);
    CHECK(model.agreed);
    CHECK(model.due.empty());
    CHECK(model.ran > 1000);
    CHECK(calendar.eventsRun() == model.ran);
}

TEST_CASE("events of one instant keep their order when the count of events runs out between them")
{
    Calendar calendar((std::uint64_t{1} << 40) - 150);
    Diary diary{&calendar, {}};
    for (std::uint64_t i = 0; i < 60; ++i) {
        calendar.schedule(10, Diary::note, &diary, i);
        calendar.schedule(5, Diary::note, &diary, 1'000 + i);
    }
    calendar.runUntil(5); // leaves the heap in another order than that of scheduling
    for (std::uint64_t i = 60; i < 120; ++i)
        calendar.schedule(10, Diary::note, &diary, i);
    diary.entries.clear();
    calendar.runUntil(10);
    REQUIRE(diary.entries.size() == 120);
    for (std::uint64_t i = 0; i < 120; ++i)
        CHECK(diary.entries[i].second == i);
}

TEST_CASE("an event runs at the place in the order that was taken for it")
{
    Calendar calendar;
    Diary diary{&calendar, {}};
    calendar.schedule(10, Diary::note, &diary, 1);
    const Calendar::Place place = calendar.takePlace();
    calendar.schedule(10, Diary::note, &diary, 3);
    const EventId cancelled = calendar.scheduleAt(calendar.takePlace(), 10, Diary::note, &diary, 4);
    CHECK(calendar.cancel(cancelled));
    calendar.scheduleAt(place, 10, Diary::note, &diary, 2);
    CHECK(calendar.pending() == 3);
    calendar.runUntil(10);
    CHECK(diary.entries == Entries{{10, 1}, {10, 2}, {10, 3}});
}

TEST_CASE("a place that was taken before the count of events ran out is behind all that is pending")
{
    Calendar calendar((std::uint64_t{1} << 40) - 2);
    Diary diary{&calendar, {}};
    calendar.schedule(10, Diary::note, &diary, 1);
    const Calendar::Place place = calendar.takePlace();
    calendar.schedule(10, Diary::note, &diary, 2); // the count begins anew
    calendar.scheduleAt(place, 10, Diary::note, &diary, 3);
    calendar.schedule(10, Diary::note, &diary, 4);
    calendar.runUntil(10);
    CHECK(diary.entries == Entries{{10, 1}, {10, 2}, {10, 3}, {10, 4}});
}

TEST_CASE("running some events stops at the count or the limit and leaves the clock at the last event")
{
    Calendar calendar;
    Diary diary{&calendar, {}};
    for (std::uint64_t i = 1; i <= 5; ++i)
        calendar.schedule(static_cast<Time>(i * 10), Diary::note, &diary, i);
    CHECK(calendar.runSome(never, 2) == 2);
    CHECK(calendar.now() == 20);
    CHECK(calendar.runSome(35, 100) == 1);
    CHECK(calendar.now() == 30);
    CHECK(calendar.runUntil(35) == 0);
    CHECK(calendar.now() == 35);
    CHECK(calendar.pending() == 2);
}

TEST_CASE("stop lets the running event end and the rest wait for the next run")
{
    Calendar calendar;
    Diary diary{&calendar, {}};
    diary.also = [&](std::uint64_t context) {
        if (context == 1)
            calendar.stop();
    };
    calendar.schedule(10, Diary::note, &diary, 1);
    calendar.schedule(10, Diary::note, &diary, 2);
    CHECK(calendar.runUntil(100) == 1);
    CHECK(calendar.stopped());
    CHECK(calendar.now() == 10);
    CHECK(calendar.runUntil(100) == 1);
    CHECK_FALSE(calendar.stopped());
    CHECK(calendar.now() == 100);
}

TEST_CASE("a completion without a handler lets time pass and does nothing")
{
    Calendar calendar;
    calendar.schedule(10, Completion{});
    CHECK(calendar.runUntil(20) == 1);
    Completion{}();
}

TEST_CASE("seconds become the nearest tick, and what lies outside the range its end")
{
    CHECK(fromSeconds(1.0) == picosecondsPerSecond);
    CHECK(fromSeconds(0.4e-12) == 0);
    CHECK(fromSeconds(0.6e-12) == 1);
    CHECK(fromSeconds(-1.0) == 0);
    CHECK(fromSeconds(std::nan("")) == 0);
    CHECK(fromSeconds(1e10) == never);
    CHECK(toSeconds(fromSeconds(0.008)) == Approx(0.008));
}

TEST_CASE("a calendar knows whether nothing but background activity is pending")
{
    Calendar calendar;
    Diary diary{&calendar, {}};
    CHECK(calendar.onlyBackgroundPending());
    calendar.scheduleBackground(10, Diary::note, &diary, 1);
    const EventId cancelled = calendar.schedule(20, Diary::note, &diary, 2);
    CHECK_FALSE(calendar.onlyBackgroundPending());
    calendar.cancel(cancelled);
    CHECK(calendar.onlyBackgroundPending());
    CHECK(calendar.pending() == 1);
    calendar.runUntil(10);
    CHECK(diary.entries == Entries{{10, 1}});
    calendar.schedule(30, Diary::note, &diary, 3); // it takes the slot of the background event
    CHECK_FALSE(calendar.onlyBackgroundPending());
    calendar.runUntil(30);
    CHECK(calendar.onlyBackgroundPending());
}

TEST_CASE("background events run and can be cancelled like all others")
{
    Calendar calendar;
    Diary diary{&calendar, {}};
    calendar.schedule(10, Diary::note, &diary, 1);
    calendar.scheduleBackground(10, Diary::note, &diary, 2);
    const EventId cancelled = calendar.scheduleBackground(15, Diary::note, &diary, 3);
    CHECK(calendar.cancel(cancelled));
    CHECK_FALSE(calendar.cancel(cancelled));
    CHECK(calendar.runUntil(20) == 2);
    CHECK(diary.entries == Entries{{10, 1}, {10, 2}});
}
