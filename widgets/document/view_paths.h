// What `view` keeps by diagram path (positions, bends, notes, colours ...) when diagrams move, come and go.
#pragma once

#include "project/document/document.h"

#include <QString>
#include <functional>
#include <optional>
#include <string>

namespace headroom::widgets {

/// Path of the diagram inside a group of a diagram.
QString innerPath(const QString& path, const QString& group);

/// The diagram around and the group that hold the one of this path; nothing if it is not inside a group.
struct GroupPlace
{
    QString path, group;
};
std::optional<GroupPlace> placeOfGroup(const project::Project& project, const QString& path);

/// Renames the paths of everything that is kept by them; an empty new name drops it.
void renameViewPaths(project::Json& view,
                     const std::function<std::optional<std::string>(const std::string& path)>& renamed);
/// Drops what is kept of a diagram and of those inside its groups.
void dropViewBelow(project::Json& view, const std::string& path);

} // namespace headroom::widgets
