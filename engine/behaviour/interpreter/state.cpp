// What requests share and wait for: slots and locks.
#include "behaviour/interpreter/interpreter.h"

#include <algorithm>
#include <cmath>

namespace headroom::behaviour {

namespace {

/// Stands for the amount of a release that gives back what one block has acquired.
constexpr std::uint32_t wholeItem = ~0U;

bool isEnough(std::uint32_t given, const Held& wanted)
{
    return wanted.amount == wholeItem ? given > 0 : given == wanted.amount;
}

} // namespace

/// Names the instance of a state item that a path means: its owner's, and its key's where every key has one.
std::uint64_t Interpreter::instanceKey(const Path& p, std::uint32_t state, const project::Expression& of) const
{
    const StateInfo& info = software_.states[state];
    const Request& request = requests_[p.request];
    std::uint64_t owner = 0;
    if (info.owner == Owner::node)
        owner = request.node + 1;
    else if (info.owner == Owner::worker)
        owner = kernel::mix(request.role + 1, workerOf(request) + 1);
    else if (info.owner == Owner::job)
        owner = kernel::mix(0x10b, request.job);
    std::uint64_t key = kernel::mix(state + 1, owner);
    if (info.keyed)
        key = kernel::mix(key, whole(evaluate(of, p)));
    return key;
}

Slots& Interpreter::slotsOf(std::uint64_t key)
{
    const auto [entry, fresh] = slots_.try_emplace(key, 0);
    if (fresh)
        entry->second = slotPool_.take();
    return slotPool_[entry->second];
}

Instance Interpreter::instanceOf(const Path& p, std::uint32_t state) const
{
    const Owner owner = software_.states[state].owner;
    const bool local = owner == Owner::node || owner == Owner::worker;
    return {state, local ? p.node : nowhere};
}

std::uint64_t Interpreter::slotsKey(const Path& p, const StateStep& step) const
{
    return instanceKey(p, step.state, step.key);
}

/// Of a release: more than there are is as good as all.
std::uint32_t Interpreter::amountOf(const Path& p, const StateStep& step) const
{
    const std::uint64_t capacity = software_.states[step.state].capacity;
    return static_cast<std::uint32_t>(std::min(whole(evaluate(step.amount, p)), capacity));
}

/// Of an acquire: who asks for more than there are would wait for ever.
std::uint32_t Interpreter::amountWanted(const Path& p, const StateStep& step) const
{
    const StateInfo& state = software_.states[step.state];
    const std::uint64_t amount = whole(evaluate(step.amount, p));
    if (amount > state.capacity)
        throw LimitReached("a path asks for " + std::to_string(amount) + " of the " + std::to_string(state.capacity) +
                           " slots of \"" + state.name + "\" (" + programOf(p).diagram + ")");
    return static_cast<std::uint32_t>(amount);
}

void Interpreter::use(Slots& slots, std::uint32_t state, std::int64_t amount)
{
    slots.used = static_cast<std::uint32_t>(slots.used + amount);
    changeUsed(state, amount);
}

bool Interpreter::acquire(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const StateStep& step = program.states[code.detail];
    const std::uint32_t amount = amountWanted(p, step);
    if (amount == 0) {
        advance(p, code, code.next);
        return true;
    }
    const std::uint64_t key = slotsKey(p, step);
    if (p.stage != 1) {
        Slots& slots = slotsOf(key);
        if (slots.used + amount > software_.states[step.state].capacity || !slots.waiting.empty()) {
            releaseWorker(p);
            p.wait = Wait::state;
            slots.waiting.push_back({paths_.handle(path), amount});
            changeWaiting(step.state, 1);
            return false;
        }
        use(slots, step.state, amount);
    }
    const std::uint32_t h = held_.take();
    held_[h] = {key, amount, step.state, p.held};
    p.held = h;
    advance(p, code, code.next);
    return true;
}

/// What was acquired last goes back first: by the path itself, then before the forks that it comes from. More than that
/// holds it cannot give back.
void Interpreter::release(Path& p, const Program& program, const Instruction& code)
{
    const StateStep& step = program.states[code.detail];
    const Held wanted{slotsKey(p, step), step.whole ? wholeItem : amountOf(p, step), step.state, nowhere};
    std::uint32_t given = takeBack(p.held, wanted, 0);
    for (std::uint32_t s = p.region; s != nowhere && !isEnough(given, wanted); s = regions_[s].parentRegion)
        given = takeBack(heldBefore(regions_[s]), wanted, given);
    if (given > 0)
        giveBack({wanted.slots, given, step.state, nowhere});
}

/// From one list, when `given` have been found already. Returns how many there are then.
std::uint32_t Interpreter::takeBack(std::uint32_t& held, const Held& wanted, std::uint32_t given)
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

/// What was acquired before the paths of the region parted. That of a chunk path belongs to the path that transfers.
std::uint32_t& Interpreter::heldBefore(ParallelRegion& region)
{
    const bool chunk = region.kind == ParallelRegion::Kind::chunk && region.transfer != nowhere;
    return chunk ? paths_[transfers_[region.transfer].path].held : region.held;
}

void Interpreter::releaseHeld(std::uint32_t& held)
{
    while (held != nowhere) {
        const Held item = held_[held];
        held_.give(held);
        held = item.following;
        giveBack(item);
    }
}

void Interpreter::giveBack(const Held& item)
{
    use(slotsOf(item.slots), item.state, -static_cast<std::int64_t>(item.amount));
    serveSlots(item.slots);
}

/// First come first served; who was cancelled meanwhile is passed over. What is given is booked at once, so that nobody
/// overtakes between now and the path's turn.
void Interpreter::serveSlots(std::uint64_t key)
{
    const auto found = slots_.find(key);
    if (found == slots_.end())
        return;
    Slots& slots = slotPool_[found->second];
    while (!slots.waiting.empty()) {
        const Slots::Waiting next = slots.waiting.front();
        if (paths_.holds(next.path)) {
            const auto path = static_cast<std::uint32_t>(next.path);
            Path& p = paths_[path];
            const Program& program = programOf(p);
            const StateStep& step = program.states[program.code[p.pc].detail];
            if (slots.used + next.amount > software_.states[step.state].capacity)
                return;
            use(slots, step.state, next.amount);
            changeWaiting(step.state, -1);
            p.stage = 1;
            resume(path);
        }
        slots.waiting.pop_front();
    }
    if (slots.used == 0) {
        slotPool_.give(found->second);
        slots_.erase(found);
    }
}

/// It may have been given its slots without having had its turn; or others behind it can go on now. The handle in the
/// queue goes stale with the path.
void Interpreter::endAcquiring(std::uint32_t path, Path& p)
{
    if (p.wait != Wait::state && p.stage != 1) {
        endPath(path);
        return;
    }
    const StateStep& step = programOf(p).states[codeOf(p).detail];
    const std::uint64_t slots = slotsKey(p, step);
    if (p.wait == Wait::state)
        changeWaiting(step.state, -1);
    if (p.stage == 1)
        use(slotsOf(slots), step.state, -static_cast<std::int64_t>(amountOf(p, step)));
    endPath(path);
    serveSlots(slots);
}

BlockKinds Interpreter::stateBlocks()
{
    static constexpr BlockKind kinds[] = {
        {.code = Code::acquire,
         .enter = enterBy<&Interpreter::acquire>,
         .waitsFor = "queue for slots",
         .end = [](Interpreter& m, std::uint32_t path, Path& p) { m.endAcquiring(path, p); }},
        {.code = Code::release,
         .enter =
             [](Interpreter& m, std::uint32_t, Path& p, const Program& program, const Instruction& code) {
                 m.release(p, program, code);
                 m.advance(p, code, code.next);
                 return true;
             }},
    };
    return kinds;
}

} // namespace headroom::behaviour
