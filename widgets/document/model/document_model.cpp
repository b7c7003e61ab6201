#include "widgets/document/model/document_model.h"

#include "widgets/document/model/commands.h"
#include "widgets/document/model/drawing_view.h"

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

using project::Json;
using project::Project;

namespace {

std::optional<QPointF> pointIn(const project::Places& places, const QString& id)
{
    const project::Point* point = places.find(id.toStdString());
    return point ? std::optional(toPointF(*point)) : std::nullopt;
}

} // namespace

QPointF snapped(const QPointF& point)
{
    return {std::round(point.x() / gridSize) * gridSize, std::round(point.y() / gridSize) * gridSize};
}

DocumentModel::DocumentModel(QObject* parent) : QObject(parent)
{
    // The stack emits this after a command and all its steps are done, also when it was merged.
    connect(&stack_, &QUndoStack::indexChanged, this, &DocumentModel::announce);
    connect(&stack_, &QUndoStack::cleanChanged, this, &DocumentModel::cleanChanged);
}

void DocumentModel::setProject(Project project)
{
    project_ = std::move(project);
    stack_.clear();
    pendingElements_.clear();
    pendingStructures_.clear();
    pendingPositions_.clear();
    fallbackPositions_.clear();
    emit replaced();
}

void DocumentModel::announce()
{
    const auto structures = std::exchange(pendingStructures_, {});
    const auto positions = std::exchange(pendingPositions_, {});
    const auto elements = std::exchange(pendingElements_, {});
    for (const QString& path : structures)
        emit structureChanged(path);
    for (const QString& path : positions)
        emit positionsChanged(path);
    for (const ElementRef& element : elements)
        emit changed(element);
}

bool DocumentModel::push(QUndoCommand* command)
{
    stack_.push(command);
    return true;
}

QUndoCommand* DocumentModel::begin(const QString& text, const QString& role)
{
    auto* edit = new QUndoCommand(text);
    takeOver(role, edit);
    return edit;
}

void DocumentModel::takeOver(const QString& role, QUndoCommand* edit)
{
    const auto* behaviour = role.isEmpty() ? nullptr : project::findBehaviour(project_, role.toStdString());
    if (behaviour && behaviour->reference) {
        new OwnCopyCommand(*this, role, edit);
        settleRole(*behaviour, edit);
    }
}

Json DocumentModel::field(const ElementRef& element, const QString& field) const
{
    // The look-up changes nothing; the function is not const because commands use it too.
    const FieldSlot slot = findSlot(const_cast<Project&>(project_), element, field);
    if (slot.object) {
        const auto found = slot.object->find(field.toStdString());
        return found == slot.object->end() ? Json() : *found;
    }
    return readSlot(slot);
}

std::optional<QPointF> DocumentModel::position(const QString& path, const QString& id) const
{
    const project::Drawing* drawing = project_.view.drawings.find(path.toStdString());
    return drawing && drawing->positions ? pointIn(*drawing->positions, id) : std::nullopt;
}

std::optional<QPointF> DocumentModel::fallbackPosition(const QString& path, const QString& id) const
{
    const auto places = fallbackPositions_.find(path.toStdString());
    return places == fallbackPositions_.end() ? std::nullopt : pointIn(places->second, id);
}

void DocumentModel::setFallbackPositions(PlacesByPath positions)
{
    fallbackPositions_ = std::move(positions);
    for (const auto& [path, places] : fallbackPositions_)
        emit positionsChanged(QString::fromStdString(path));
}

void DocumentModel::settleRole(const project::Behaviour& behaviour, QUndoCommand* edit)
{
    for (const auto& [path, places] : fallbackPositions_) {
        if (!path.starts_with(behaviour.role.id + '/'))
            continue;
        const QString drawing = QString::fromStdString(path);
        Positions known;
        for (const auto& [block, place] : places) {
            const QString id = QString::fromStdString(block);
            const auto point = fallbackPosition(drawing, id);
            if (point && !position(drawing, id))
                known.insert(id, *point);
        }
        if (!known.isEmpty())
            new MoveCommand(*this, drawing, known, {}, edit);
    }
}

PlacesByPath libraryPositions(const Project& project, const std::vector<project::BehaviourLibrary>& libraries)
{
    PlacesByPath result;
    for (const auto& behaviour : project.behaviours) {
        if (!behaviour.reference)
            continue;
        const auto library = std::find_if(libraries.begin(), libraries.end(), [&](const auto& candidate) {
            return candidate.id == behaviour.reference->library;
        });
        if (library == libraries.end())
            continue;
        // Its diagrams, and those inside their groups.
        const std::string from = behaviour.reference->role + '/', to = behaviour.role.id + '/';
        for (const auto& [path, drawing] : library->view.drawings)
            if (path.starts_with(from) && drawing.positions)
                result[to + path.substr(from.size())] = *drawing.positions;
    }
    return result;
}

} // namespace headroom::widgets
