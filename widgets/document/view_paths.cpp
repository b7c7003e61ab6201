#include "widgets/document/view_paths.h"

namespace headroom::widgets {

using project::Json;

QString innerPath(const QString& path, const QString& group)
{
    return path + '/' + group;
}

std::optional<GroupPlace> placeOfGroup(const project::Project& project, const QString& path)
{
    // Ids may hold slashes, so that any of them may be the one between the diagram and the group.
    for (qsizetype cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
        const auto* diagram = project::findDiagram(project, path.left(cut).toStdString());
        const auto* group = diagram ? project::findBlock(*diagram, path.mid(cut + 1).toStdString()) : nullptr;
        if (group && !group->inner.empty())
            return GroupPlace{path.left(cut), path.mid(cut + 1)};
    }
    return {};
}

void renameViewPaths(Json& view, const std::function<std::optional<std::string>(const std::string&)>& renamed)
{
    if (!view.is_object())
        return;
    for (auto& [key, byPath] : view.items()) {
        if (!byPath.is_object())
            continue;
        Json result = Json::object();
        for (auto& [path, content] : byPath.items()) {
            const auto name = renamed(path);
            if (!name)
                result[path] = std::move(content);
            else if (!name->empty())
                result[*name] = std::move(content);
        }
        byPath = std::move(result);
    }
}

void dropViewBelow(Json& view, const std::string& path)
{
    renameViewPaths(view, [&](const std::string& each) {
        const bool below = each == path || each.starts_with(path + '/');
        return below ? std::optional<std::string>("") : std::nullopt;
    });
}

} // namespace headroom::widgets
