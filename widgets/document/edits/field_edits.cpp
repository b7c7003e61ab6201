#include "widgets/document/edits/field_edits.h"

#include "widgets/document/edits/grouping.h"
#include "widgets/document/lookup/inspected_element.h"
#include "widgets/document/model/swap_command.h"

#include <algorithm>

namespace headroom::widgets {

namespace {

/// The name of the field for people, for the undo menu.
QString fieldText(const project::Project& project, const ElementRef& element, const QString& field)
{
    if (element.kind == ElementKind::parameter)
        return DocumentModel::tr("Set %1").arg(element.ids.value(0));
    if (field == "name" && element.ids.isEmpty())
        return DocumentModel::tr("Rename the project");
    if (field == "name")
        return DocumentModel::tr("Rename %1").arg(element.ids.value(element.ids.size() - 1));
    return DocumentModel::tr("Set %1").arg(fieldLabel(project, element, field));
}

} // namespace

FieldsCommand::FieldsCommand(DocumentModel& model, std::vector<FieldEdit> edits, QUndoCommand* parent)
    : QUndoCommand(parent), model_(model), edits_(std::move(edits))
{
}

void FieldsCommand::redo()
{
    before_.clear();
    for (const FieldEdit& edit : edits_) {
        const FieldSlot slot = findSlot(ModelAccess::project(model_), edit.element, edit.field);
        before_.push_back(readSlot(slot));
        writeSlot(slot, withField(slot, edit.field.toStdString(), edit.value));
        ModelAccess::noteElement(model_, edit.element);
    }
}

void FieldsCommand::undo()
{
    for (std::size_t i = edits_.size(); i-- > 0;) {
        writeSlot(findSlot(ModelAccess::project(model_), edits_[i].element, edits_[i].field), before_[i]);
        ModelAccess::noteElement(model_, edits_[i].element);
    }
}

bool FieldsCommand::setsTheSame(const FieldsCommand& other) const
{
    return std::equal(
        edits_.begin(), edits_.end(), other.edits_.begin(), other.edits_.end(),
        [](const FieldEdit& a, const FieldEdit& b) { return a.element == b.element && a.field == b.field; });
}

bool FieldsCommand::cameBack() const
{
    for (std::size_t i = 0; i < edits_.size(); ++i)
        if (readSlot(findSlot(ModelAccess::project(model_), edits_[i].element, edits_[i].field)) != before_[i])
            return false;
    return true;
}

bool TypingCommand::mergeWith(const QUndoCommand* other)
{
    const auto* next = dynamic_cast<const TypingCommand*>(other);
    if (!next || next->typing_ != typing_ || !fields_->setsTheSame(*next->fields_))
        return false;
    fields_->takeOver(*next->fields_);
    setObsolete(childCount() == 1 && fields_->cameBack()); // the typed text is the original again
    return true;
}

bool setField(DocumentModel& model, const ElementRef& element, const QString& field, const project::Json& value)
{
    if (!findSlot(ModelAccess::project(model), element, field))
        return false;
    QUndoCommand* edit = ModelAccess::begin(model, fieldText(model.project(), element, field), roleOf(element));
    const auto* step = new SetFieldCommand(model, element, field, value, edit);
    if (!step->changesAnything()) {
        delete edit;
        return true;
    }
    if (element.kind == ElementKind::block && field == "way" && value.is_string())
        renameGroupPort(model, element.ids.value(0), element.ids.value(1), value.get<std::string>(), edit);
    ModelAccess::push(model, edit);
    return true;
}

bool setParameter(DocumentModel& model, const QString& name, const project::Json& value)
{
    return setField(model, ElementRef::parameter(name), "value", value);
}

bool setFields(DocumentModel& model, const QString& text, const std::vector<FieldEdit>& edits, int typing)
{
    std::vector<FieldEdit> changes;
    for (const FieldEdit& edit : edits) {
        const FieldSlot slot = findSlot(ModelAccess::project(model), edit.element, edit.field);
        if (!slot)
            return false;
        if (readSlot(slot) != withField(slot, edit.field.toStdString(), edit.value))
            changes.push_back(edit);
    }
    if (changes.empty())
        return true;
    auto* command = new TypingCommand(text, typing);
    QSet<QString> roles;
    for (const FieldEdit& edit : changes)
        roles.insert(roleOf(edit.element));
    for (const QString& role : roles)
        ModelAccess::takeOver(model, role, command);
    command->setFields(new FieldsCommand(model, std::move(changes), command));
    ModelAccess::push(model, command);
    return true;
}

bool undoTyping(DocumentModel& model, int typing)
{
    QUndoStack& steps = *model.undoStack();
    const auto* last = steps.canUndo() ? dynamic_cast<const TypingCommand*>(steps.command(steps.index() - 1)) : nullptr;
    if (!last || last->typing() != typing)
        return false;
    steps.undo();
    return true;
}

} // namespace headroom::widgets
