#include "behaviour/core/block_table.h"

namespace headroom::behaviour {

const char* BlockTable::waitOf(const Path& p, Code code) const
{
    switch (p.wait) {
    case Wait::nothing:
    case Wait::ready:
        return nullptr;
    case Wait::worker:
        return "queue for a worker";
    case Wait::helper:
        return "queue for a helper thread";
    case Wait::waking:
    case Wait::processor:
    case Wait::sending:
        return "processor";
    default:
        return (*this)[code].waitsFor;
    }
}

} // namespace headroom::behaviour
