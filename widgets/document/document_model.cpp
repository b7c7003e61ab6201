#include "widgets/document/document_model.h"
#include "project/vocabulary/inner_diagrams.h"

#include "project/vocabulary/block_catalogue.h"
#include "project/vocabulary/declarations.h"
#include "widgets/document/by_id.h"
#include "widgets/document/commands.h"
#include "widgets/document/drawing_view.h"
#include "widgets/document/edits/grouping.h"
#include "widgets/document/flow_joins.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom::widgets {

using project::Json;
using project::Project;

namespace {

/// The name of the field for people, for the undo menu.
QString fieldText(const ElementRef& element, const QString& field)
{
    if (element.kind == ElementKind::parameter)
        return DocumentModel::tr("Set %1").arg(element.ids.value(0));
    if (field == "name")
        return DocumentModel::tr("Rename %1").arg(element.ids.value(element.ids.size() - 1));
    QString name = field;
    return DocumentModel::tr("Set %1").arg(name.replace('_', ' '));
}

std::optional<QPointF> pointIn(const project::Places& places, const QString& id)
{
    const project::Point* point = places.find(id.toStdString());
    return point ? std::optional(toPointF(*point)) : std::nullopt;
}

/// The wires of a diagram except some.
std::vector<project::Wire> withoutWires(const project::Diagram& diagram, const std::vector<project::Wire>& some)
{
    std::vector<project::Wire> kept;
    std::copy_if(diagram.wires.begin(), diagram.wires.end(), std::back_inserter(kept),
                 [&](const project::Wire& wire) { return std::find(some.begin(), some.end(), wire) == some.end(); });
    return kept;
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

bool DocumentModel::setField(const ElementRef& element, const QString& field, const Json& value)
{
    if (!findSlot(project_, element, field))
        return false;
    QUndoCommand* edit = begin(fieldText(element, field), roleOf(element));
    const auto* step = new SetFieldCommand(*this, element, field, value, edit);
    if (!step->changesAnything()) {
        delete edit;
        return true;
    }
    if (element.kind == ElementKind::block && field == "way" && value.is_string())
        renameGroupPort(*this, element.ids.value(0), element.ids.value(1), value.get<std::string>(), edit);
    return push(edit);
}

bool DocumentModel::setParameter(const QString& name, const Json& value)
{
    return setField(ElementRef::parameter(name), "value", value);
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
    for (const auto& operation : behaviour.role.operations) {
        for (const auto& diagram : operation.diagrams) {
            const QString path =
                QString::fromStdString(project::diagramPath(behaviour.role.id, operation.id, diagram.id));
            Positions known;
            for (const auto& block : diagram.blocks) {
                const QString id = QString::fromStdString(block.id);
                const auto point = fallbackPosition(path, id);
                if (point && !position(path, id))
                    known.insert(id, *point);
            }
            if (!known.isEmpty())
                new MoveCommand(*this, path, known, {}, edit);
        }
    }
}

void DocumentModel::moveItems(const QString& path, const Positions& positions, int mergeGroup, const QString& text)
{
    if (!wouldMove(project_, path, positions))
        return;
    auto* move = new MoveCommand(*this, path, positions, {});
    move->setMergeGroup(mergeGroup);
    if (!text.isEmpty())
        move->setText(text);
    else if (positions.size() == 1)
        move->setText(tr("Move %1").arg(positions.firstKey()));
    else
        move->setText(tr("Move %1 boxes").arg(positions.size()));
    push(move);
}

QString DocumentModel::addBlock(const QString& path, const QString& typeName, const QPointF& position)
{
    const auto* diagram = project::findDiagram(project_, path.toStdString());
    const auto* type = project::blockTypesOf(project_).find(typeName.toStdString());
    if (!diagram || !type)
        return {};
    std::string base = type->name;
    std::replace(base.begin(), base.end(), ' ', '-');
    project::Block block;
    block.id = freshId(diagram->blocks, base);
    block.type = type->name;
    if (type->name == "group")
        block.inner.push_back(project::plainGroup());
    const QString id = QString::fromStdString(block.id);

    QUndoCommand* edit = begin(tr("Add %1").arg(QString::fromStdString(type->label)), roleOfPath(path));
    ListCommand<project::Block>::insert(*this, path, diagramList(path, &project::Diagram::blocks), std::move(block),
                                        edit);
    new MoveCommand(*this, path, {{id, position}}, {}, edit);
    push(edit);
    return id;
}

void DocumentModel::deleteItems(const QString& path, const QStringList& blocks, const std::vector<project::Wire>& wires)
{
    const auto* diagram = project::findDiagram(project_, path.toStdString());
    if (!diagram)
        return;
    std::set<std::string> doomed;
    for (const QString& block : blocks)
        if (project::findBlock(*diagram, block.toStdString()))
            doomed.insert(block.toStdString());
    const auto goes = [&](const project::Wire& wire) {
        return doomed.contains(wire.fromBlock) || doomed.contains(wire.toBlock) ||
               std::find(wires.begin(), wires.end(), wire) != wires.end();
    };
    const auto wireCount = std::count_if(diagram->wires.begin(), diagram->wires.end(), goes);
    if (doomed.empty() && wireCount == 0)
        return;

    const QString text = doomed.empty()       ? tr("Delete wire")
                         : doomed.size() == 1 ? tr("Delete %1").arg(QString::fromStdString(*doomed.begin()))
                                              : tr("Delete %1 blocks").arg(doomed.size());
    QUndoCommand* edit = begin(text, roleOfPath(path));
    QStringList keys;
    for (std::size_t i = diagram->wires.size(); i-- > 0;) {
        if (!goes(diagram->wires[i]))
            continue;
        keys.append(wireKey(diagram->wires[i]));
        ListCommand<project::Wire>::remove(*this, path, diagramList(path, &project::Diagram::wires), i, edit);
    }
    std::ptrdiff_t after = -wireCount;
    for (const project::Wire& wire : joiningWires(withoutWires(*diagram, wires), doomed))
        ListCommand<project::Wire>::insert(*this, path, diagramList(path, &project::Diagram::wires), wire, edit,
                                           after++);
    QStringList ids;
    for (std::size_t i = diagram->blocks.size(); i-- > 0;) {
        if (!doomed.contains(diagram->blocks[i].id))
            continue;
        ids.append(QString::fromStdString(diagram->blocks[i].id));
        ListCommand<project::Block>::remove(*this, path, diagramList(path, &project::Diagram::blocks), i, edit);
    }
    new MoveCommand(*this, path, {}, ids, edit);
    dropFromView(*this, path, ids, keys, edit);
    settleGroups(*this, path, ids, edit);
    push(edit);
}

bool DocumentModel::addWire(const QString& path, const project::Wire& wire)
{
    if (!wireRefusal(path, wire).isEmpty())
        return false;
    QUndoCommand* edit = begin(tr("Draw wire"), roleOfPath(path));
    ListCommand<project::Wire>::insert(*this, path, diagramList(path, &project::Diagram::wires), wire, edit);
    return push(edit);
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
        for (const auto& operation : behaviour.role.operations) {
            for (const auto& diagram : operation.diagrams) {
                const project::Drawing* drawing = library->view.drawings.find(
                    project::diagramPath(behaviour.reference->role, operation.id, diagram.id));
                if (drawing && drawing->positions)
                    result[project::diagramPath(behaviour.role.id, operation.id, diagram.id)] = *drawing->positions;
            }
        }
    }
    return result;
}

} // namespace headroom::widgets
