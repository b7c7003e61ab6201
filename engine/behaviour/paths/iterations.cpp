#include "behaviour/paths/iterations.h"

#include "kernel/fetch.h"
#include "mapping/placement.h"

#include <string>
#include <utility>
#include <vector>

namespace headroom::behaviour {

/// One iteration for each path of a fork, or for each number, device or node of a for each.
void Iterations::open(ParallelRegion& region, Path& p, const ForkStep& step, const Instruction& code)
{
    switch (step.over) {
    case ForkStep::Over::count: {
        const std::uint64_t count = whole(core_.evaluate(step.count, p));
        if (count > mostIterations)
            throw LimitReached("a for each would begin " + std::to_string(count) +
                               " parallel paths at once, more than " + std::to_string(mostIterations));
        region.iterations.resize(count);
        break;
    }
    case ForkStep::Over::ring:
        openDevices(region, p, step, code);
        break;
    case ForkStep::Over::nodes:
        openNodes(region, p, step, code);
        break;
    case ForkStep::Over::list:
        region.iterations.resize(lists_.in(p.frame[step.listSlot]).size());
        break;
    }
}

void Iterations::openDevices(ParallelRegion& region, Path& p, const ForkStep& step, const Instruction& code)
{
    const std::uint64_t partition = core_.software.rings[step.ring].partitionOf(core_.keyOf(step.key, p));
    if (step.partitionSlot != nowhere)
        p.frame[step.partitionSlot] = static_cast<double>(partition);
    std::vector<std::uint32_t> room;
    const auto devices = members_.devicesOf(step.ring, partition, room);
    auto& items = region.iterations;
    items.resize(devices.size());
    for (std::size_t i = 0; i < devices.size(); ++i)
        items[i].item = devices[i];
    if (step.shuffled)
        for (std::size_t i = items.size(); i > 1; --i)
            std::swap(items[i - 1], items[core_.drawBelow(i, code, p)]);
    const std::uint64_t take = whole(core_.evaluate(step.take, p));
    if (take >= 1 && take < items.size())
        items.resize(take);
}

/// Chooses distinct instances of a role. Drawing some of many does not visit all of them (Floyd's sampling: Bentley and
/// Floyd, "A sample of brilliance", CACM 30(9), 1987).
void Iterations::openNodes(ParallelRegion& region, Path& p, const ForkStep& step, const Instruction& code)
{
    const std::uint64_t all = deployment_.countOf(step.role);
    const std::uint64_t wanted = whole(core_.evaluate(step.take, p));
    const std::uint64_t take = wanted >= 1 && wanted < all ? wanted : all;
    region.iterations.resize(take);
    Iteration* const items = region.iterations.begin();
    if (!step.shuffled) {
        const std::uint64_t first = core_.keyOf(step.key, p);
        for (std::uint64_t i = 0; i < take; ++i)
            items[i].item = static_cast<std::uint32_t>((first + i) % all);
        return;
    }
    for (std::uint64_t i = 0; i < take; ++i) {
        const std::uint64_t last = all - take + i;
        auto node = static_cast<std::uint32_t>(core_.drawBelow(last + 1, code, p));
        for (const Iteration* other = items; other != items + i; ++other)
            if (other->item == node) {
                node = static_cast<std::uint32_t>(last);
                break;
            }
        items[i].item = node;
        const RoleLoad& load = deployment_.load(deployment_.firstOf(step.role) + node);
        kernel::fetch(&load);
        core_.processors[load.node]->fetch();
    }
    // The set of drawn nodes is uniform so far; their order is not.
    for (std::size_t i = take; i > 1; --i)
        std::swap(items[i - 1].item, items[core_.drawBelow(i, code, p)].item);
}

} // namespace headroom::behaviour
