#include "widgets/document/commands.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace headroom::widgets {

using project::Json;

namespace {

/// Where boxes stand in a diagram's object of positions: the document keeps keys in their order, and there may be
/// thousands.
class PlaceTable
{
public:
    explicit PlaceTable(const Json::object_t* places)
    {
        if (!places)
            return;
        known_.reserve(places->size());
        for (const auto& each : *places)
            known_.emplace(each.first, known_.size());
    }
    std::size_t size() const { return known_.size(); }
    std::optional<std::size_t> find(const std::string& id) const
    {
        const auto found = known_.find(id);
        return found != known_.end() ? std::optional(found->second) : std::nullopt;
    }

private:
    std::unordered_map<std::string_view, std::size_t> known_;
};

} // namespace

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

MoveCommand::MoveCommand(DocumentModel& model, QString path, const Positions& moved, const QStringList& removed,
                         QUndoCommand* parent)
    : QUndoCommand(parent), model_(model), path_(std::move(path)), moved_(moved), removed_(removed)
{
    prepare();
}

void MoveCommand::prepare()
{
    const Json& view = ModelAccess::project(model_).view;
    const std::string path = path_.toStdString();
    hadPositions_ = view.is_object() && view.contains("positions");
    hadPath_ = hadPositions_ && view["positions"].contains(path) && view["positions"][path].is_object();
    const auto* places = hadPath_ ? view["positions"][path].get_ptr<const Json::object_t*>() : nullptr;
    const PlaceTable known(places);
    changes_.clear();
    const auto note = [&](const QString& id, Json after) {
        Change change{id.toStdString(), nullptr, std::move(after), known.size()};
        if (const auto place = known.find(change.id)) {
            change.before = places->begin()[static_cast<std::ptrdiff_t>(*place)].second;
            change.place = *place;
        }
        if (change.before != change.after)
            changes_.push_back(std::move(change));
    };
    for (auto entry = moved_.begin(); entry != moved_.end(); ++entry) {
        const QPointF point = snapped(entry.value());
        note(entry.key(), {static_cast<int>(point.x()), static_cast<int>(point.y())});
    }
    for (const QString& id : removed_)
        note(id, nullptr);
}

void MoveCommand::write(bool forward)
{
    Json& view = ModelAccess::project(model_).view;
    const std::string path = path_.toStdString();
    if (forward && !hadPath_)
        view["positions"][path] = Json::object();
    auto& places = *view["positions"][path].get_ptr<Json::object_t*>();
    const PlaceTable known(&places);
    std::vector<const Change*> fresh, returning;
    bool anyGone = false;
    for (const Change& change : changes_) {
        const Json& now = forward ? change.after : change.before;
        if (const auto place = known.find(change.id)) {
            places.begin()[static_cast<std::ptrdiff_t>(*place)].second = now;
            anyGone = anyGone || now.is_null();
        } else {
            (forward ? fresh : returning).push_back(&change);
        }
    }
    for (const Change* change : fresh)
        places.emplace_back(change->id, change->after);
    if (anyGone || !returning.empty())
        places = rearranged(places, returning);
    if (!forward && !hadPositions_)
        view.erase("positions");
    else if (!forward && !hadPath_)
        view["positions"].erase(path);
    ModelAccess::notePositions(model_, path_);
}

/// Without what has no position any more, and with what has one again in its old place.
Json::object_t MoveCommand::rearranged(const Json::object_t& places, std::vector<const Change*> returning)
{
    std::sort(returning.begin(), returning.end(), [](const auto* a, const auto* b) { return a->place < b->place; });
    Json::object_t result;
    auto next = returning.begin();
    for (const auto& [id, place] : places) {
        for (; next != returning.end() && (*next)->place <= result.size(); ++next)
            result.emplace_back((*next)->id, (*next)->before);
        if (!place.is_null())
            result.emplace_back(id, place);
    }
    for (; next != returning.end(); ++next)
        result.emplace_back((*next)->id, (*next)->before);
    return result;
}

void MoveCommand::redo()
{
    if (!std::exchange(done_, true))
        prepare();
    if (changesAnything())
        write(true);
}

void MoveCommand::undo()
{
    if (changesAnything())
        write(false);
}

bool MoveCommand::mergeWith(const QUndoCommand* other)
{
    const auto* next = dynamic_cast<const MoveCommand*>(other);
    if (!next || next->path_ != path_)
        return false;
    std::unordered_map<std::string_view, std::size_t> own;
    for (std::size_t i = 0; i < changes_.size(); ++i)
        own.emplace(changes_[i].id, i);
    std::vector<Change> later;
    for (const Change& change : next->changes_)
        if (const auto known = own.find(change.id); known != own.end())
            changes_[known->second].after = change.after;
        else
            later.push_back(change);
    std::erase_if(changes_, [](const Change& change) { return change.before == change.after; });
    changes_.insert(changes_.end(), later.begin(), later.end());
    setObsolete(changes_.empty());
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
