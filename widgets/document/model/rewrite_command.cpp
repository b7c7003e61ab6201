#include "widgets/document/model/rewrite_command.h"

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
    other_ = ModelAccess::project(model_);
    std::exchange(change_, nullptr)(ModelAccess::project(model_));
    for (const QString& path : paths_)
        ModelAccess::noteStructure(model_, path);
}

void RewriteCommand::exchange()
{
    std::swap(ModelAccess::project(model_), other_);
    for (const QString& path : paths_)
        ModelAccess::noteStructure(model_, path);
}

} // namespace headroom::widgets
