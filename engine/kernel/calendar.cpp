#include "kernel/calendar.h"

#include "kernel/fetch.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::kernel {

namespace {

/// Below this size sweeping cancelled keys out is not worth the trouble.
constexpr std::uint64_t smallestSweep = 64;

/// With fewer events than this pending, what a model needs lies in the processor's caches anyway.
constexpr std::size_t smallModel = 2000;

} // namespace

void Calendar::growPool()
{
    if (slots_.size() >= maxPending)
        throw std::length_error("more than 16 million events are pending");
    freeSlot_ = static_cast<std::uint32_t>(slots_.size());
    slots_.emplace_back().context = noSlot;
}

void Calendar::pruneTop()
{
    while (cancelled_ > 0 && !heap_.empty() && !slots_[slotOf(heap_.front())].live) {
        releaseSlot(slotOf(heap_.front()));
        heap_.pop();
        --cancelled_;
    }
}

void Calendar::sweep()
{
    heap_.eraseIf([this](Key key) {
        if (slots_[slotOf(key)].live)
            return false;
        releaseSlot(slotOf(key));
        return true;
    });
    cancelled_ = 0;
}

void Calendar::renumber()
{
    const auto keys = heap_.keys();
    std::sort(keys.begin(), keys.end());
    sequence_ = 0;
    for (Key& key : keys)
        key = makeKey(timeOf(key), sequence_++, slotOf(key));
}

bool Calendar::cancel(EventId event)
{
    const std::uint64_t index = (event & 0xffffffffU) - 1;
    if (event == noEvent || index >= slots_.size())
        return false;
    Slot& slot = slots_[index];
    if (!slot.live || slot.generation != event >> 32)
        return false;
    slot.live = false;
    ++cancelled_;
    if (cancelled_ >= smallestSweep && cancelled_ * 2 > heap_.size())
        sweep();
    else
        pruneTop();
    return true;
}

/// Brings what the next events need towards the processor while this one is at work; in a large model each piece would
/// be waited for. First the slot of an event, then the objects that its handler looks at, then what those refer to:
/// steps that are taken for different events at a time. A small model lies in the cache as it is.
void Calendar::fetchAhead() const
{
    if (heap_.size() < smallModel)
        return;
    const auto look = [this](std::size_t place, bool isNext) {
        const Slot& slot = slots_[slotOf(heap_[place])];
        lookAhead_(lookingObject_, slot.handler, slot.self, slot.context, isNext);
    };
    const std::size_t first = KeyHeap::childrenOf(KeyHeap::root), second = heap_.leastOfFour(first);
    std::size_t third = heap_.leastOfFour(KeyHeap::childrenOf(second));
    for (std::size_t i = first; i < first + KeyHeap::arity; ++i)
        if (i != second && heap_[i] < heap_[third])
            third = i;
    if (lookAhead_) {
        look(KeyHeap::root, true);
        look(second, false);
    }
    const Slot& coming = slots_[slotOf(heap_[third])];
    for (const char* object : {static_cast<const char*>(coming.self), reinterpret_cast<const char*>(coming.context)}) {
        fetch(object);
        fetch(object + cacheLine);
    }
    const std::size_t behind = KeyHeap::childrenOf(third);
    for (std::size_t i = behind; i < behind + KeyHeap::arity; ++i)
        fetch(&slots_[slotOf(heap_[i])]);
}

std::uint64_t Calendar::runSome(Time limit, std::uint64_t maxEvents)
{
    stopped_ = false;
    std::uint64_t ran = 0;
    while (ran < maxEvents && !stopped_ && !heap_.empty()) {
        const Key key = heap_.front();
        if (timeOf(key) > limit)
            break;
        now_ = timeOf(key);
        const Slot due = slots_[slotOf(key)];
        releaseSlot(slotOf(key));
        heap_.pop();
        pruneTop();
        fetchAhead();
        ++ran;
        ++eventsRun_;
        if (due.handler)
            due.handler(due.self, due.context);
    }
    return ran;
}

std::uint64_t Calendar::runUntil(Time limit)
{
    const std::uint64_t ran = runSome(limit, ~std::uint64_t{0});
    if (!stopped_)
        now_ = std::max(now_, limit);
    return ran;
}

} // namespace headroom::kernel
