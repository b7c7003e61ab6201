#include "topology/routes.h"

#include "topology/cable_choice.h"

#include <algorithm>

namespace headroom::topology {

namespace {

constexpr std::uint32_t none = SwitchPaths::unreachable;
/// Number of routes kept, as a power of two: 16 KiB.
constexpr unsigned logFound = 8;

} // namespace

/// Shortest routes over the links that work. Distances to a switch are computed at the first use and kept until
/// something changes: two bytes for each pair of switches that is used.
class Routes::Surviving : public SwitchPaths
{
public:
    Surviving(const ExpandedTopology& topology, const std::vector<std::uint8_t>& usable)
        : usable_(usable), offsets_(topology.switches().size() + 1, 0), tables_(topology.switches().size())
    {
        const auto& links = topology.links();
        for (const LinkInfo& link : links)
            if (link.fromSwitch != none && link.toSwitch != none)
                ++offsets_[link.fromSwitch + 1];
        for (std::size_t s = 1; s < offsets_.size(); ++s)
            offsets_[s] += offsets_[s - 1];
        hops_.resize(offsets_.back());
        std::vector<std::uint32_t> next(offsets_.begin(), offsets_.end() - 1);
        for (std::uint32_t l = 0; l < links.size(); ++l)
            if (links[l].fromSwitch != none && links[l].toSwitch != none)
                hops_[next[links[l].fromSwitch]++] = {l, links[l].toSwitch};
    }

    void forget() { ++version_; }

    std::uint32_t distance(std::uint32_t from, std::uint32_t target) const override
    {
        const std::uint16_t known = tableOf(target).distances[from];
        return known == far ? unreachable : known;
    }

    void append(std::uint32_t from, std::uint32_t target, std::uint64_t hash, std::span<const std::uint32_t> insides,
                std::vector<std::uint32_t>& links) const override
    {
        const std::vector<std::uint16_t>& distances = tableOf(target).distances;
        for (std::uint32_t at = from;;) {
            pass(insides, at, links);
            if (at == target)
                return;
            const auto leadsOn = [&](const Hop& hop) {
                return usable_[hop.link] && distances[hop.to] + 1 == distances[at];
            };
            std::uint32_t ways = 0;
            for (const Hop& hop : from_(at))
                ways += leadsOn(hop);
            std::uint32_t left = pick(hash, at, ways);
            for (const Hop& hop : from_(at))
                if (leadsOn(hop) && left-- == 0) {
                    links.push_back(hop.link);
                    at = hop.to;
                    break;
                }
        }
    }

private:
    static constexpr std::uint16_t far = UINT16_MAX;

    struct Hop
    {
        std::uint32_t link, to;
    };
    struct Table
    {
        std::vector<std::uint16_t> distances;
        std::uint64_t version = 0;
    };

    std::span<const Hop> from_(std::uint32_t at) const
    {
        return {hops_.data() + offsets_[at], offsets_[at + 1] - offsets_[at]};
    }

    const Table& tableOf(std::uint32_t target) const
    {
        Table& table = tables_[target];
        if (table.version == version_)
            return table;
        table.version = version_;
        table.distances.assign(tables_.size(), far);
        table.distances[target] = 0;
        queue_.assign(1, target);
        // Cables work in both directions or not at all, so the routes to the target are the reversed routes from it.
        for (std::size_t next = 0; next < queue_.size(); ++next)
            for (const Hop& hop : from_(queue_[next]))
                if (usable_[hop.link] && table.distances[hop.to] == far) {
                    table.distances[hop.to] = static_cast<std::uint16_t>(table.distances[queue_[next]] + 1);
                    queue_.push_back(hop.to);
                }
        return table;
    }

    const std::vector<std::uint8_t>& usable_;
    std::vector<std::uint32_t> offsets_; ///< of each switch's hops, one more at the end
    std::vector<Hop> hops_;
    std::uint64_t version_ = 1;
    mutable std::vector<Table> tables_;
    mutable std::vector<std::uint32_t> queue_;
};

Routes::Routes(const ExpandedTopology& topology)
    : topology_(topology), cut_(topology.links().size(), 0), down_(topology.switches().size(), 0),
      usable_(topology.links().size(), 1), found_(std::size_t{1} << logFound)
{
}

Routes::~Routes() = default;

void Routes::setUsable(std::uint32_t link, bool usable)
{
    const LinkInfo& info = topology_.links()[link];
    if (info.reverse == none) {
        setSwitchUsable(info.fromSwitch, usable);
        return;
    }
    for (const std::uint32_t direction : {link, info.reverse}) {
        cut_[direction] = !usable;
        refresh(direction);
    }
}

void Routes::setSwitchUsable(std::uint32_t index, bool usable)
{
    if (down_[index] == !usable)
        return;
    down_[index] = !usable;
    for (std::uint32_t l = 0; l < usable_.size(); ++l)
        if (const LinkInfo& link = topology_.links()[l]; link.fromSwitch == index || link.toSwitch == index)
            refresh(l);
}

void Routes::refresh(std::uint32_t link)
{
    const LinkInfo& info = topology_.links()[link];
    const bool works = !cut_[link] && (info.fromSwitch == none || !down_[info.fromSwitch]) &&
                       (info.toSwitch == none || !down_[info.toSwitch]);
    if (works == (usable_[link] != 0))
        return;
    usable_[link] = works;
    unusable_ += works ? -1 : 1;
    if (!surviving_)
        surviving_ = std::make_unique<Surviving>(topology_, usable_);
    surviving_->forget();
}

Routes::Found& Routes::placeOf(std::uint32_t from, std::uint32_t to, std::uint64_t flow) const
{
    constexpr std::uint64_t spread = 0x9e3779b97f4a7c15ULL; // 2^64 / golden ratio: the upper bits depend on all (Knuth)
    return found_[((flow ^ (std::uint64_t{from} << 32U | to)) * spread) >> (64 - logFound)];
}

bool Routes::route(std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::vector<std::uint32_t>& links) const
{
    if (unusable_ > 0)
        return appendRoute(topology_, from, to, flow, *surviving_, usable_, links);
    if (appendOnlyRoute(topology_, from, to, links))
        return true;
    Found& found = placeOf(from, to, flow);
    if (found.from == from && found.to == to && found.flow == flow) {
        links.insert(links.end(), found.links, found.links + found.count);
        return true;
    }
    const std::size_t before = links.size();
    if (!topology_.route(from, to, flow, links))
        return false;
    if (const std::size_t count = links.size() - before; count <= Found::mostLinks) {
        found.flow = flow;
        found.from = from;
        found.to = to;
        found.count = static_cast<std::uint32_t>(count);
        std::copy_n(links.data() + before, count, found.links);
    }
    return true;
}

} // namespace headroom::topology
