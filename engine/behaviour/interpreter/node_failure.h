// Nodes that die and come back.
#pragma once

#include "behaviour/base/core.h"

#include <cstdint>

namespace headroom::behaviour {

class Caches;
struct Parts;

/// Knows all parts: what dies with a node lies in each of them.
class NodeFailure
{
public:
    NodeFailure(Parts& parts, Caches& caches);

    void fail(std::uint32_t node);
    void restore(std::uint32_t node);
    /// What lies in its memory is lost.
    void forget(std::uint32_t node);

private:
    bool setDown(std::uint32_t node, bool down);
    void endPaths(std::uint32_t node);
    bool runsOn(std::uint32_t request, std::uint32_t node) const;

    Parts& parts_;
    Core& core_;
    Caches& caches_;
};

} // namespace headroom::behaviour
