// Failure and return of nodes, and of the processes of single instances; operations that their client gives up.
#pragma once

#include "behaviour/core/core.h"
#include "behaviour/records/operation_client.h"

#include <cstdint>
#include <optional>

namespace headroom::behaviour {

class Acceptance;
class Caches;
class Calls;
class Connections;
class Deployment;
class InlineCalls;
class MessageQueues;
class NodeOutages;
class Paths;
class Regions;
class Requests;
class RingMembers;
class SharedValues;
class TokenBuckets;
class Workers;
struct Failed;

class Failures
{
public:
    /// All that have records of what fails.
    struct Uses
    {
        Core& core;
        Deployment& deployment;
        NodeOutages& outages;
        RingMembers& members;
        Connections& connections;
        SharedValues& values;
        Workers& workers;
        Paths& paths;
        Requests& requests;
        InlineCalls& inlineCalls;
        Regions& regions;
        Acceptance& acceptance;
        Calls& calls;
        MessageQueues& queues;
        Caches& caches;
        TokenBuckets& buckets;
    };
    explicit Failures(const Uses& parts) : parts_(parts), core_(parts.core) {}

    /// `known`: all who use a ring have noticed it.
    void failNode(std::uint32_t node, bool known);
    void restoreNode(std::uint32_t node);
    void failProcess(std::uint32_t instance);
    void restoreProcess(std::uint32_t instance);
    /// The client no longer waits for the operation that it has started with this context: its paths end. Nothing if
    /// there is none. The client is not called.
    std::optional<OperationTicket> giveUp(const OperationClient& client, std::uint64_t context);
    /// Clears the memory of what has failed.
    void forget(const Failed& failed);

private:
    void begin(const Failed& failed);
    void end(const Failed& failed);
    void restore(const Failed& failed);
    template <typename Ends>
    void endPaths(Ends ends);

    const Uses parts_;
    Core& core_;
};

} // namespace headroom::behaviour
