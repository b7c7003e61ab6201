#include "app/sizing/other_owners.h"

#include "project/resolve/resolver.h"
#include "project/vocabulary/declarations.h"

namespace headroom::app {

using project::ElementKind;

std::set<std::string> groupsOfOthers(const project::Project& project, const project::ComponentLibrary& components)
{
    project::Findings findings; // the checks report them
    project::Resolver resolver(project, components, findings);
    std::set<std::string> others;
    for (const project::NodeGroup& group : project.topology.groups)
        if (!resolver.flag(project::nodeGroupFields(), "ours", group.fields, {}))
            others.insert(group.id);
    return others;
}

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
