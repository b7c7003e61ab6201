#include "mapping/placement.h"

#include "project/document/whole_number.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <utility>

namespace headroom::mapping {

namespace {

const topology::VolumeInfo* volumeOn(const topology::ExpandedTopology& topology, const std::string& volume,
                                     std::uint32_t node)
{
    const auto& group = topology.groups()[topology.nodes()[node].group];
    for (const auto& info : group.volumes)
        if (info.volume == volume)
            return &info;
    return nullptr;
}

} // namespace

Placement::Placement(const project::Project& project, const topology::ExpandedTopology& topology,
                     project::Findings& findings)
    : topology_(topology)
{
    for (std::uint32_t node = 0; node < topology.nodes().size(); ++node)
        for (const std::string& role : topology.groups()[topology.nodes()[node].group].roles)
            nodes_[role].push_back(node);

    for (std::size_t i = 0; i < project.behaviours.size(); ++i) {
        const project::Role& role = project.behaviours[i].role;
        if (nodesOf(role.id).empty()) {
            findings.push_back({project::Severity::error, "role.no-node", "/behaviours/" + std::to_string(i), role.id,
                                "No node carries the role.", "Add it to the roles of a node group."});
            continue;
        }
        for (const std::string& volume : role.volumes)
            for (std::uint32_t node : nodesOf(role.id))
                if (!volumeOn(topology, volume, node)) {
                    const auto& group = topology.groups()[topology.nodes()[node].group];
                    findings.push_back(
                        {project::Severity::error, "volume.unbound",
                         "/topology/groups/" + std::to_string(topology.nodes()[node].group), "node group " + group.id,
                         "It carries the role " + role.id + " but no device for its volume \"" + volume + "\".",
                         "Bind the volume to a device group of these nodes."});
                    break;
                }
    }
}

const std::vector<std::uint32_t>& Placement::nodesOf(const std::string& role) const
{
    static const std::vector<std::uint32_t> none;
    const auto found = nodes_.find(role);
    return found == nodes_.end() ? none : found->second;
}

std::vector<std::uint32_t> Placement::devicesOf(const std::string& volume, std::uint32_t node) const
{
    std::vector<std::uint32_t> devices;
    if (const auto* info = volumeOn(topology_, volume, node)) {
        const auto& place = topology_.nodes()[node];
        for (std::uint32_t d = place.firstDevice; d < place.firstDevice + place.deviceCount; ++d)
            if (std::ranges::count(info->deviceGroups, topology_.devices()[d].deviceGroup) > 0 &&
                !topology_.devices()[d].inSet)
                devices.push_back(d);
    }
    return devices;
}

std::vector<std::uint32_t> Placement::devicesOf(const std::string& role, const std::string& volume) const
{
    std::vector<std::uint32_t> devices;
    for (std::uint32_t node : nodesOf(role)) {
        const auto here = devicesOf(volume, node);
        devices.insert(devices.end(), here.begin(), here.end());
    }
    return devices;
}

VolumePlace Placement::place(const std::string& volume, std::uint32_t node) const
{
    const auto* info = volumeOn(topology_, volume, node);
    return info ? VolumePlace{info->barriers,  info->used,      info->fsync,
                              info->warmFiles, info->fileBytes, project::wholeNumber(info->readAhead),
                              info->dirtyStart}
                : VolumePlace{};
}

namespace {

/// The devices of one node, and their replicas so far.
struct RingNode
{
    std::vector<std::uint32_t> devices; ///< indices
    std::uint64_t held = 0;             ///< replicas on all of them
    std::uint64_t usedBy = 0;           ///< partition (from 1) of which it has a replica
};

class RingDealer
{
public:
    RingDealer(const std::vector<std::uint32_t>& nodeOf, std::uint64_t seed)
        : random_(seed), load_(nodeOf.size(), 0), usedBy_(nodeOf.size(), 0)
    {
        std::map<std::uint32_t, RingNode> byNode;
        for (std::uint32_t d = 0; d < nodeOf.size(); ++d)
            byNode[nodeOf[d]].devices.push_back(d);
        for (auto& [node, members] : byNode)
            nodes_.push_back(std::move(members));
        place_.resize(nodes_.size());
        for (std::uint32_t node = 0; node < nodes_.size(); ++node)
            enter(node);
    }

    /// The device for one more replica of the partition (counted from 1).
    std::uint32_t deal(std::uint64_t partition, std::uint32_t replica)
    {
        const std::uint32_t chosen = chooseNode(partition, replica);
        RingNode& node = nodes_[chosen];
        const std::uint32_t device = chooseDevice(node, partition, replica);
        leave(chosen);
        ++node.held;
        enter(chosen);
        ++load_[device];
        node.usedBy = usedBy_[device] = partition;
        return device;
    }

private:
    /// The fill of a node: replicas for a number of devices; a smaller value is emptier.
    struct Fill
    {
        std::uint64_t held, devices;
        bool operator<(const Fill& other) const { return held * other.devices < other.held * devices; }
    };
    Fill fillOf(std::uint32_t node) const { return {nodes_[node].held, nodes_[node].devices.size()}; }

    void enter(std::uint32_t node)
    {
        std::vector<std::uint32_t>& level = levels_[fillOf(node)];
        place_[node] = static_cast<std::uint32_t>(level.size());
        level.push_back(node);
    }
    void leave(std::uint32_t node)
    {
        const auto found = levels_.find(fillOf(node));
        std::vector<std::uint32_t>& level = found->second;
        level[place_[node]] = level.back();
        place_[level.back()] = place_[node];
        level.pop_back();
        if (level.empty())
            levels_.erase(found);
    }

    /// The node that is filled least for its number of devices: among those without the partition if there are any,
    /// otherwise among those that have a device without it.
    std::uint32_t chooseNode(std::uint64_t partition, std::uint32_t replica) const
    {
        const auto first = [&](auto may) {
            for (const auto& [fill, level] : levels_)
                if (const std::uint32_t node = lowestDraw(level, partition, replica, may); node != nobody)
                    return node;
            return nobody;
        };
        const std::uint32_t fresh = first([&](const RingNode& node) { return node.usedBy != partition; });
        return fresh != nobody ? fresh : first([&](const RingNode& node) { return hasFreeDevice(node, partition); });
    }
    /// Among equally filled nodes, the one with the lowest draw. In a large cluster only a few consecutive ones from a
    /// random place are compared; otherwise dealing would take quadratic time in the number of nodes.
    template <typename May>
    std::uint32_t lowestDraw(const std::vector<std::uint32_t>& level, std::uint64_t partition, std::uint32_t replica,
                             May may) const
    {
        std::uint32_t best = nobody;
        std::uint64_t bestDraw = 0;
        std::size_t compared = 0;
        std::size_t at = level.size() <= mostCompared ? 0 : random_.bits(partition, replica, 0) % level.size();
        for (std::size_t i = 0; i < level.size() && compared < mostCompared; ++i) {
            const std::uint32_t node = level[at];
            at = at + 1 == level.size() ? 0 : at + 1;
            if (!may(nodes_[node]))
                continue;
            ++compared;
            const std::uint64_t draw = random_.bits(partition, load_.size() + node, replica);
            if (best == nobody || draw < bestDraw) {
                best = node;
                bestDraw = draw;
            }
        }
        return best;
    }
    bool hasFreeDevice(const RingNode& node, std::uint64_t partition) const
    {
        return std::any_of(node.devices.begin(), node.devices.end(),
                           [&](std::uint32_t d) { return usedBy_[d] != partition; });
    }
    std::uint32_t chooseDevice(const RingNode& node, std::uint64_t partition, std::uint32_t replica) const
    {
        std::uint32_t best = 0;
        std::pair<std::uint64_t, std::uint64_t> bestRank{~std::uint64_t{0}, ~std::uint64_t{0}};
        for (const std::uint32_t d : node.devices) {
            const std::pair<std::uint64_t, std::uint64_t> rank{load_[d], random_.bits(partition, d, replica)};
            if (usedBy_[d] != partition && rank < bestRank) {
                best = d;
                bestRank = rank;
            }
        }
        return best;
    }

    kernel::KeyedRandom random_;
    static constexpr std::uint32_t nobody = UINT32_MAX;
    static constexpr std::size_t mostCompared = 16;

    std::vector<RingNode> nodes_;
    std::map<Fill, std::vector<std::uint32_t>> levels_; ///< nodes by fill
    std::vector<std::uint32_t> place_;                  ///< index of each node in its level
    std::vector<std::uint64_t> load_, usedBy_;          ///< of each device
};

} // namespace

Ring::Ring(std::vector<std::uint32_t> devices, std::vector<std::uint32_t> nodeOf, std::uint32_t partitionPower,
           std::uint32_t replicas, std::uint64_t seed)
    : power_(partitionPower), replicas_(std::min<std::uint32_t>(replicas, static_cast<std::uint32_t>(devices.size())))
{
    RingDealer dealer(nodeOf, seed);
    table_.reserve(partitions() * replicas_);
    for (std::uint64_t partition = 0; partition < partitions(); ++partition)
        for (std::uint32_t replica = 0; replica < replicas_; ++replica)
            table_.push_back(devices[dealer.deal(partition + 1, replica)]);
    devices_ = std::move(devices);
    nodeOf_ = std::move(nodeOf);
}

std::uint64_t Ring::partitionOf(std::uint64_t key) const
{
    // The top bits of a hash, as usual for consistent-hashing rings.
    const std::uint64_t hash = kernel::mix(key, 0x9e3779b97f4a7c15ull);
    return power_ == 0 ? 0 : hash >> (64 - power_);
}

std::span<const std::uint32_t> Ring::devicesOf(std::uint64_t partition) const
{
    return {table_.data() + partition * replicas_, replicas_};
}

std::uint32_t Ring::candidate(std::uint64_t partition, std::uint64_t number) const
{
    const std::uint64_t turn = number % devices_.size();
    return turn < replicas_ ? devicesOf(partition)[turn] : handOffs(partition)[turn - replicas_];
}

std::vector<std::uint32_t> Ring::handOffs(std::uint64_t partition) const
{
    const auto replicas = devicesOf(partition);
    std::vector<std::uint32_t> order; // indices of the devices; the steps reach all of them
    const std::uint64_t count = devices_.size(), start = kernel::mix(partition, 0x4a0d) % count;
    std::uint64_t step = kernel::mix(partition, 0x57e9) % count | 1;
    while (std::gcd(step, count) != 1)
        ++step;
    std::vector<std::uint32_t> used; // nodes
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto d = static_cast<std::uint32_t>((start + i * step) % count);
        if (std::find(replicas.begin(), replicas.end(), devices_[d]) != replicas.end())
            used.push_back(nodeOf_[d]);
        else
            order.push_back(d);
    }
    std::vector<std::uint32_t> first, rest;
    for (const std::uint32_t d : order) {
        const bool fresh = std::find(used.begin(), used.end(), nodeOf_[d]) == used.end();
        (fresh ? first : rest).push_back(devices_[d]);
        if (fresh)
            used.push_back(nodeOf_[d]);
    }
    first.insert(first.end(), rest.begin(), rest.end());
    return first;
}

std::uint32_t consistentPlace(std::uint64_t key, std::uint32_t count)
{
    std::uint64_t state = key;
    std::int64_t place = -1, next = 0;
    while (next < static_cast<std::int64_t>(count)) {
        place = next;
        state = state * 2862933555777941757ull + 1;
        constexpr double scale = static_cast<double>(std::int64_t{1} << 31);
        next = static_cast<std::int64_t>(static_cast<double>(place + 1) *
                                         (scale / static_cast<double>((state >> 33) + 1)));
    }
    return static_cast<std::uint32_t>(std::max<std::int64_t>(place, 0));
}

} // namespace headroom::mapping
