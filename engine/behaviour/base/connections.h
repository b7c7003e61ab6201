// Connections that callers keep from one call to the next.
#pragma once

#include "behaviour/records/records.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headroom::behaviour {

class Connections
{
public:
    /// One that no other call is using: the one that was left last, else a new one. `client`: who keeps it, from which
    /// block and to which node.
    std::uint32_t take(std::uint64_t client, std::uint32_t from, std::uint32_t to);
    /// The next call can have it; unless the last answer has come through whole, it has to be made anew.
    void leave(Call& call, bool usable)
    {
        if (call.connection == nowhere)
            return;
        Connection& connection = connections_[call.connection];
        connection.open = connection.open && usable;
        connection.following = std::exchange(connection.among->idle, std::exchange(call.connection, nowhere));
    }
    /// The node has died: those to and from it are open no longer.
    void closeAllOf(std::uint32_t node);
    /// Picks the way through the network: all messages of a connection go the same.
    std::uint64_t flowOf(const Call& call) const
    {
        return call.connection != nowhere ? connections_[call.connection].flow : call.key;
    }
    Connection& operator[](std::uint32_t connection) { return connections_[connection]; }

private:
    std::unordered_map<std::uint64_t, KeptConnections> keptBy_; ///< by client, block and node
    std::vector<Connection> connections_;                       ///< of all of them
};

} // namespace headroom::behaviour
