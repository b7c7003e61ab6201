#include "kernel/calendar.h"

#include "kernel/fetch.h"

#include <algorithm>
#include <stdexcept>
#include <unistd.h>

namespace headroom::kernel {

namespace {

/// With fewer keys a sweep of cancelled ones is not worth its cost.
constexpr std::uint64_t smallestSweep = 64;

/// With up to this many pending events, the data of the model usually stay in the second-level cache. An event stands
/// for one to two kilobytes of paths, requests and stations, and code and results are in that cache too. Measured with
/// a cache of one megabyte, the mini object store gains from 200 pending events (16 nodes) on.
std::size_t eventsInCache()
{
    constexpr long bytesOfEvent = 4096, usualCache = 512 * 1024;
    const long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
    return static_cast<std::size_t>((cache > 0 ? cache : usualCache) / bytesOfEvent);
}
const std::size_t largeModel = eventsInCache(), middlingModel = largeModel / 2;

} // namespace

void Calendar::growPool()
{
    if (slots_.size() >= maxPending)
        throw std::length_error("more than 16 million events are pending");
    freeSlot_ = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back().context = noSlot;
}

void Calendar::pruneFront()
{
    while (cancelled_ > 0 && !queue_.empty() && !slots_[slotOf(queue_.front())].live()) {
        releaseSlot(slotOf(queue_.front()));
        queue_.pop();
        --cancelled_;
    }
}

void Calendar::sweep()
{
    queue_.eraseIf([this](Key key) {
        if (slots_[slotOf(key)].live())
            return false;
        releaseSlot(slotOf(key));
        return true;
    });
    cancelled_ = 0;
}

EventId Calendar::scheduleAt(const Place& place, Time at, Handler handler, void* self, std::uint64_t context)
{
    const std::uint32_t slot = fillSlot(handler, self, context);
    // If all places were numbered anew since this one was taken, the events that were pending then come before it.
    const std::uint64_t sequence = place.numbering == numbering_ ? place.sequence : takePlace().sequence;
    queue_.push(makeKey(std::max(at, now_), sequence, slot));
    return idOf(slot);
}

void Calendar::renumber()
{
    ++numbering_;
    sequence_ = 0;
    queue_.replaceInOrder([this](Key key) { return makeKey(timeOf(key), sequence_++, slotOf(key)); });
}

bool Calendar::cancel(EventId event)
{
    const std::uint64_t index = (event & 0xffffffffU) - 1;
    if (event == noEvent || index >= slots_.size())
        return false;
    Slot& slot = slots_[index];
    if (!slot.live() || slot.generation != event >> 32)
        return false;
    slot.state = SlotState::dead;
    ++cancelled_;
    if (cancelled_ >= smallestSweep && cancelled_ * 2 > queue_.size())
        sweep();
    else
        pruneFront();
    return true;
}

/// A small model is in the cache anyway; for a middling one the last steps cost more than they save.
Calendar::Ahead Calendar::ahead() const
{
    const std::size_t keys =
        queue_.size() - queue_.far(); // a deadline in the far future stands for no data that is used now
    if (keys < std::max(middlingModel, 2 * KeyQueue::ahead))
        return Ahead::nothing;
    return keys < largeModel || !lookAhead_ ? Ahead::objects : Ahead::whatTheyReferTo;
}

/// Prefetches the data of the next events while the current one runs; in a large model the processor would wait for
/// each of them. The order is: the slot of an event, then the objects that its handler uses, then, step by step, what
/// these refer to. Each call does the steps for different events.
[[gnu::always_inline]] inline void Calendar::fetchAhead(Ahead ahead) const
{
    if (ahead == Ahead::nothing || queue_.inLine() < KeyQueue::ahead)
        return;
    const Slot* const slots = slots_.data();
    const Key* const next = queue_.line();
    fetch(slots + slotOf(next[KeyQueue::ahead - 1]));
    const Slot& coming = slots[slotOf(next[5])];
    fetch(coming.self, 2 * cacheLine);
    fetch(reinterpret_cast<const void*>(coming.context));
    if (ahead == Ahead::objects)
        return;
    const Slot &soon = slots[slotOf(next[1])], &later = slots[slotOf(next[2])];
    if (soon.live() && later.live())
        lookAhead_(lookingObject_, soon, later);
}

std::uint64_t Calendar::runSome(Time limit, std::uint64_t maxEvents)
{
    stopped_ = false;
    const Ahead ahead = this->ahead(); // the number of events changes little meanwhile
    std::uint64_t ran = 0;
    while (ran < maxEvents && !stopped_ && !queue_.empty()) {
        const Key key = queue_.front();
        if (timeOf(key) > limit)
            break;
        now_ = timeOf(key);
        const Slot& slot = slots_[slotOf(key)];
        const Handler handler = slot.handler;
        void* const self = slot.self;
        const std::uint64_t context = slot.context;
        releaseSlot(slotOf(key));
        queue_.pop();
        pruneFront();
        fetchAhead(ahead);
        ++ran;
        ++eventsRun_;
        if (handler)
            handler(self, context);
    }
    return ran;
}

bool Calendar::onlyBackgroundPending() const
{
    return std::none_of(slots_.begin(), slots_.end(), [](const Slot& slot) { return slot.state == SlotState::live; });
}

std::uint64_t Calendar::runUntil(Time limit)
{
    const std::uint64_t ran = runSome(limit, ~std::uint64_t{0});
    if (!stopped_)
        now_ = std::max(now_, limit);
    return ran;
}

} // namespace headroom::kernel
