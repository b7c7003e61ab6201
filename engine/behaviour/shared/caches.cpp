#include "behaviour/shared/caches.h"

#include "behaviour/cluster/deployment.h"
#include "kernel/random.h"

#include <algorithm>

namespace headroom::behaviour {

namespace {

/// Maximum number of pieces of one range: large enough for a drawing, but it cannot exhaust the memory.
constexpr std::uint64_t mostPieces = 1u << 20;

} // namespace

Caches::Caches(Core& core, BlockTable& blocks, SharedItems& items)
    : core_(core), items_(items), forgotten_(core.cluster.nodes.size(), false)
{
    blocks.add(this, {.code = Code::cache, .enter = enterBy<&Caches::enter>});
}

bool Caches::enter(std::uint32_t, Path& p, const Program& program, const Instruction& code)
{
    core_.advance(p, code, lookUp(p, program.caches[code.detail]));
    return true;
}

void Caches::forget(const Failed& failed)
{
    const Deployment& deployment = core_.deployment;
    for (std::uint32_t instance = 0; instance < forgotten_.size(); ++instance)
        forgotten_[instance] = forgotten_[instance] || deployment.within(failed, instance);
    std::erase_if(caches_, [&](const auto& item) { return deployment.within(failed, item.second.of.role); });
}

CacheStore& Caches::storeOf(const Path& p, const CacheStep& step)
{
    const std::uint64_t key = items_.instanceKey(p, step.state, step.key);
    const auto found = caches_.find(key);
    if (found != caches_.end())
        return found->second.store;
    const StateInfo& info = core_.software.states[step.state];
    const Instance of = items_.instanceOf(p, step.state);
    const bool lost = of.role != nowhere && forgotten_[of.role];
    return caches_
        .try_emplace(key, of,
                     CacheStore::Settings{info.policy, info.entries, info.bytes, lost ? 0 : info.heldAtStart,
                                          info.popularity, kernel::mix(core_.settings.seed, key), 1u << 20,
                                          kernel::fromSeconds(info.lifetimeS)})
        .first->second.store;
}

/// Executes the block and returns the output by which the path leaves it.
std::uint32_t Caches::lookUp(const Path& p, const CacheStep& step)
{
    using Action = CacheStep::Action;
    CacheStore& store = storeOf(p, step);
    store.setTime(core_.calendar.now());
    const std::uint64_t key = core_.keyOf(step.key, p), bytes = whole(core_.amountOf(step.bytes, p));
    const std::uint64_t piece = core_.software.states[step.state].pieceBytes;
    const std::uint64_t offset = piece > 0 ? whole(core_.amountOf(step.offset, p)) : 0;
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
    if (step.action == Action::lookUp)
        items_.countLookUp(step.state, found);
    if (step.missingSlot != nowhere)
        p.frame[step.missingSlot] = static_cast<double>(missing);
    return found ? step.hit : step.miss;
}

} // namespace headroom::behaviour
