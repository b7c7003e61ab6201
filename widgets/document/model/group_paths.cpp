#include "widgets/document/model/group_paths.h"

namespace headroom::widgets {

QString innerPath(const QString& path, const QString& group)
{
    return path + '/' + group;
}

std::optional<GroupPlace> placeOfGroup(const project::Project& project, const QString& path)
{
    // Ids may contain slashes, so each slash may be the one between the diagram and the group.
    for (qsizetype cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
        const auto* diagram = project::findDiagram(project, path.left(cut).toStdString());
        const auto* group = diagram ? project::findBlock(*diagram, path.mid(cut + 1).toStdString()) : nullptr;
        if (group && !group->inner.empty())
            return GroupPlace{path.left(cut), path.mid(cut + 1)};
    }
    return {};
}

} // namespace headroom::widgets
