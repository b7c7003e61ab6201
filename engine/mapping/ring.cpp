#include "mapping/ring.h"

#include "kernel/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace headroom::mapping {

namespace {

/// Fill of the fullest device relative to the mean, each against its weight.
double fullestOf(const std::vector<std::uint64_t>& load, const std::vector<double>& weights)
{
    double most = 0, replicas = 0, weight = 0;
    for (std::uint32_t d = 0; d < load.size(); ++d) {
        const double own = weights.empty() ? 1 : weights[d];
        most = std::max(most, static_cast<double>(load[d]) / own);
        replicas += static_cast<double>(load[d]);
        weight += own;
    }
    return replicas > 0 ? most * weight / replicas : 1;
}

/// The devices of one node, and their replicas so far.
struct RingNode
{
    std::vector<std::uint32_t> devices; ///< indices
    std::uint32_t number = 0;           ///< of the node
    double weight = 0;                  ///< of all of them
    std::uint32_t rack = 0;
    std::uint64_t held = 0;   ///< replicas on all of them
    std::uint64_t firsts = 0; ///< first ones among them
    std::uint64_t usedBy = 0; ///< partition (from 1) of which it has a replica
};

class RingDealer
{
public:
    RingDealer(const std::vector<std::uint32_t>& nodeOf, const Ring::Rules& rules, std::uint64_t seed)
        : random_(seed), rules_(rules), load_(nodeOf.size(), 0), usedBy_(nodeOf.size(), 0)
    {
        std::map<std::uint32_t, RingNode> byNode;
        for (std::uint32_t d = 0; d < nodeOf.size(); ++d) {
            RingNode& node = byNode[nodeOf[d]];
            node.number = nodeOf[d];
            node.devices.push_back(d);
            node.weight += weightOf(d);
            if (!rules.rackOf.empty())
                node.rack = rules.rackOf[d];
        }
        for (auto& [node, members] : byNode) {
            rackUsedBy_.try_emplace(members.rack, 0);
            nodes_.push_back(std::move(members));
        }
        few_ = rules.weights.empty() && nodes_.size() <= mostCompared;
        place_.resize(nodes_.size());
        for (std::uint32_t node = 0; node < nodes_.size(); ++node)
            enter(node);
    }

    /// The device for one more replica of the partition (counted from 1).
    std::uint32_t deal(std::uint64_t partition, std::uint32_t replica)
    {
        if (replica == 0)
            draws_ = random_.keyOf(partition);
        const std::uint32_t chosen = chooseNode(partition, replica);
        RingNode& node = nodes_[chosen];
        const std::uint32_t device = chooseDevice(node, partition, replica);
        leave(chosen);
        ++node.held;
        enter(chosen);
        ++load_[device];
        node.usedBy = usedBy_[device] = rackUsedBy_[node.rack] = partition;
        if (replica == 0)
            ++node.firsts;
        if (replica < 2)
            racks_[replica] = node.rack;
        return device;
    }

    double fullest() const { return fullestOf(load_, rules_.weights); }

private:
    /// The fill of a node: replicas for a number of devices; a smaller value is emptier.
    struct Fill
    {
        double held, weight;
        bool operator<(const Fill& other) const { return held * other.weight < other.held * weight; }
    };
    Fill fillOf(std::uint32_t node) const { return {static_cast<double>(nodes_[node].held), nodes_[node].weight}; }
    double weightOf(std::uint32_t device) const { return rules_.weights.empty() ? 1 : rules_.weights[device]; }

    using Levels = std::map<Fill, std::vector<std::uint32_t>>;

    /// A random number of the partition; it is that of KeyedRandom::bits.
    std::uint64_t draw(std::uint64_t request, std::uint64_t index) const
    {
        return kernel::philox2x64<7>(request, index, draws_);
    }
    void enter(std::uint32_t node)
    {
        if (few_)
            return;
        const Fill fill = fillOf(node);
        auto found = levels_.lower_bound(fill);
        if (found == levels_.end() || fill < found->first) {
            if (spare_) {
                spare_.key() = fill;
                found = levels_.insert(found, std::move(spare_));
            } else {
                found = levels_.try_emplace(found, fill);
            }
        }
        std::vector<std::uint32_t>& level = found->second;
        place_[node] = static_cast<std::uint32_t>(level.size());
        level.push_back(node);
    }
    void leave(std::uint32_t node)
    {
        if (few_)
            return;
        const auto found = levels_.find(fillOf(node));
        std::vector<std::uint32_t>& level = found->second;
        level[place_[node]] = level.back();
        place_[level.back()] = place_[node];
        level.pop_back();
        if (level.empty())
            spare_ = levels_.extract(found);
    }

    /// With two racks as those demand. Otherwise among the nodes in racks without the partition if there are any,
    /// otherwise among those without it, otherwise among those that have a device without it: the one that is filled
    /// least for its weight, or that draws the longest lot.
    std::uint32_t chooseNode(std::uint64_t partition, std::uint32_t replica) const
    {
        const auto first = [&](auto may) {
            if (rules_.hashed)
                return longestLot(partition, may);
            if (few_)
                return emptiestOf(replica, may);
            for (const auto& [fill, level] : levels_)
                if (const std::uint32_t node = lowestDraw(level, replica, may); node != nobody)
                    return node;
            return nobody;
        };
        std::uint32_t fresh = nobody;
        if (rules_.twoRacks && replica == 0 && !rules_.hashed)
            fresh = withFewestFirsts(partition);
        else if (rules_.twoRacks && replica == 1 && !rules_.hashed)
            fresh = inEmptiestRack(partition);
        else if (rules_.twoRacks && replica == 1)
            fresh = first([&](const RingNode& node) { return node.rack != racks_[0]; });
        else if (rules_.twoRacks && replica == 2)
            fresh = first([&](const RingNode& node) { return node.rack == racks_[1] && node.usedBy != partition; });
        else if (!rules_.twoRacks && !rules_.rackOf.empty())
            fresh = first([&](const RingNode& node) { return rackUsedBy_.at(node.rack) != partition; });
        if (fresh == nobody)
            fresh = first([&](const RingNode& node) { return node.usedBy != partition; });
        return fresh != nobody ? fresh : first([&](const RingNode& node) { return hasFreeDevice(node, partition); });
    }
    /// If the emptiest node had the first replica, a rack that is emptier than another one would stay so: of two racks
    /// it would get one replica of a partition, and the other one two.
    std::uint32_t withFewestFirsts(std::uint64_t partition) const
    {
        const auto fill = [&](std::uint32_t node) {
            return (static_cast<double>(nodes_[node].firsts) + random_.uniform(partition, node, 2) / 2) /
                   nodes_[node].weight;
        };
        std::uint32_t best = 0;
        double least = fill(0);
        for (std::uint32_t node = 1; node < nodes_.size(); ++node)
            if (const double each = fill(node); each < least) {
                best = node;
                least = each;
            }
        return best;
    }
    /// The emptiest node of the rack, other than that of the first replica, whose two emptiest nodes are filled least
    /// together: they get the second replica and the third.
    std::uint32_t inEmptiestRack(std::uint64_t partition) const
    {
        static constexpr double noFill = std::numeric_limits<double>::infinity();
        struct Pair
        {
            double fill[2] = {noFill, noFill};
            bool single() const { return fill[1] == noFill; }
            std::uint32_t emptiest = nobody;
        };
        std::map<std::uint32_t, Pair> racks;
        for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
            if (nodes_[n].rack == racks_[0])
                continue;
            Pair& pair = racks[nodes_[n].rack];
            const double fill =
                (static_cast<double>(nodes_[n].held) + random_.uniform(partition, n, 1) / 2) / nodes_[n].weight;
            if (fill < pair.fill[0]) {
                pair.fill[1] = std::exchange(pair.fill[0], fill);
                pair.emptiest = n;
            } else {
                pair.fill[1] = std::min(pair.fill[1], fill);
            }
        }
        const auto best = std::ranges::min_element(racks, {}, [](const auto& rack) {
            return rack.second.fill[0] + (rack.second.single() ? rack.second.fill[0] : rack.second.fill[1]);
        });
        return best == racks.end() ? nobody : best->second.emptiest;
    }
    /// A lot depends on the partition and on who draws it alone, so that a node that leaves moves only what it had.
    template <typename May>
    std::uint32_t longestLot(std::uint64_t partition, May may) const
    {
        std::uint32_t best = nobody;
        double longest = 0;
        for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
            if (!may(nodes_[node]))
                continue;
            const double lot = lotOf(partition, nodes_[node].number, nodes_[node].weight);
            if (best == nobody || lot > longest) {
                best = node;
                longest = lot;
            }
        }
        return best;
    }
    double lotOf(std::uint64_t partition, std::uint64_t drawer, double weight) const
    {
        return std::log(random_.uniform(partition, drawer, 0)) / weight;
    }
    /// Among equally filled nodes, the one with the lowest draw. In a large cluster only a few consecutive ones from a
    /// random place are compared; otherwise dealing would take quadratic time in the number of nodes.
    template <typename May>
    std::uint32_t lowestDraw(const std::vector<std::uint32_t>& level, std::uint32_t replica, May may) const
    {
        std::uint32_t best = nobody;
        std::uint64_t bestDraw = 0;
        std::size_t compared = 0;
        std::size_t at = level.size() <= mostCompared ? 0 : draw(replica, 0) % level.size();
        for (std::size_t i = 0; i < level.size() && compared < mostCompared; ++i) {
            const std::uint32_t node = level[at];
            at = at + 1 == level.size() ? 0 : at + 1;
            if (!may(nodes_[node]))
                continue;
            ++compared;
            const std::uint64_t drawn = drawOf(node, replica);
            if (best == nobody || drawn < bestDraw) {
                best = node;
                bestDraw = drawn;
            }
        }
        return best;
    }
    /// The same over all levels, of few nodes: to look at each of them takes less time than to keep the levels.
    template <typename May>
    std::uint32_t emptiestOf(std::uint32_t replica, May may) const
    {
        std::uint32_t best = nobody;
        bool bestHasDrawn = false; // a draw is made for equal fills only
        std::uint64_t bestDraw = 0;
        for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
            if (!may(nodes_[node]))
                continue;
            if (best == nobody || fillOf(node) < fillOf(best)) {
                best = node;
                bestHasDrawn = false;
            } else if (!(fillOf(best) < fillOf(node))) {
                if (!std::exchange(bestHasDrawn, true))
                    bestDraw = drawOf(best, replica);
                if (const std::uint64_t drawn = drawOf(node, replica); drawn < bestDraw) {
                    best = node;
                    bestDraw = drawn;
                }
            }
        }
        return best;
    }
    std::uint64_t drawOf(std::uint32_t node, std::uint32_t replica) const { return draw(load_.size() + node, replica); }
    bool hasFreeDevice(const RingNode& node, std::uint64_t partition) const
    {
        return std::any_of(node.devices.begin(), node.devices.end(),
                           [&](std::uint32_t d) { return usedBy_[d] != partition; });
    }
    std::uint32_t chooseDevice(const RingNode& node, std::uint64_t partition, std::uint32_t replica) const
    {
        if (rules_.weights.empty() && !rules_.hashed)
            return leastLoaded(node, partition, replica);
        std::uint32_t best = nobody;
        double bestRank = 0;
        bool bestHasDrawn = false; // a draw is made for equal ranks only
        std::uint64_t bestDraw = 0;
        for (std::size_t place = 0; place < node.devices.size(); ++place) {
            const std::uint32_t d = node.devices[place];
            if (usedBy_[d] == partition)
                continue;
            const double rank = rules_.hashed ? -lotOf(partition, kernel::mix(node.number + 1, place), weightOf(d))
                                              : static_cast<double>(load_[d]) / weightOf(d);
            if (best == nobody || rank < bestRank) {
                best = d;
                bestRank = rank;
                bestHasDrawn = false;
            } else if (rank == bestRank) {
                if (!std::exchange(bestHasDrawn, true))
                    bestDraw = draw(best, replica);
                if (const std::uint64_t drawn = draw(d, replica); drawn < bestDraw) {
                    best = d;
                    bestDraw = drawn;
                }
            }
        }
        return best;
    }

    /// The same for devices that are alike.
    std::uint32_t leastLoaded(const RingNode& node, std::uint64_t partition, std::uint32_t replica) const
    {
        std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
        for (const std::uint32_t d : node.devices)
            if (load_[d] < least && usedBy_[d] != partition)
                least = load_[d];
        std::uint32_t best = nobody;
        std::uint64_t bestDraw = 0;
        for (const std::uint32_t d : node.devices) {
            if (load_[d] != least || usedBy_[d] == partition)
                continue;
            const std::uint64_t drawn = draw(d, replica);
            if (best == nobody || drawn < bestDraw) {
                best = d;
                bestDraw = drawn;
            }
        }
        return best;
    }

    kernel::KeyedRandom random_;
    const Ring::Rules& rules_;
    static constexpr std::uint32_t nobody = UINT32_MAX;
    static constexpr std::size_t mostCompared = 16;

    std::vector<RingNode> nodes_;
    std::uint64_t draws_ = 0;                  ///< key of the random numbers of the present partition
    bool few_ = false;                         ///< then there are no levels
    Levels levels_;                            ///< nodes by fill
    Levels::node_type spare_;                  ///< a level that has become empty: nothing is allocated for each replica
    std::vector<std::uint32_t> place_;         ///< index of each node in its level
    std::vector<std::uint64_t> load_, usedBy_; ///< of each device
    std::unordered_map<std::uint32_t, std::uint64_t> rackUsedBy_;
    std::array<std::uint32_t, 2> racks_{}; ///< of the present partition's first and second replica
};

} // namespace

Ring::Ring(std::vector<std::uint32_t> devices, std::vector<std::uint32_t> nodeOf, std::uint32_t partitionPower,
           double replicas, std::uint64_t seed, const Rules& rules)
    : power_(partitionPower),
      replicas_(static_cast<std::uint32_t>(std::min(std::ceil(replicas), static_cast<double>(devices.size()))))
{
    RingDealer dealer(nodeOf, rules, seed);
    table_.reserve(partitions() * replicas_);
    const std::uint64_t full = replicas_ > replicas ? partitionsWithMore(replicas, power_) : partitions();
    for (std::uint64_t partition = 0; partition < partitions(); ++partition)
        for (std::uint32_t replica = 0; replica < replicas_; ++replica)
            table_.push_back(partition < full || replica + 1 < replicas_ ? devices[dealer.deal(partition + 1, replica)]
                                                                         : noReplica);
    fullest_ = dealer.fullest();
    keep(std::move(devices), nodeOf);
}

Ring::Ring(std::vector<std::uint32_t> devices, std::vector<std::uint32_t> nodeOf, const RingTable& table,
           const std::vector<double>& weights)
    : power_(table.power), replicas_(table.replicas)
{
    std::vector<std::uint64_t> load(devices.size(), 0);
    table_.reserve(table.placed.size());
    for (const std::uint32_t index : table.placed) {
        table_.push_back(index == noReplica ? noReplica : devices[index]);
        if (index != noReplica)
            ++load[index];
    }
    fullest_ = fullestOf(load, weights);
    keep(std::move(devices), nodeOf);
}

void Ring::keep(std::vector<std::uint32_t> devices, const std::vector<std::uint32_t>& nodeOf)
{
    devices_ = std::move(devices);
    nodeOfDevice_.resize(devices_.empty() ? 0 : *std::max_element(devices_.begin(), devices_.end()) + 1);
    for (std::size_t d = 0; d < devices_.size(); ++d)
        nodeOfDevice_[devices_[d]] = nodeOf[d];
}

std::uint64_t Ring::partitionOf(std::uint64_t key) const
{
    // The top bits of a hash, as usual for consistent-hashing rings.
    const std::uint64_t hash = kernel::mix(key, 0x9e3779b97f4a7c15ull);
    return power_ == 0 ? 0 : hash >> (64 - power_);
}

/// A whole number that expressions can hold exactly.
std::uint64_t Ring::keyNamed(std::uint64_t name, std::uint64_t nth)
{
    return kernel::mix(name, nth) >> 12;
}

std::span<const std::uint32_t> Ring::devicesOf(std::uint64_t partition) const
{
    const std::span<const std::uint32_t> all(table_.data() + partition * replicas_, replicas_);
    return all.back() == noReplica ? all.first(all.size() - 1) : all;
}

std::uint32_t Ring::candidate(std::uint64_t partition, std::uint64_t number) const
{
    const std::uint64_t turn = number % devices_.size();
    const auto replicas = devicesOf(partition);
    return turn < replicas.size() ? replicas[turn] : handOff(partition, turn - replicas.size());
}

std::uint32_t Ring::handOff(std::uint64_t partition, std::uint64_t turn) const
{
    const auto replicas = devicesOf(partition);
    std::vector<std::uint32_t> used; // nodes
    for (const std::uint32_t device : replicas)
        used.push_back(nodeOfDevice_[device]);
    const std::uint64_t count = devices_.size(), start = kernel::mix(partition, 0x4a0d) % count;
    std::uint64_t step = kernel::mix(partition, 0x57e9) % count | 1;
    while (std::gcd(step, count) != 1)
        ++step;
    std::uint64_t fresh = 0;
    std::vector<std::uint32_t> rest;
    for (std::uint64_t i = 0; i < count; ++i) { // the steps reach all of them
        const std::uint32_t device = devices_[(start + i * step) % count];
        if (std::find(replicas.begin(), replicas.end(), device) != replicas.end())
            continue;
        const std::uint32_t node = nodeOfDevice_[device];
        if (std::find(used.begin(), used.end(), node) != used.end()) {
            rest.push_back(device);
            continue;
        }
        if (fresh == turn) // as a rule after few steps
            return device;
        ++fresh;
        used.push_back(node);
    }
    return rest[turn - fresh];
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
