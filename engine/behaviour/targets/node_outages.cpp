#include "behaviour/targets/node_outages.h"

#include <algorithm>
#include <utility>

namespace headroom::behaviour {

bool NodeOutages::setDown(std::uint32_t node, bool down)
{
    if (std::exchange(down_[node], down) == down)
        return false;
    if (down)
        downSince_[node] = core_.calendar.now();
    else
        timeDown_[node] += downUntilNow(node);
    return true;
}

void NodeOutages::reset()
{
    std::fill(timeDown_.begin(), timeDown_.end(), 0);
}

kernel::Time NodeOutages::downUntilNow(std::uint32_t node) const
{
    return core_.calendar.now() - std::max(downSince_[node], core_.windowStart);
}

} // namespace headroom::behaviour
