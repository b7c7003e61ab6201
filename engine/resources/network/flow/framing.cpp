#include "resources/network/flow/framing.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace headroom::resources {

namespace {

std::uint32_t payloadPerPacket(std::uint32_t mtu)
{
    if (mtu <= headerBytes)
        throw std::invalid_argument("an MTU of " + std::to_string(mtu) + " leaves no room for payload");
    return mtu - headerBytes;
}

} // namespace

double payloadShare(std::uint32_t mtu)
{
    return payloadPerPacket(mtu) / (mtu + double{framingBytes});
}

std::uint64_t packetsFor(std::uint64_t bytes, std::uint32_t mtu)
{
    const std::uint64_t payload = payloadPerPacket(mtu);
    return std::max<std::uint64_t>(1, bytes / payload + (bytes % payload != 0));
}

double payloadInItsTime(std::uint64_t bytes, std::uint32_t mtu)
{
    const std::uint64_t packets = packetsFor(bytes, mtu), payload = payloadPerPacket(mtu);
    const std::uint64_t full = packets - 1, last = bytes - full * payload;
    return static_cast<double>(full * payload) +
           static_cast<double>(last + headerBytes + framingBytes) * payloadShare(mtu);
}

} // namespace headroom::resources
