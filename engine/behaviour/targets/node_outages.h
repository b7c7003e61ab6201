// Keeps which nodes are down, and since when.
#pragma once

#include "behaviour/core/core.h"
#include "kernel/time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::behaviour {

class NodeOutages
{
public:
    NodeOutages(const Core& core, std::size_t nodes)
        : core_(core), down_(nodes, 0), downSince_(nodes, 0), timeDown_(nodes, 0)
    {
    }

    bool down(std::uint32_t node) const { return down_[node] != 0; }
    /// Returns true if the state changed.
    bool setDown(std::uint32_t node, bool down);
    /// Time down within the measured window.
    kernel::Time timeDown(std::uint32_t node) const { return timeDown_[node] + (down(node) ? downUntilNow(node) : 0); }
    /// Starts a new window.
    void reset();

private:
    kernel::Time downUntilNow(std::uint32_t node) const;

    const Core& core_;
    std::vector<std::uint8_t> down_;                 ///< by node
    std::vector<kernel::Time> downSince_, timeDown_; ///< start of the last outage; sum of ended ones in the window
};

} // namespace headroom::behaviour
