// The event calendar: which event is next, and when.
//
// Every part of the model that takes simulated time schedules a handler here. The calendar does not depend on SystemC:
// `SystemCHost` (systemc_host.h) drives it from an SC_METHOD; tests drive it by `runUntil` alone.
#pragma once

#include "kernel/key_queue.h"
#include "kernel/large_pages.h"
#include "kernel/time.h"

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace headroom::kernel {

/// Called when an event is due. `self` is the object that scheduled it; `context` is a value of its own, usually an
/// index into its pool. A plain function: no allocation, no virtual call per event.
using Handler = void (*)(void* self, std::uint64_t context);

/// Called when a piece of work is done. A default-constructed completion does nothing.
struct Completion
{
    Handler handler = nullptr;
    void* self = nullptr;
    std::uint64_t context = 0;

    void operator()() const
    {
        if (handler)
            handler(self, context);
    }
};

/// Identifies a scheduled event until it has run or was cancelled; a stale id is recognised and ignored.
using EventId = std::uint64_t;
inline constexpr EventId noEvent = 0;

/// Pending events in order of (time, order of scheduling): events of the same instant run first come, first served. An
/// event that a handler schedules for now() runs in this instant, after the events already queued for it.
///
/// A queue of 16-byte keys and a separate pool of slots: no allocation once both have grown to the model's size. A
/// cancelled event leaves its key in the queue until the key comes to the front or cancelled keys are the majority;
/// then all of them are removed at once, so that cancelling costs a constant amount on average.
class Calendar
{
public:
    /// At most this many events can be pending; `schedule` throws std::length_error beyond.
    static constexpr std::uint64_t maxPending = (std::uint64_t{1} << 24) - 1;

    /// `firstSequence` is where the count of events starts, for testing what happens when the count runs out.
    explicit Calendar(std::uint64_t firstSequence = 0) : sequence_(firstSequence) {}
    Calendar(const Calendar&) = delete;
    Calendar& operator=(const Calendar&) = delete;

    /// The instant of the event that is running, or that ran last.
    Time now() const { return now_; }

    /// Calls `handler(self, context)` at `at`; a time before now() counts as now(). A null handler lets time pass
    /// and calls nothing.
    EventId schedule(Time at, Handler handler, void* self, std::uint64_t context = 0)
    {
        return put(at, handler, self, context);
    }
    EventId schedule(Time at, const Completion& done) { return put(at, done.handler, done.self, done.context); }
    /// The same as schedule, but inlined, for callers that schedule at nearly every event.
    [[gnu::always_inline]] EventId put(Time at, Handler handler, void* self, std::uint64_t context)
    {
        const std::uint32_t slot = fillSlot(handler, self, context);
        const EventId event = idOf(slot);
        if (sequence_ > maxSequence) [[unlikely]]
            renumber();
        queue_.pushNewest(makeKey(at > now_ ? at : now_, sequence_++, slot));
        return event;
    }

    /// The same for periodic activity in the background: what it does never lets a request continue that waits now. A
    /// model of which only such events are pending is at a standstill.
    EventId scheduleBackground(Time at, Handler handler, void* self, std::uint64_t context = 0)
    {
        const EventId event = put(at, handler, self, context);
        slots_[(event & 0xffffffffU) - 1].state = SlotState::background;
        return event;
    }

    /// A place in the order of scheduling.
    struct Place
    {
        std::uint64_t sequence = 0;
        std::uint32_t numbering = 0; ///< times that the places had been numbered anew
    };
    /// The place that an event would have if it were scheduled now.
    Place takePlace()
    {
        if (sequence_ > maxSequence) [[unlikely]]
            renumber();
        return {sequence_++, numbering_};
    }
    /// Schedules an event that runs as if it had been scheduled when its place was taken. It is called before the
    /// handler that took the place returns. So an event whose time changes several times in a handler is scheduled
    /// once. A place is used once.
    EventId scheduleAt(const Place& place, Time at, Handler handler, void* self, std::uint64_t context = 0);

    /// Removes an event. False if it has run already, was cancelled, or is `noEvent`.
    bool cancel(EventId event);

    /// Runs all events due at or before `limit`, then sets now() to `limit` (unless stopped). Returns how many ran.
    std::uint64_t runUntil(Time limit);

    /// Runs events until the next one is later than `limit` or `maxEvents` have run; now() stays at the last event.
    std::uint64_t runSome(Time limit, std::uint64_t maxEvents);

    /// Makes the loop return after the current event. It applies until the next runUntil or runSome.
    void stop() { stopped_ = true; }
    bool stopped() const { return stopped_; }

    /// Time of the next event; `never` if there is none.
    Time nextTime() const { return queue_.empty() ? never : timeOf(queue_.front()); }

    /// An event that comes.
    struct Event
    {
        Handler handler = nullptr;
        void* self = nullptr;
        std::uint64_t context = 0;
    };
    /// Called before each event, to prefetch the memory that later ones will use: in a large model most of the time is
    /// spent waiting for memory. When `soon` runs, two other events have run, and three before `later`, so that each
    /// event comes twice, first as `later`. The memory that its `self` and `context` (if that is an address) point to
    /// was prefetched before. The function must change nothing; whether it is called does not affect the results.
    using LookAhead = void (*)(void* object, const Event& soon, const Event& later);
    void lookAheadWith(LookAhead look, void* object)
    {
        lookAhead_ = look;
        lookingObject_ = object;
    }

    std::uint64_t eventsRun() const { return eventsRun_; }
    std::uint64_t pending() const { return queue_.size() - cancelled_; }
    /// True if only events of background activity are pending. It looks at every event.
    bool onlyBackgroundPending() const;

    /// Memory for the small records of all users of this calendar (nodes of maps ...). Memory that one user returns is
    /// reused by the others, so nothing is allocated once the maximum in use at a time was reached, and an idle device
    /// costs nothing.
    std::pmr::memory_resource* records() { return &records_; }

private:
    /// Time is in the upper half; sequence and slot share the lower one. The slot never decides the order.
    using Key = KeyQueue::Key;
    static constexpr int slotBits = 24;
    static constexpr std::uint64_t maxSequence = (std::uint64_t{1} << (64 - slotBits)) - 1;
    static constexpr std::uint32_t noSlot = 0xffffffffU;

    enum class SlotState : std::uint8_t
    {
        dead, ///< free, or its event was cancelled
        live,
        background ///< live
    };
    /// `context` is the next free slot while this one is free.
    struct Slot : Event
    {
        std::uint32_t generation = 0;
        SlotState state = SlotState::dead;

        bool live() const { return state != SlotState::dead; }
    };

    static Key makeKey(Time time, std::uint64_t sequence, std::uint32_t slot)
    {
        return (static_cast<Key>(static_cast<std::uint64_t>(time)) << 64) | (sequence << slotBits) | slot;
    }
    static Time timeOf(Key key) { return static_cast<Time>(static_cast<std::uint64_t>(key >> 64)); }
    static std::uint32_t slotOf(Key key) { return static_cast<std::uint32_t>(key) & ((1U << slotBits) - 1); }

    std::uint32_t takeSlot()
    {
        if (freeSlot_ == noSlot) [[unlikely]]
            growPool();
        const std::uint32_t slot = freeSlot_;
        freeSlot_ = static_cast<std::uint32_t>(slots_[slot].context);
        return slot;
    }
    [[gnu::always_inline]] std::uint32_t fillSlot(Handler handler, void* self, std::uint64_t context)
    {
        const std::uint32_t slot = takeSlot();
        Slot& taken = slots_[slot];
        taken.handler = handler;
        taken.self = self;
        taken.context = context;
        taken.state = SlotState::live;
        return slot;
    }
    EventId idOf(std::uint32_t slot) const
    {
        return (static_cast<EventId>(slots_[slot].generation) << 32) | (slot + 1);
    }
    void releaseSlot(std::uint32_t slot)
    {
        Slot& released = slots_[slot];
        released.state = SlotState::dead;
        ++released.generation;
        released.context = freeSlot_;
        freeSlot_ = slot;
    }
    void growPool();
    void pruneFront();
    /// How much is prefetched of the events that come.
    enum class Ahead : std::uint8_t
    {
        nothing,
        objects,
        whatTheyReferTo
    };
    Ahead ahead() const;
    void fetchAhead(Ahead ahead) const;
    void sweep();
    void renumber();

    Time now_ = 0;
    std::uint64_t sequence_;
    std::uint64_t eventsRun_ = 0;
    std::uint32_t numbering_ = 0;
    std::pmr::unsynchronized_pool_resource records_;
    KeyQueue queue_; ///< each key has a slot; the first one is never that of a cancelled event
    std::pmr::vector<Slot> slots_{&largePages()};
    std::uint64_t cancelled_ = 0;
    std::uint32_t freeSlot_ = noSlot;
    bool stopped_ = false;
    LookAhead lookAhead_ = nullptr;
    void* lookingObject_ = nullptr;
};

} // namespace headroom::kernel
