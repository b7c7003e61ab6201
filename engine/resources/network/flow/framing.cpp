#include "resources/network/flow/framing.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace headroom::resources {

namespace {

[[noreturn]] void refuse(std::uint32_t mtu)
{
    throw std::invalid_argument("an MTU of " + std::to_string(mtu) + " leaves no room for payload");
}

std::uint32_t payloadPerPacket(std::uint32_t mtu)
{
    if (mtu <= headerBytes) [[unlikely]]
        refuse(mtu);
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
    const std::uint64_t payload = payloadPerPacket(mtu);
    const std::uint64_t full = bytes <= payload ? 0 : packetsFor(bytes, mtu) - 1; // most messages have one packet
    const std::uint64_t last = bytes - full * payload;
    return static_cast<double>(full * payload) +
           static_cast<double>(last + headerBytes + framingBytes) * payloadShare(mtu);
}

} // namespace headroom::resources
