#include "topology/switch_routes.h"

#include "project/document/long_work.h"

namespace headroom::topology {

void SwitchRoutes::addLink(std::uint32_t from, std::uint32_t to, std::uint32_t link)
{
    outgoing_[from].push_back({link, to});
    incoming_[to].push_back(from);
}

void SwitchRoutes::build(std::span<const std::uint32_t> targets)
{
    targetIndex_.assign(outgoing_.size(), unreachable);
    targets_.clear();
    project::LongWork made("routes between switches");
    for (const std::uint32_t target : targets)
        if (targetIndex_[target] == unreachable) {
            buildTarget(target);
            made.step(outgoing_.size());
        }
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
        pass(insides, at, links);
        if (at == target)
            return;
        const auto ways = choices(at, target);
        const Hop& hop = ways[pick(hash, at, static_cast<std::uint32_t>(ways.size()))];
        links.push_back(hop.link);
        at = hop.to;
    }
}

} // namespace headroom::topology
