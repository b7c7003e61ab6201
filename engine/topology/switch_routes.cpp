#include "topology/switch_routes.h"

namespace headroom::topology {

std::uint64_t hashOf(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t z = a + 0x9e3779b97f4a7c15ULL * (b + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

void SwitchRoutes::addLink(std::uint32_t from, std::uint32_t to, std::uint32_t link)
{
    outgoing_[from].push_back({link, to});
    incoming_[to].push_back(from);
}

void SwitchRoutes::build(std::span<const std::uint32_t> targets)
{
    targetIndex_.assign(outgoing_.size(), unreachable);
    targets_.clear();
    for (const std::uint32_t target : targets)
        if (targetIndex_[target] == unreachable)
            buildTarget(target);
}

void SwitchRoutes::buildTarget(std::uint32_t target)
{
    targetIndex_[target] = static_cast<std::uint32_t>(targets_.size());
    Target& table = targets_.emplace_back();
    table.distances.assign(outgoing_.size(), unreachable);
    table.distances[target] = 0;
    std::vector<std::uint32_t> queue{target};
    for (std::size_t next = 0; next < queue.size(); ++next)
        for (const std::uint32_t neighbour : incoming_[queue[next]])
            if (table.distances[neighbour] == unreachable) {
                table.distances[neighbour] = table.distances[queue[next]] + 1;
                queue.push_back(neighbour);
            }
    for (std::uint32_t from = 0; from < outgoing_.size(); ++from) {
        table.offsets.push_back(static_cast<std::uint32_t>(table.choices.size()));
        for (const Hop& hop : outgoing_[from])
            if (table.distances[hop.to] != unreachable && table.distances[hop.to] + 1 == table.distances[from])
                table.choices.push_back(hop);
    }
    table.offsets.push_back(static_cast<std::uint32_t>(table.choices.size()));
}

std::uint32_t SwitchRoutes::distance(std::uint32_t from, std::uint32_t target) const
{
    return targets_[targetIndex_[target]].distances[from];
}

std::span<const SwitchRoutes::Hop> SwitchRoutes::choices(std::uint32_t from, std::uint32_t target) const
{
    const Target& table = targets_[targetIndex_[target]];
    return {table.choices.data() + table.offsets[from], table.offsets[from + 1] - table.offsets[from]};
}

void SwitchRoutes::append(std::uint32_t from, std::uint32_t target, std::uint64_t hash,
                          std::span<const std::uint32_t> insides, std::vector<std::uint32_t>& links) const
{
    for (std::uint32_t at = from;;) {
        if (insides[at] != unreachable)
            links.push_back(insides[at]);
        if (at == target)
            return;
        // A draw of its own on each switch: with one for all, a choice here would bind the next switch's.
        const auto ways = choices(at, target);
        const Hop& hop = ways[ways.size() == 1 ? 0 : hashOf(hash, at) % ways.size()];
        links.push_back(hop.link);
        at = hop.to;
    }
}

} // namespace headroom::topology
