#include "widgets/document/lookup/uncalled_operations.h"

#include <algorithm>
#include <set>

namespace headroom::widgets {

namespace {

/// The operations that these blocks name, at any depth.
void addNamed(const std::vector<project::Block>& blocks, std::set<std::string>& names)
{
    for (const project::Block& block : blocks) {
        if (const auto name = block.fields.find("operation"); name != block.fields.end() && name->is_string())
            names.insert(name->get<std::string>());
        for (const project::Diagram& inner : block.inner)
            addNamed(inner.blocks, names);
    }
}

/// True if something else than a request begins it.
bool takesFromQueue(const project::Operation& operation)
{
    return std::ranges::any_of(operation.diagrams, [](const project::Diagram& diagram) {
        return std::ranges::any_of(diagram.blocks, [](const project::Block& block) {
            return block.type == "start" && block.fields.contains("queue");
        });
    });
}

} // namespace

project::Findings uncalledOperations(const project::Project& project)
{
    project::Findings notes;
    if (project.workloads.empty())
        return notes;
    std::set<std::string> asked;
    for (const project::Workload& workload : project.workloads)
        for (const project::OperationShare& share : workload.operations)
            asked.insert(share.operation);
    for (const project::Behaviour& behaviour : project.behaviours)
        for (const project::Operation& operation : behaviour.role.operations)
            for (const project::Diagram& diagram : operation.diagrams)
                addNamed(diagram.blocks, asked);
    for (std::size_t r = 0; r < project.behaviours.size(); ++r) {
        const project::Behaviour& behaviour = project.behaviours[r];
        if (behaviour.reference) // nobody has to use all that a library offers
            continue;
        const auto& operations = behaviour.role.operations;
        for (std::size_t o = 0; o < operations.size(); ++o)
            if (!asked.contains(operations[o].id) && !takesFromQueue(operations[o]))
                notes.push_back({project::Severity::note, "operation.unused",
                                 "/behaviours/" + std::to_string(r) + "/definition/operations/" + std::to_string(o),
                                 behaviour.role.id + " \u203a " + operations[o].id,
                                 "Nothing asks for this operation yet: no workload and no block.",
                                 "Call it, or add a workload for it; a timer for what runs in the background."});
    }
    return notes;
}

} // namespace headroom::widgets
