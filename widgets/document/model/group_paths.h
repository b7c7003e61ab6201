// Paths of the diagrams inside groups.
#pragma once

#include "project/document/document.h"

#include <QString>
#include <optional>

namespace headroom::widgets {

/// Path of the diagram inside a group of a diagram.
QString innerPath(const QString& path, const QString& group);

/// The group that contains the diagram of this path, and the diagram around it; nothing if it is not inside a group.
struct GroupPlace
{
    QString path, group;
};
std::optional<GroupPlace> placeOfGroup(const project::Project& project, const QString& path);

} // namespace headroom::widgets
