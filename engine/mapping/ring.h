// Places keys on devices: a ring with partitions and replicas, and a consistent hash.
#pragma once

#include "mapping/ring_table.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace headroom::mapping {

/// A ring: keys are hashed to 2^power partitions. With a number of replicas that is not whole, a part of the partitions
/// has one more than the others (partitionsWithMore()). The replicas of a partition are on distinct nodes, if there are
/// enough nodes, and on distinct devices, if there are enough devices. If all nodes have the same number of devices,
/// the numbers of replicas on any two devices differ by at most one; otherwise nodes are filled in proportion to their
/// devices as far as the distinct nodes allow. The algorithm is greedy: each replica goes to the node that is filled
/// least for its number of devices, and there to the device with the fewest replicas (a hash breaks ties, so that
/// neighbours differ). With racks the replicas are on distinct racks first, as far as there are enough; or on two of
/// them: the second replica in another rack than the first, the third in the rack of the second, as far as possible.
/// With weights a device counts as much as its weight. A hashed ring draws lots instead: of the nodes that may have the
/// replica, and then of the devices of that node, the one with the largest ln(u) / weight of a random u for each (the
/// straw2 bucket of Weil's CRUSH). On average each device gets its share; in one ring it is spread as random lots are,
/// by about the square root of its replicas.
class Ring
{
public:
    struct Rules
    {
        std::vector<std::uint32_t> rackOf; ///< by device; empty: racks do not matter
        bool twoRacks = false;             ///< instead of distinct ones
        std::vector<double> weights;       ///< by device, above 0; empty: all alike
        bool hashed = false;
    };

    /// `nodeOf[d]` is the node of device `devices[d]`.
    Ring(std::vector<std::uint32_t> devices, std::vector<std::uint32_t> nodeOf, std::uint32_t partitionPower,
         double replicas, std::uint64_t seed, const Rules& rules);
    Ring(std::vector<std::uint32_t> devices, std::vector<std::uint32_t> nodeOf, std::uint32_t partitionPower,
         double replicas, std::uint64_t seed)
        : Ring(std::move(devices), std::move(nodeOf), partitionPower, replicas, seed, {})
    {
    }
    /// The ring that the table describes. `weights`, by device, say what each should hold; empty: all alike.
    Ring(std::vector<std::uint32_t> devices, std::vector<std::uint32_t> nodeOf, const RingTable& table,
         const std::vector<double>& weights);

    std::uint32_t replicas() const { return replicas_; }      ///< most that a partition has
    std::uint64_t devices() const { return devices_.size(); } ///< their number
    /// Fill of the fullest device relative to the mean, each against its weight: 1 if all hold what they should.
    double fullest() const { return fullest_; }
    std::uint64_t partitions() const { return std::uint64_t{1} << power_; }
    std::uint64_t partitionOf(std::uint64_t key) const;
    /// A key whose partition has its first replica on a device that `has` accepts: the first such of an endless row of
    /// keys that depends on `name` alone. Nothing if no partition has.
    template <typename Has>
    std::optional<std::uint64_t> keyWithFirst(std::uint64_t name, Has has) const
    {
        for (std::uint64_t nth = 0; nth < partitions() * 64; ++nth)
            if (const std::uint64_t key = keyNamed(name, nth); has(devicesOf(partitionOf(key)).front()))
                return key;
        return std::nullopt;
    }
    /// The partition's devices, one for each replica, in ring order.
    std::span<const std::uint32_t> devicesOf(std::uint64_t partition) const;
    /// The devices to try, one after another: first the partition's replicas, then the hand-offs, which are all other
    /// devices in an order that depends on the partition: one on each node without a replica, then the rest. After the
    /// last it begins again.
    std::uint32_t candidate(std::uint64_t partition, std::uint64_t number) const;

private:
    void keep(std::vector<std::uint32_t> devices, const std::vector<std::uint32_t>& nodeOf);
    std::uint32_t handOff(std::uint64_t partition, std::uint64_t turn) const;
    static std::uint64_t keyNamed(std::uint64_t name, std::uint64_t nth);

    std::uint32_t power_;
    std::uint32_t replicas_;
    double fullest_ = 1;
    std::vector<std::uint32_t> devices_, nodeOfDevice_;
    std::vector<std::uint32_t> table_;
};

/// Consistent hashing of a key to one of `count` places: if a place is added, only the keys that go to it move (the
/// jump hash of Lamping and Veach, "A fast, minimal memory, consistent hash algorithm", 2014). 0 if there is none.
std::uint32_t consistentPlace(std::uint64_t key, std::uint32_t count);

} // namespace headroom::mapping
