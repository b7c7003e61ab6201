// A ring as it was dealt elsewhere: which devices hold each partition, read from a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace headroom::mapping {

/// In place of a device: the partition has a replica less than others.
inline constexpr std::uint32_t noReplica = UINT32_MAX;

/// For each partition its devices, one for each replica, as indices among the devices of the ring.
struct RingTable
{
    std::uint32_t power = 0;
    std::uint32_t replicas = 0;        ///< most that a partition has
    std::vector<std::uint32_t> placed; ///< partition * replicas + replica → index of the device; the last: noReplica
    std::uint64_t partitions() const { return std::uint64_t{1} << power; }
};

/// Partitions with a replica more than the others: a quarter of them in a ring with 3.25 replicas.
std::uint64_t partitionsWithMore(double replicas, std::uint32_t power);

/// Reads a CSV file: a header of the columns partition, copy 1, copy 2 and so on, and a row for each of the 2^power
/// partitions in their order, from 0. Cells are the numbers of devices, from 1 to `devices`; if `replicas` is not
/// whole, the last is empty for partitions that have one less. Throws std::runtime_error with the line and what is
/// wrong with it: columns or rows that do not fit the ring, a device that is not there, or one that holds a partition
/// twice.
RingTable readRingTable(const std::filesystem::path& file, std::uint32_t power, double replicas, std::uint32_t devices);

/// Partitions of which two replicas are on one node. `nodeOf` is the node of each device.
std::uint64_t partitionsTwiceOnANode(const RingTable& table, const std::vector<std::uint32_t>& nodeOf);

} // namespace headroom::mapping
