#include "widgets/document/lookup/unbound_volumes.h"

#include <algorithm>

namespace headroom::widgets {

QStringList unboundVolumes(const project::Role& role, const project::NodeGroup& group)
{
    QStringList unbound;
    for (const std::string& volume : role.volumes)
        if (std::none_of(group.volumes.begin(), group.volumes.end(),
                         [&](const auto& binding) { return binding.volume == volume; }))
            unbound.append(QString::fromStdString(volume));
    return unbound;
}

QStringList unboundVolumes(const project::Project& project, const project::NodeGroup& group)
{
    QStringList unbound;
    for (const std::string& role : group.roles)
        if (const auto* behaviour = project::findBehaviour(project, role))
            unbound += unboundVolumes(behaviour->role, group);
    unbound.removeDuplicates();
    return unbound;
}

} // namespace headroom::widgets
