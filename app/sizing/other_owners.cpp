#include "app/sizing/other_owners.h"

namespace headroom::app {

using project::ElementKind;

bool isOfOthers(const project::Project& system, const std::set<std::string>& others, ElementKind kind,
                const std::vector<std::string>& ids)
{
    switch (kind) {
    case ElementKind::nodeGroup:
    case ElementKind::controller:
    case ElementKind::device:
        return others.contains(ids.front());
    case ElementKind::link:
        for (const project::Fabric& fabric : system.topology.fabrics)
            for (const project::Link& link : fabric.links)
                if (fabric.id == ids.front() && link.id == ids.back())
                    return others.contains(link.from);
        return false;
    default:
        return false;
    }
}

} // namespace headroom::app
