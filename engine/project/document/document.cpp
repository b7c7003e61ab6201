#include "project/document/document.h"

#include <algorithm>
#include <string_view>

namespace headroom::project {
namespace {

template <typename Items, typename Match>
auto findIn(Items& items, Match match) -> decltype(items.data())
{
    const auto found = std::find_if(items.begin(), items.end(), match);
    return found == items.end() ? nullptr : &*found;
}

/// The diagram inside one of the groups that `rest` names, at any depth: "group", "outer/inner".
template <typename AnyDiagram>
AnyDiagram* innerDiagram(AnyDiagram& diagram, std::string_view rest)
{
    for (auto& block : diagram.blocks) {
        if (block.inner.empty() || !rest.starts_with(block.id))
            continue;
        const std::string_view further = rest.substr(block.id.size());
        if (further.empty())
            return &block.inner.front();
        if (further.front() == '/') {
            if (auto* found = innerDiagram(block.inner.front(), further.substr(1)))
                return found;
        }
    }
    return nullptr;
}

template <typename AnyDiagram, typename AnyProject>
AnyDiagram* findDiagramIn(AnyProject& project, const std::string& path)
{
    for (auto& behaviour : project.behaviours) {
        for (auto& operation : behaviour.role.operations) {
            for (auto& diagram : operation.diagrams) {
                const std::string own = diagramPath(behaviour.role.id, operation.id, diagram.id);
                if (own == path)
                    return &diagram;
                if (path.starts_with(own + '/')) {
                    if (auto* found = innerDiagram(diagram, std::string_view(path).substr(own.size() + 1)))
                        return found;
                }
            }
        }
    }
    return nullptr;
}

} // namespace

Project::Project() = default;
Project::Project(const Project&) = default;
Project::Project(Project&&) noexcept = default;
Project& Project::operator=(const Project&) = default;
Project& Project::operator=(Project&&) noexcept = default;
Project::~Project() = default;

std::string diagramPath(const std::string& role, const std::string& operation, const std::string& level)
{
    return role + '/' + operation + '/' + level;
}

Parameter* findParameter(Project& project, const std::string& name)
{
    return findIn(project.parameters, [&name](const Parameter& parameter) { return parameter.name == name; });
}

const Parameter* findParameter(const Project& project, const std::string& name)
{
    return findIn(project.parameters, [&name](const Parameter& parameter) { return parameter.name == name; });
}

Behaviour* findBehaviour(Project& project, const std::string& role)
{
    return findIn(project.behaviours, [&role](const Behaviour& behaviour) { return behaviour.role.id == role; });
}

const Behaviour* findBehaviour(const Project& project, const std::string& role)
{
    return findIn(project.behaviours, [&role](const Behaviour& behaviour) { return behaviour.role.id == role; });
}

std::string missingRole(const Project& project, const Operation& operation)
{
    const auto missing = std::ranges::find_if(
        operation.needs, [&project](const std::string& role) { return !findBehaviour(project, role); });
    return missing == operation.needs.end() ? std::string() : *missing;
}

Diagram* findDiagram(Project& project, const std::string& path)
{
    return findDiagramIn<Diagram>(project, path);
}

const Diagram* findDiagram(const Project& project, const std::string& path)
{
    return findDiagramIn<const Diagram>(project, path);
}

} // namespace headroom::project
