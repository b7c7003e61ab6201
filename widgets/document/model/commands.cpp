#include "widgets/document/model/commands.h"

#include "widgets/document/model/drawing_view.h"

#include <typeinfo>
#include <utility>

namespace headroom::widgets {

using project::Json;

void ModelAccess::noteElement(DocumentModel& model, const ElementRef& element)
{
    if (!model.pendingElements_.contains(element))
        model.pendingElements_.append(element);
}

void ModelAccess::noteStructure(DocumentModel& model, const QString& path)
{
    model.pendingStructures_.insert(path);
}

void ModelAccess::notePositions(DocumentModel& model, const QString& path)
{
    model.pendingPositions_.insert(path);
}

SetFieldCommand::SetFieldCommand(DocumentModel& model, ElementRef element, QString field, Json value,
                                 QUndoCommand* parent)
    : QUndoCommand(parent), model_(model), element_(std::move(element)), field_(std::move(field))
{
    const FieldSlot slot = findSlot(ModelAccess::project(model_), element_, field_);
    before_ = readSlot(slot);
    after_ = withField(slot, field_.toStdString(), std::move(value));
}

void SetFieldCommand::write(const Json& content)
{
    writeSlot(findSlot(ModelAccess::project(model_), element_, field_), content);
    ModelAccess::noteElement(model_, element_);
}

void SetFieldCommand::redo()
{
    write(after_);
}

void SetFieldCommand::undo()
{
    write(before_);
}

DrawingCommand::DrawingCommand(DocumentModel& model, QString path, Change change, QUndoCommand* parent)
    : QUndoCommand(parent), model_(model), path_(std::move(path)), change_(std::move(change))
{
}

project::Drawing& DrawingCommand::drawing() const
{
    return ModelAccess::project(model_).view.drawings[path_.toStdString()];
}

void DrawingCommand::redo()
{
    if (!change_)
        return exchange();
    other_ = drawing();
    std::exchange(change_, nullptr)(drawing());
    if (!cameBack())
        ModelAccess::notePositions(model_, path_);
}

void DrawingCommand::exchange()
{
    if (cameBack())
        return;
    std::swap(drawing(), other_);
    ModelAccess::notePositions(model_, path_);
}

bool DrawingCommand::mergeWith(const QUndoCommand* other)
{
    if (typeid(*other) != typeid(*this) || static_cast<const DrawingCommand*>(other)->path_ != path_)
        return false;
    setObsolete(cameBack()); // this command has the old state, the document the new one
    return true;
}

MoveCommand::MoveCommand(DocumentModel& model, const QString& path, const Positions& moved, const QStringList& removed,
                         QUndoCommand* parent)
    : DrawingCommand(
          model, path, [moved, removed](project::Drawing& drawing) { movePlaces(drawing, moved, removed); }, parent)
{
}

OwnCopyCommand::OwnCopyCommand(DocumentModel& model, QString role, QUndoCommand* parent)
    : QUndoCommand(parent), model_(model), role_(std::move(role)),
      reference_(*project::findBehaviour(ModelAccess::project(model_), role_.toStdString())->reference)
{
}

void OwnCopyCommand::redo()
{
    project::findBehaviour(ModelAccess::project(model_), role_.toStdString())->reference.reset();
    ModelAccess::noteElement(model_, {ElementKind::role, {role_}});
}

void OwnCopyCommand::undo()
{
    project::findBehaviour(ModelAccess::project(model_), role_.toStdString())->reference = reference_;
    ModelAccess::noteElement(model_, {ElementKind::role, {role_}});
}

} // namespace headroom::widgets
