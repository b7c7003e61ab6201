#include "behaviour/messages/connections.h"

#include "behaviour/cluster/deployment.h"
#include "kernel/random.h"

namespace headroom::behaviour {

std::uint32_t Connections::take(std::uint64_t client, std::uint32_t from, std::uint32_t to)
{
    KeptConnections& kept = keptBy_[client];
    if (const std::uint32_t idle = kept.idle; idle != nowhere) {
        kept.idle = connections_[idle].following;
        return idle;
    }
    const std::uint64_t flow = kept.count == 0 ? client : kernel::mix(client, kept.count);
    ++kept.count;
    connections_.push_back({.flow = flow, .among = &kept, .from = from, .to = to});
    return static_cast<std::uint32_t>(connections_.size() - 1);
}

std::uint32_t Connections::share(std::uint64_t client, std::uint32_t from, std::uint32_t to)
{
    KeptConnections& kept = keptBy_[client];
    if (kept.count == 0) {
        kept.idle = take(client, from, to);
        connections_[kept.idle].shared = true;
    }
    return kept.idle;
}

Way Connections::wayOf(const Call& call, bool back, resources::ClusterNetwork& network)
{
    const std::uint64_t flow = flowOf(call);
    if (call.connection == nowhere || !connections_[call.connection].shared)
        return {flow, isKept(call)};
    Connection& connection = connections_[call.connection];
    resources::StreamId& stream = back ? connection.answers : connection.requests;
    if (stream == resources::noStream)
        stream = back ? network.open(call.calleeNode, call.callerNode, flow)
                      : network.open(call.callerNode, call.calleeNode, flow);
    return {flow, true, stream};
}

void Connections::closeAllOf(const Deployment& deployment, const Failed& failed)
{
    for (Connection& connection : connections_)
        connection.open =
            connection.open && !deployment.within(failed, connection.from) && !deployment.within(failed, connection.to);
}

} // namespace headroom::behaviour
