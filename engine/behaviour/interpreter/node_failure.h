// Failure and return of nodes.
#pragma once

#include "behaviour/base/core.h"

#include <cstdint>

namespace headroom::behaviour {

class Caches;
class TokenBuckets;
struct Parts;

/// Uses all parts, because each of them has records of the node.
class NodeFailure
{
public:
    NodeFailure(Parts& parts, Caches& caches, TokenBuckets& buckets);

    void fail(std::uint32_t node);
    void restore(std::uint32_t node);
    /// Clears the memory of the node.
    void forget(std::uint32_t node);

private:
    bool setDown(std::uint32_t node, bool down);
    void endPaths(std::uint32_t node);
    bool runsOn(std::uint32_t request, std::uint32_t node) const;

    Parts& parts_;
    Core& core_;
    Caches& caches_;
    TokenBuckets& buckets_;
};

} // namespace headroom::behaviour
