// Connections that callers keep from one call to the next.
#pragma once

#include "behaviour/records/records.h"
#include "resources/network/cluster_network.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headroom::behaviour {

class Deployment;
struct Failed;

/// The way of a message through the network.
struct Way
{
    std::uint64_t flow;                               ///< selects the route
    bool kept = false;                                ///< of a connection that was there before, or will be later
    resources::StreamId stream = resources::noStream; ///< of a shared connection: its messages follow one another on it
};

class Connections
{
public:
    /// Returns a connection that no other call is using: the one released last, or else a new one. `client` is its
    /// owner; `from` and `to` are the instances of roles at its ends.
    std::uint32_t take(std::uint64_t client, std::uint32_t from, std::uint32_t to);
    /// Returns the connection that all calls of `client` share.
    std::uint32_t share(std::uint64_t client, std::uint32_t from, std::uint32_t to);
    /// Releases the connection for the next call. One that is shared stays with the others. It is made anew unless the
    /// last answer has been received completely.
    void leave(Call& call, bool usable)
    {
        if (call.connection == nowhere)
            return;
        Connection& connection = connections_[call.connection];
        if (connection.shared) {
            call.connection = nowhere;
            return;
        }
        connection.open = connection.open && usable;
        connection.following = std::exchange(connection.among->idle, std::exchange(call.connection, nowhere));
    }
    /// All connections to and from what has failed are closed.
    void closeAllOf(const Deployment& deployment, const Failed& failed);
    /// Selects the path through the network: all messages of a connection use the same one.
    std::uint64_t flowOf(const Call& call) const
    {
        return call.connection != nowhere ? connections_[call.connection].flow : call.key;
    }
    /// True if others use the call's connection before or after it, one at a time.
    bool isKept(const Call& call) const { return call.connection != nowhere && !connections_[call.connection].shared; }
    /// The way of the call's request, or with `back` of its answer. The messages of a shared connection are one stream
    /// in each direction, which is opened for the first of them.
    Way wayOf(const Call& call, bool back, resources::ClusterNetwork& network);
    Connection& operator[](std::uint32_t connection) { return connections_[connection]; }

private:
    std::unordered_map<std::uint64_t, KeptConnections> keptBy_; ///< by client, block and node
    std::vector<Connection> connections_;                       ///< all connections
};

} // namespace headroom::behaviour
