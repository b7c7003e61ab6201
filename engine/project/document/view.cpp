#include "project/document/view.h"

#include <utility>

namespace headroom::project {

void renameDrawings(View& view, const std::function<std::optional<std::string>(const std::string&)>& renamed)
{
    InOrder<Drawing> drawings;
    for (auto& [path, drawing] : view.drawings)
        if (const std::string name = renamed(path).value_or(path); !name.empty())
            drawings[name] = std::move(drawing);
    view.drawings = std::move(drawings);
    for (View::Section& section : view.sections) {
        for (std::string& path : section.paths)
            path = renamed(path).value_or(path);
        std::erase(section.paths, std::string());
    }
}

void dropDrawingsBelow(View& view, const std::string& path)
{
    renameDrawings(view, [&](const std::string& each) {
        const bool below = each == path || each.starts_with(path + '/');
        return below ? std::optional<std::string>("") : std::nullopt;
    });
}

} // namespace headroom::project
