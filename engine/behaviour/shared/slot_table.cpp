#include "behaviour/shared/slot_table.h"

#include "behaviour/calls/transfers.h"
#include "behaviour/paths/paths.h"
#include "behaviour/workers/workers.h"

#include <algorithm>
#include <string>
#include <vector>

namespace headroom::behaviour {

namespace {

/// Amount of a release that returns everything that one block has acquired.
constexpr std::uint32_t wholeItem = ~0U;

std::vector<bool> keyedItems(const Software& software)
{
    std::vector<bool> keyed;
    for (const StateInfo& state : software.states)
        keyed.push_back(state.kind == StateKind::slots && state.keyed);
    return keyed;
}

bool isEnough(std::uint32_t given, const Held& wanted)
{
    return wanted.amount == wholeItem ? given > 0 : given == wanted.amount;
}

} // namespace

SlotTable::SlotTable(Core& core, BlockTable& blocks, SharedItems& items, Workers& workers, Paths& paths,
                     Transfers& transfers)
    : core_(core), items_(items), workers_(workers), paths_(paths), transfers_(transfers),
      usage_(keyedItems(core.software))
{
    paths.slots.released.set<&SlotTable::releaseHeld>(this);
    blocks.add(this, {.code = Code::acquire,
                      .enter = enterBy<&SlotTable::acquire>,
                      .waitsFor = "queue for slots",
                      .end = endBy<&SlotTable::endAcquiring>});
    blocks.add(this, {.code = Code::release, .enter = enterBy<&SlotTable::release>});
}

Slots& SlotTable::slotsFor(const Path& p, const StateStep& step, std::uint64_t key)
{
    const auto [entry, fresh] = slots_.try_emplace(key, 0);
    if (!fresh)
        return slotPool_[entry->second];
    entry->second = slotPool_.take();
    Slots& slots = slotPool_[entry->second];
    slots.state = step.state;
    slots.queued = 0;
    if (core_.software.states[step.state].keyed) {
        slots.since = core_.calendar.now();
        const std::uint32_t owner = items_.instanceOf(p, step.state).role;
        slots.use = {core_.keyOf(step.key, p), owner == nowhere ? nowhere : core_.deployment.load(owner).node, 0, 0};
    }
    return slots;
}

std::uint64_t SlotTable::keyOf(const Path& p, const StateStep& step) const
{
    return items_.instanceKey(p, step.state, step.key);
}

/// Amount of a release; a value above the capacity is valid and means all.
std::uint32_t SlotTable::amountOf(const Path& p, const StateStep& step) const
{
    const std::uint64_t capacity = core_.software.states[step.state].capacity;
    return static_cast<std::uint32_t>(std::min(whole(core_.evaluate(step.amount, p)), capacity));
}

/// Amount of an acquire; a path that wants more than the capacity would wait for ever.
std::uint32_t SlotTable::amountWanted(const Path& p, const StateStep& step) const
{
    const StateInfo& state = core_.software.states[step.state];
    const std::uint64_t amount = whole(core_.evaluate(step.amount, p));
    if (amount > state.capacity)
        throw LimitReached("a path asks for " + std::to_string(amount) + " of the " + std::to_string(state.capacity) +
                           " slots of \"" + state.name + "\" (" + core_.programOf(p).diagram + ")");
    return static_cast<std::uint32_t>(amount);
}

KeyUse SlotTable::usedUntil(const Slots& slots, kernel::Time now)
{
    KeyUse use = slots.use;
    const auto passed = static_cast<double>(now - slots.since);
    use.heldPs += passed * slots.used;
    use.waitedPs += passed * slots.queued;
    return use;
}

/// Brings the use of a key up to the present, before it changes.
void SlotTable::settle(Slots& slots, std::uint32_t state)
{
    if (!core_.software.states[state].keyed)
        return;
    slots.use = usedUntil(slots, core_.calendar.now());
    slots.since = core_.calendar.now();
}

std::optional<KeyUse> SlotTable::busiestKey(std::uint32_t state) const
{
    std::optional<KeyUse> busiest = usage_.busiest(state);
    for (const auto& [instance, record] : slots_) {
        const Slots& slots = slotPool_[record];
        if (slots.state != state)
            continue;
        KeyUse use = usedUntil(slots, core_.calendar.now());
        const KeyUse before = usage_.of(state, instance);
        use.heldPs += before.heldPs;
        use.waitedPs += before.waitedPs;
        if (!busiest || busier(use, *busiest))
            busiest = use;
    }
    return busiest && busiest->heldPs > 0 ? busiest : std::nullopt;
}

void SlotTable::reset()
{
    usage_.reset();
    for (const auto& [instance, record] : slots_) {
        Slots& slots = slotPool_[record];
        slots.use.heldPs = slots.use.waitedPs = 0;
        slots.since = core_.calendar.now();
    }
}

void SlotTable::changeWaiting(Slots& slots, std::uint32_t state, std::int32_t by)
{
    settle(slots, state);
    slots.queued = static_cast<std::uint32_t>(static_cast<std::int32_t>(slots.queued) + by);
    items_.changeWaiting(state, by);
}

void SlotTable::use(Slots& slots, std::uint32_t state, std::int64_t amount)
{
    settle(slots, state);
    slots.used = static_cast<std::uint32_t>(slots.used + amount);
    items_.changeUsed(state, amount);
}

bool SlotTable::acquire(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const StateStep& step = program.states[code.detail];
    const std::uint32_t amount = amountWanted(p, step);
    if (amount == 0) {
        core_.advance(p, code, code.next);
        return true;
    }
    const std::uint64_t key = keyOf(p, step);
    if (p.stage != 1) {
        Slots& slots = slotsFor(p, step, key);
        const StateInfo& state = core_.software.states[step.state];
        if (slots.used + amount > state.capacity || nextWaiting(slots)) {
            workers_.release(p);
            p.wait = Wait::state;
            const Slots::Waiting waiting{core_.paths.handle(path), amount};
            const std::uint64_t order = ranked_++;
            if (state.byPriority) [[unlikely]]
                addRanked(slots, {waiting, core_.evaluate(step.priority, p), order});
            else if (state.inHashSet) [[unlikely]]
                addHashed(slots, waiting, core_.random.uniform(state.drawName, p.key, order), order);
            else
                slots.waiting.push_back(waiting);
            changeWaiting(slots, step.state, 1);
            return false;
        }
        use(slots, step.state, amount);
    }
    const std::uint32_t h = held_.take();
    held_[h] = {key, amount, step.state, p.held};
    p.held = h;
    core_.advance(p, code, code.next);
    return true;
}

/// Releases the last acquired first: by the path itself, then before the forks around it. A path cannot release more
/// than is held.
bool SlotTable::release(std::uint32_t, Path& p, const Program& program, const Instruction& code)
{
    const StateStep& step = program.states[code.detail];
    const Held wanted{keyOf(p, step), step.whole ? wholeItem : amountOf(p, step), step.state, nowhere};
    std::uint32_t given = takeBack(p.held, wanted, 0);
    for (std::uint32_t s = p.region; s != nowhere && !isEnough(given, wanted); s = core_.regions[s].parentRegion)
        given = takeBack(heldBefore(core_.regions[s]), wanted, given);
    if (given > 0)
        giveBack({wanted.slots, given, step.state, nowhere});
    core_.advance(p, code, code.next);
    return true;
}

/// Takes slots from one list after `given` were found already. Returns the new number.
std::uint32_t SlotTable::takeBack(std::uint32_t& held, const Held& wanted, std::uint32_t given)
{
    for (std::uint32_t* link = &held; *link != nowhere && !isEnough(given, wanted);) {
        const std::uint32_t h = *link;
        Held& item = held_[h];
        if (item.slots != wanted.slots) {
            link = &item.following;
            continue;
        }
        const std::uint32_t part = std::min(item.amount, wanted.amount - given);
        given += part;
        item.amount -= part;
        if (item.amount == 0) {
            *link = item.following;
            held_.give(h);
        }
    }
    return given;
}

/// Resources acquired before the region's paths began. For a chunk path they belong to the path that transfers.
std::uint32_t& SlotTable::heldBefore(ParallelRegion& region)
{
    const bool chunk = region.kind == ParallelRegion::Kind::chunk && region.transfer != nowhere;
    return chunk ? transfers_.pathOf(region.transfer).held : region.held;
}

void SlotTable::releaseHeld(std::uint32_t& held)
{
    while (held != nowhere) {
        const Held item = held_[held];
        held_.give(held);
        held = item.following;
        giveBack(item);
    }
}

void SlotTable::giveBack(const Held& item)
{
    use(slotsOf(item.slots), item.state, -static_cast<std::int64_t>(item.amount));
    serve(item.slots);
}

/// First come, first served, by priority or in the order of a hash set; cancelled paths are skipped. Slots are booked
/// at once, so that no path overtakes before the waiting path runs.
void SlotTable::serve(std::uint64_t key)
{
    const auto found = slots_.find(key);
    if (found == slots_.end())
        return;
    Slots& slots = slotPool_[found->second];
    while (const Slots::Waiting* const front = nextWaiting(slots)) {
        const Slots::Waiting next = *front;
        if (core_.paths.holds(next.path)) {
            const auto path = static_cast<std::uint32_t>(next.path);
            Path& p = core_.paths[path];
            const Program& program = core_.programOf(p);
            const StateStep& step = program.states[program.code[p.pc].detail];
            if (slots.used + next.amount > core_.software.states[step.state].capacity)
                return;
            use(slots, step.state, next.amount);
            changeWaiting(slots, step.state, -1);
            p.stage = 1;
            core_.resume(path);
        }
        dropNext(slots);
    }
    if (slots.used == 0) {
        if (core_.software.states[slots.state].keyed)
            usage_.add(slots.state, key, usedUntil(slots, core_.calendar.now()));
        slotPool_.give(found->second);
        slots_.erase(found);
    }
}

/// The path may have been given its slots without having run since; or others behind it can continue now. The handle in
/// the queue becomes stale with the path.
void SlotTable::endAcquiring(std::uint32_t path, Path& p)
{
    if (p.wait != Wait::state && p.stage != 1) {
        paths_.end(path);
        return;
    }
    const StateStep& step = core_.programOf(p).states[core_.codeOf(p).detail];
    const std::uint64_t slots = keyOf(p, step);
    if (p.wait == Wait::state)
        changeWaiting(slotsOf(slots), step.state, -1);
    if (p.stage == 1)
        use(slotsOf(slots), step.state, -static_cast<std::int64_t>(amountOf(p, step)));
    paths_.end(path);
    serve(slots);
}

} // namespace headroom::behaviour
