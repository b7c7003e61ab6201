// Caches that software keeps: who has one, and in which pieces a range is looked up.
#include "behaviour/interpreter/interpreter.h"

#include <algorithm>

namespace headroom::behaviour {

namespace {

/// Pieces of one range at most: what is drawn, not a way to fill the memory.
constexpr std::uint64_t mostPieces = 1u << 20;

} // namespace

CacheStore& Interpreter::cacheOf(const Path& p, const CacheStep& step)
{
    const std::uint64_t key = instanceKey(p, step.state, step.key);
    const auto found = shared_.caches.find(key);
    if (found != shared_.caches.end())
        return found->second.store;
    const StateInfo& info = software_.states[step.state];
    const Instance of = instanceOf(p, step.state);
    const bool lost = of.node != nowhere && shared_.forgotten[of.node];
    return shared_.caches
        .try_emplace(key, of,
                     CacheStore::Settings{info.policy, info.entries, info.bytes, lost ? 0 : info.heldAtStart,
                                          info.popularity, kernel::mix(settings_.seed, key)})
        .first->second.store;
}

/// Does what the block says and answers with the way out.
std::uint32_t Interpreter::lookUp(const Path& p, const CacheStep& step)
{
    using Action = CacheStep::Action;
    CacheStore& store = cacheOf(p, step);
    const std::uint64_t key = whole(evaluate(step.key, p)), bytes = whole(evaluate(step.bytes, p));
    const std::uint64_t piece = software_.states[step.state].pieceBytes;
    const std::uint64_t offset = piece > 0 ? whole(evaluate(step.offset, p)) : 0;
    const std::uint64_t first = piece > 0 ? offset / piece : 0;
    const std::uint64_t pieces = piece > 0 ? std::min((offset + bytes + piece - 1) / piece - first, mostPieces) : 1;
    const std::uint64_t size = piece > 0 ? piece : bytes;
    std::uint64_t missing = 0;
    bool found = true;
    for (std::uint64_t i = first; i < first + pieces; ++i) {
        const std::uint64_t name = piece > 0 ? kernel::mix(key, i + 1) : key;
        const bool there = store.lookUp(name, size, key);
        found = found && there;
        if (!there)
            missing += piece > 0 ? std::min(offset + bytes, (i + 1) * piece) - std::max(offset, i * piece) : bytes;
        if (step.action == Action::insert || (step.action == Action::lookUp && !there && step.insertOnMiss))
            store.insert(name, size);
        else if (step.action == Action::invalidate)
            store.invalidate(name);
    }
    if (step.action == Action::lookUp) {
        StateMonitor& monitor = stateMonitors_[step.state];
        ++monitor.lookUps;
        monitor.hits += found;
    }
    if (step.missingSlot != nowhere)
        p.frame[step.missingSlot] = static_cast<double>(missing);
    return found ? step.hit : step.miss;
}

BlockKinds Interpreter::cacheBlocks()
{
    static constexpr BlockKind kinds[] = {
        {.code = Code::cache,
         .enter =
             [](Interpreter& m, std::uint32_t, Path& p, const Program& program, const Instruction& code) {
                 m.advance(p, code, m.lookUp(p, program.caches[code.detail]));
                 return true;
             }},
    };
    return kinds;
}

} // namespace headroom::behaviour
