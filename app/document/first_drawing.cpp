#include "app/document/first_drawing.h"

#include "project/resolve/resolver.h"
#include "project/vocabulary/declarations.h"
#include "project/vocabulary/inner_diagrams.h"

#include <algorithm>
#include <deque>
#include <set>
#include <utility>

namespace headroom::app {

namespace {

using Called = std::pair<std::string, std::string>; // role and operation

/// The operations that loads start: of loads and shares that are not switched off.
std::deque<Called> started(const project::Project& project, const project::ComponentLibrary& library)
{
    project::Findings findings; // a project with faults is shown all the same
    project::Resolver resolver(project, library, findings);
    std::deque<Called> operations;
    for (const project::Workload& workload : project.workloads) {
        if (resolver.flag(project::workloadFields(), "disabled", workload.fields, {}))
            continue;
        for (const project::OperationShare& share : workload.operations)
            if (resolver.number(project::shareFields(), "weight", share.fields, {}) > 0)
                operations.emplace_back(workload.role, share.operation);
    }
    return operations;
}

const project::Operation* find(const project::Project& project, const Called& called)
{
    const project::Behaviour* behaviour = project::findBehaviour(project, called.first);
    return behaviour ? project::findOperation(behaviour->role, called.second) : nullptr;
}

/// Operations with a diagram, each after what calls it.
std::vector<Called> reached(const project::Project& project, std::deque<Called> waiting)
{
    std::vector<Called> found;
    std::set<Called> seen;
    for (; !waiting.empty(); waiting.pop_front()) {
        const project::Operation* operation = find(project, waiting.front());
        if (!operation || operation->diagrams.empty() || !seen.insert(waiting.front()).second)
            continue;
        found.push_back(waiting.front());
        project::forEachBlock(
            project::blockTypesOf(project), operation->diagrams.front(), [&](const project::Block& block) {
                const auto textOf = [&](const char* field) {
                    const auto value = block.fields.find(field);
                    return value != block.fields.end() && value->is_string() ? value->get<std::string>()
                                                                             : std::string();
                };
                waiting.emplace_back(textOf("role"), textOf("operation"));
            });
    }
    return found;
}

bool hasJoin(const project::Diagram& diagram)
{
    return std::any_of(diagram.blocks.begin(), diagram.blocks.end(), [](const project::Block& block) {
        return block.type == "join" ||
               (project::isFolded(block) && std::any_of(block.inner.begin(), block.inner.end(), hasJoin));
    });
}

} // namespace

QString mostTelling(const project::Project& project, const project::ComponentLibrary& library)
{
    std::vector<Called> drawn = reached(project, started(project, library));
    if (drawn.empty())
        for (const project::Behaviour& behaviour : project.behaviours)
            for (const project::Operation& operation : behaviour.role.operations)
                if (!operation.diagrams.empty())
                    drawn.emplace_back(behaviour.role.id, operation.id);
    if (drawn.empty())
        return {};
    const auto join = std::find_if(drawn.begin(), drawn.end(),
                                   [&](const Called& each) { return hasJoin(find(project, each)->diagrams.front()); });
    const auto& [role, operation] = join == drawn.end() ? drawn.front() : *join;
    return QString::fromStdString(
        project::diagramPath(role, operation, find(project, {role, operation})->diagrams.front().id));
}

} // namespace headroom::app
