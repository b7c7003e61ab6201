// Failure and return of nodes, and of the processes of single instances; operations that their client gives up.
#pragma once

#include "behaviour/base/core.h"
#include "behaviour/records/operation_client.h"

#include <cstdint>
#include <optional>

namespace headroom::behaviour {

class Caches;
class TokenBuckets;
struct Failed;
struct Parts;

/// Uses all parts, because each of them has records of what fails.
class Failures
{
public:
    Failures(Parts& parts, Caches& caches, TokenBuckets& buckets);

    void failNode(std::uint32_t node);
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

    Parts& parts_;
    Core& core_;
    Caches& caches_;
    TokenBuckets& buckets_;
};

} // namespace headroom::behaviour
