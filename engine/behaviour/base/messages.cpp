#include "behaviour/base/messages.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::behaviour {

namespace {

std::uint64_t sizeOf(double bytes)
{
    return std::max<std::uint64_t>(1, whole(std::ceil(bytes)));
}

} // namespace

Messages::Messages(Core& core) : core_(core)
{
    const auto& nodes = core_.cluster.nodes;
    const auto& network = *core_.cluster.network;
    free_ = std::all_of(nodes.begin(), nodes.end(), [](const NodeHardware& node) { return node.network.free(); });
    immediateBetween_ = free_ && nodes.size() > 1 && network.immediate(0, 1);
    immediateWithin_ = free_ && !nodes.empty() && network.immediate(0, 0);
}

double Messages::sendingWork(std::uint32_t node, double bytes) const
{
    const std::uint64_t size = std::min(sizeOf(bytes), segmentBytes);
    return core_.cluster.nodes[node].network.transmit(size, resources::packetsFor(size, core_.cluster.mtu));
}

double Messages::receivingWork(std::uint32_t node, double bytes) const
{
    const std::uint64_t size = std::min(whole(bytes), segmentBytes);
    return core_.cluster.nodes[node].network.receive(size, resources::packetsFor(size, core_.cluster.mtu));
}

bool Messages::pass(std::uint32_t from, std::uint32_t to, std::uint64_t size, const Way& way,
                    kernel::Completion arrived)
{
    auto& network = *core_.cluster.network;
    if (way.stream == resources::noStream)
        return network.message(from, to, size, way.flow, arrived);
    network.send(way.stream, size, {}, arrived);
    return true;
}

bool Messages::send(std::uint32_t from, std::uint32_t to, double bytes, const Way& way, kernel::Completion arrived)
{
    if (immediate(from, to)) {
        core_.ready.push_back({arrived.context, arrived.handler, arrived.self});
        return true;
    }
    const std::uint64_t size = sizeOf(bytes);
    return size > segmentBytes ? sendLarge(from, to, size, way, arrived) : pass(from, to, size, way, arrived);
}

bool Messages::sendByKernel(std::uint32_t from, std::uint32_t to, double bytes, std::uint64_t flow,
                            kernel::Completion arrived)
{
    if (const double work = sendingWork(from, bytes); work > 0)
        core_.processors[from]->run(work, {});
    return send(from, to, bytes, {flow}, arrived);
}

/// Sends a message of several segments. While it is on its way, processors work on all but the first to be sent and the
/// last to be received.
bool Messages::sendLarge(std::uint32_t from, std::uint32_t to, std::uint64_t size, const Way& way,
                         kernel::Completion arrived)
{
    const std::uint64_t rest = size - segmentBytes, packets = resources::packetsFor(rest, core_.cluster.mtu);
    const double sending = core_.cluster.nodes[from].network.transmit(rest, packets);
    const double receiving = core_.cluster.nodes[to].network.receive(rest, packets);
    if (sending <= 0 && receiving <= 0)
        return pass(from, to, size, way, arrived);
    const std::uint32_t m = large_.take();
    large_[m] = {1u + (sending > 0) + (receiving > 0), arrived};
    const kernel::Completion part{&Messages::onPartDone, this, large_.handle(m)};
    if (!pass(from, to, size, way, part)) {
        large_.give(m);
        return false;
    }
    for (const auto& [node, work] : {std::pair(from, sending), std::pair(to, receiving)})
        if (work > 0)
            core_.processors[node]->run(work, part);
    return true;
}

void Messages::onPartDone(void* self, std::uint64_t handle)
{
    Messages& messages = *static_cast<Messages*>(self);
    if (!messages.large_.holds(handle))
        return;
    const auto m = static_cast<std::uint32_t>(handle);
    if (--messages.large_[m].parts > 0)
        return;
    const kernel::Completion through = messages.large_[m].through;
    messages.large_.give(m);
    through();
}

} // namespace headroom::behaviour
