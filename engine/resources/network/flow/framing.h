// Bytes that packets add to their payload on the wire: Ethernet with TCP/IPv4.
#pragma once

#include <cstdint>

namespace headroom::resources {

inline constexpr std::uint32_t headerBytes = 52;  ///< IPv4 20, TCP 20, time stamps 12
inline constexpr std::uint32_t framingBytes = 38; ///< preamble 8, header 14, FCS 4, gap 12 (IEEE 802.3)
inline constexpr std::uint32_t acknowledgementWire = headerBytes + framingBytes;

/// Payload share of the line rate: (mtu − 52) / (mtu + 38). 1500: 94.1 %, 9000: 99.0 %. Throws std::invalid_argument if
/// the MTU leaves no room for payload, as the following ones do.
double payloadShare(std::uint32_t mtu);

/// Number of packets for `bytes` of payload, at least one.
std::uint64_t packetsFor(std::uint64_t bytes, std::uint32_t mtu);

/// Bytes of payload that full packets carry in the time that a message of `bytes` takes on the wire, with the headers
/// of its last packet, which need not be full: 179 for 100 bytes at an MTU of 1500, 1448 for 1448. With 0 bytes it is
/// an acknowledgement.
double payloadInItsTime(std::uint64_t bytes, std::uint32_t mtu);

} // namespace headroom::resources
