#include "behaviour/messages/messages.h"

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
    return workOnSegment(core_.cluster.nodes[node], &NetworkCost::transmit, sizeOf(bytes), core_.cluster.mtu);
}

double Messages::receivingWork(std::uint32_t node, double bytes) const
{
    return workOnSegment(core_.cluster.nodes[node], &NetworkCost::receive, whole(bytes), core_.cluster.mtu);
}

bool Messages::pass(std::uint32_t from, std::uint32_t to, std::uint64_t size, const Way& way,
                    kernel::Completion arrived)
{
    auto& network = *core_.cluster.network;
    if (way.stream == resources::noStream)
        return network.message(from, to, size, way.flow, arrived, way.kept);
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
    const auto& nodes = core_.cluster.nodes;
    const double sending = workOnOthers(nodes[from], &NetworkCost::transmit, size, core_.cluster.mtu);
    const double receiving = workOnOthers(nodes[to], &NetworkCost::receive, size, core_.cluster.mtu);
    if (sending <= 0 && receiving <= 0)
        return pass(from, to, size, way, arrived);
    const std::uint32_t m = large_.take();
    large_[m] = {to, 1u + (sending > 0) + (receiving > 0), receiving, 0, arrived};
    if (!pass(from, to, size, way, completion<&Messages::partDone>(m))) {
        large_.give(m);
        return false;
    }
    const auto& network = *core_.cluster.network;
    large_[m].crossingS = way.stream == resources::noStream ? network.crossing(from, to, way.flow, segmentBytes)
                                                            : network.crossing(way.stream, segmentBytes);
    if (receiving > 0)
        core_.calendar.schedule(core_.after(large_[m].crossingS), completion<&Messages::firstArrived>(m));
    if (sending > 0)
        core_.processors[from]->run(sending, completion<&Messages::sentRest>(m));
    return true;
}

/// The sender's processor has finished; what it worked on last is on its way.
void Messages::sentRest(std::uint32_t large)
{
    core_.calendar.schedule(core_.after(large_[large].crossingS), completion<&Messages::partDone>(large));
}

void Messages::firstArrived(std::uint32_t large)
{
    core_.processors[large_[large].to]->run(large_[large].receiving, completion<&Messages::partDone>(large));
}

void Messages::partDone(std::uint32_t large)
{
    if (--large_[large].parts > 0)
        return;
    const kernel::Completion through = large_[large].through;
    large_.give(large);
    through();
}

template <void (Messages::*step)(std::uint32_t)>
kernel::Completion Messages::completion(std::uint32_t large)
{
    return {[](void* self, std::uint64_t handle) {
                auto& messages = *static_cast<Messages*>(self);
                if (messages.large_.holds(handle))
                    (messages.*step)(static_cast<std::uint32_t>(handle));
            },
            this, large_.handle(large)};
}

} // namespace headroom::behaviour
