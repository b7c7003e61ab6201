#include "widgets/diagram/commands.h"

#include <unordered_map>

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
    after_ = withField(slot, field_, std::move(value));
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

MoveCommand::MoveCommand(DocumentModel& model, QString path, const Positions& moved, const QStringList& removed,
                         QUndoCommand* parent)
    : QUndoCommand(parent), model_(model), path_(std::move(path)), moved_(moved), removed_(removed)
{
    prepare();
}

void MoveCommand::prepare()
{
    const Json& view = ModelAccess::project(model_).view;
    hadPositions_ = view.is_object() && view.contains("positions");
    if (hadPositions_ && view["positions"].contains(path_.toStdString()))
        before_ = view["positions"][path_.toStdString()];
    after_ = before_;
    if (!after_.is_object() && !moved_.isEmpty())
        after_ = Json::object();
    // Looked up by a table: the document keeps keys in their order, and there may be thousands.
    auto* places = after_.get_ptr<Json::object_t*>();
    std::unordered_map<std::string, std::size_t> known;
    for (std::size_t i = 0; places && i < places->size(); ++i)
        known.emplace(places->begin()[static_cast<std::ptrdiff_t>(i)].first, i);
    for (auto entry = moved_.begin(); entry != moved_.end(); ++entry) {
        const QPointF point = snapped(entry.value());
        Json place = {static_cast<int>(point.x()), static_cast<int>(point.y())};
        const std::string id = entry.key().toStdString();
        if (const auto found = known.find(id); found != known.end())
            places->begin()[static_cast<std::ptrdiff_t>(found->second)].second = std::move(place);
        else
            places->emplace_back(id, std::move(place));
    }
    for (const QString& id : removed_) {
        if (after_.is_object())
            after_.erase(id.toStdString());
    }
}

void MoveCommand::write(const Json& content)
{
    Json& view = ModelAccess::project(model_).view;
    if (!content.is_null())
        view["positions"][path_.toStdString()] = content;
    else if (hadPositions_)
        view["positions"].erase(path_.toStdString());
    else
        view.erase("positions");
    ModelAccess::notePositions(model_, path_);
}

void MoveCommand::redo()
{
    if (!std::exchange(done_, true))
        prepare();
    if (changesAnything())
        write(after_);
}

void MoveCommand::undo()
{
    if (changesAnything())
        write(before_);
}

bool MoveCommand::mergeWith(const QUndoCommand* other)
{
    const auto* next = dynamic_cast<const MoveCommand*>(other);
    if (!next || next->path_ != path_)
        return false;
    after_ = next->after_;
    setObsolete(before_ == after_);
    return true;
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
