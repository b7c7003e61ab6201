// Divides the work on the bytes between two nodes among their processors: by segments.
#pragma once

#include "behaviour/core/core.h"

#include <algorithm>
#include <cstdint>

namespace headroom::behaviour {

/// The most that Linux hands to an adapter at once, which cuts it into packets (segmentation offload): 65536u,
/// GSO_LEGACY_MAX_SIZE in struct net_device of include/linux/netdevice.h, the default of gso_max_size. TCP fills it up
/// to MAX_TCP_HEADER + 1 bytes (sk_dst_gso_max_size() in net/core/sock.c), less than a packet.
inline constexpr std::uint64_t segmentBytes = 65536;

/// NetworkCost::transmit or receive.
using SegmentCost = double (NetworkCost::*)(std::uint64_t bytes, std::uint64_t packets) const;

/// Work of a node's processor on these bytes, reference-seconds.
inline double workOn(const NodeHardware& node, SegmentCost cost, std::uint64_t bytes, std::uint32_t mtu)
{
    return (node.network.*cost)(bytes, resources::packetsFor(bytes, mtu));
}

/// On the segment of them that waits for the network, or for which the network waits: on all of few bytes.
inline double workOnSegment(const NodeHardware& node, SegmentCost cost, std::uint64_t bytes, std::uint32_t mtu)
{
    return workOn(node, cost, std::min(bytes, segmentBytes), mtu);
}

/// On the others, while they are on their way.
inline double workOnOthers(const NodeHardware& node, SegmentCost cost, std::uint64_t bytes, std::uint32_t mtu)
{
    return bytes > segmentBytes ? workOn(node, cost, bytes, mtu) - workOn(node, cost, segmentBytes, mtu) : 0;
}

} // namespace headroom::behaviour
