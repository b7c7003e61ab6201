#include "widgets/document/rewrite_command.h"

#include <utility>

namespace headroom::widgets {

RewriteCommand::RewriteCommand(DocumentModel& model, QStringList paths, std::function<void(project::Project&)> change,
                               QUndoCommand* parent)
    : QUndoCommand(parent), model_(model), paths_(std::move(paths)), change_(std::move(change))
{
}

void RewriteCommand::redo()
{
    if (!change_)
        return exchange();
    const project::Project& project = ModelAccess::project(model_);
    other_.behaviours = project.behaviours;
    other_.topology = project.topology;
    other_.selectors = project.selectors;
    other_.workloads = project.workloads;
    other_.disturbances = project.disturbances;
    other_.view = project.view;
    std::exchange(change_, nullptr)(ModelAccess::project(model_));
    for (const QString& path : paths_)
        ModelAccess::noteStructure(model_, path);
}

void RewriteCommand::exchange()
{
    project::Project& project = ModelAccess::project(model_);
    std::swap(project.behaviours, other_.behaviours);
    std::swap(project.topology, other_.topology);
    std::swap(project.selectors, other_.selectors);
    std::swap(project.workloads, other_.workloads);
    std::swap(project.disturbances, other_.disturbances);
    std::swap(project.view, other_.view);
    for (const QString& path : paths_)
        ModelAccess::noteStructure(model_, path);
}

} // namespace headroom::widgets
