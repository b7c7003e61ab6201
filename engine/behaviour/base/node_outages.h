// Which nodes are down, and since when.
#pragma once

#include "behaviour/base/core.h"
#include "kernel/calendar.h"
#include "kernel/time.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::behaviour {

class NodeOutages
{
public:
    NodeOutages(const Core& core, std::size_t nodes)
        : core_(core), down_(nodes, 0), downSince_(nodes, 0), timeDown_(nodes, 0), awaitingReturn_(nodes)
    {
    }

    bool down(std::uint32_t node) const { return down_[node] != 0; }
    /// Returns true if the state changed.
    bool setDown(std::uint32_t node, bool down);
    /// Time down within the measured window.
    kernel::Time timeDown(std::uint32_t node) const { return timeDown_[node] + (down(node) ? downUntilNow(node) : 0); }
    /// Starts a new window.
    void reset();

    void awaitReturn(std::uint32_t node, const kernel::Completion& back) { awaitingReturn_[node].push_back(back); }
    void tellReturn(std::uint32_t node);

private:
    kernel::Time downUntilNow(std::uint32_t node) const;

    const Core& core_;
    std::vector<std::uint8_t> down_;                 ///< by node
    std::vector<kernel::Time> downSince_, timeDown_; ///< start of the last outage; sum of ended ones in the window
    std::vector<std::vector<kernel::Completion>> awaitingReturn_;
};

} // namespace headroom::behaviour
