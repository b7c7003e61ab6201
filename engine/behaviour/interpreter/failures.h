// Failure and return of nodes, and of the processes of single instances.
#pragma once

#include "behaviour/base/core.h"

#include <cstdint>

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
    /// Clears the memory of what has failed.
    void forget(const Failed& failed);

private:
    void begin(const Failed& failed);
    void end(const Failed& failed);
    void restore(const Failed& failed);
    void endPaths(const Failed& failed);
    bool runsIn(std::uint32_t request, const Failed& failed) const;

    Parts& parts_;
    Core& core_;
    Caches& caches_;
    TokenBuckets& buckets_;
};

} // namespace headroom::behaviour
