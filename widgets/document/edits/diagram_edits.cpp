#include "widgets/document/edits/diagram_edits.h"

#include "project/vocabulary/block_catalogue.h"
#include "project/vocabulary/inner_diagrams.h"
#include "widgets/document/edits/grouping.h"
#include "widgets/document/model/by_id.h"
#include "widgets/document/model/commands.h"
#include "widgets/document/model/drawing_view.h"
#include "widgets/document/wires/flow_joins.h"
#include "widgets/document/wires/wire_rules.h"

#include <algorithm>
#include <set>

namespace headroom::widgets {

namespace {

/// The wires of a diagram except some.
std::vector<project::Wire> withoutWires(const project::Diagram& diagram, const std::vector<project::Wire>& some)
{
    std::vector<project::Wire> kept;
    std::copy_if(diagram.wires.begin(), diagram.wires.end(), std::back_inserter(kept),
                 [&](const project::Wire& wire) { return std::find(some.begin(), some.end(), wire) == some.end(); });
    return kept;
}

} // namespace

void moveItems(DocumentModel& model, const QString& path, const Positions& positions, int mergeGroup,
               const QString& text)
{
    if (!wouldMove(model.project(), path, positions))
        return;
    auto* move = new MoveCommand(model, path, positions, {});
    move->setMergeGroup(mergeGroup);
    if (!text.isEmpty())
        move->setText(text);
    else if (positions.size() == 1)
        move->setText(DocumentModel::tr("Move %1").arg(positions.firstKey()));
    else
        move->setText(DocumentModel::tr("Move %1 boxes").arg(positions.size()));
    ModelAccess::push(model, move);
}

QString addBlock(DocumentModel& model, const QString& path, const QString& typeName, const QPointF& position)
{
    const auto* diagram = project::findDiagram(model.project(), path.toStdString());
    const auto* type = project::blockTypesOf(model.project()).find(typeName.toStdString());
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

    QUndoCommand* edit = ModelAccess::begin(model, DocumentModel::tr("Add %1").arg(QString::fromStdString(type->label)),
                                            roleOfPath(path));
    ListCommand<project::Block>::insert(model, path, diagramList(path, &project::Diagram::blocks), std::move(block),
                                        edit);
    new MoveCommand(model, path, {{id, position}}, {}, edit);
    ModelAccess::push(model, edit);
    return id;
}

void deleteBlocksAndWires(DocumentModel& model, const QString& path, const QStringList& blocks,
                          const std::vector<project::Wire>& wires)
{
    const auto* diagram = project::findDiagram(model.project(), path.toStdString());
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

    const QString text = doomed.empty() ? DocumentModel::tr("Delete wire")
                         : doomed.size() == 1
                             ? DocumentModel::tr("Delete %1").arg(QString::fromStdString(*doomed.begin()))
                             : DocumentModel::tr("Delete %1 blocks").arg(doomed.size());
    QUndoCommand* edit = ModelAccess::begin(model, text, roleOfPath(path));
    QStringList keys;
    for (std::size_t i = diagram->wires.size(); i-- > 0;) {
        if (!goes(diagram->wires[i]))
            continue;
        keys.append(wireKey(diagram->wires[i]));
        ListCommand<project::Wire>::remove(model, path, diagramList(path, &project::Diagram::wires), i, edit);
    }
    std::ptrdiff_t after = -wireCount;
    for (const project::Wire& wire : joiningWires(withoutWires(*diagram, wires), doomed))
        ListCommand<project::Wire>::insert(model, path, diagramList(path, &project::Diagram::wires), wire, edit,
                                           after++);
    QStringList ids;
    for (std::size_t i = diagram->blocks.size(); i-- > 0;) {
        if (!doomed.contains(diagram->blocks[i].id))
            continue;
        ids.append(QString::fromStdString(diagram->blocks[i].id));
        ListCommand<project::Block>::remove(model, path, diagramList(path, &project::Diagram::blocks), i, edit);
    }
    new MoveCommand(model, path, {}, ids, edit);
    dropFromView(model, path, ids, keys, edit);
    settleGroups(model, path, ids, edit);
    ModelAccess::push(model, edit);
}

bool addWire(DocumentModel& model, const QString& path, const project::Wire& wire)
{
    if (!wireRefusal(model.project(), path, wire).isEmpty())
        return false;
    QUndoCommand* edit = ModelAccess::begin(model, DocumentModel::tr("Draw wire"), roleOfPath(path));
    ListCommand<project::Wire>::insert(model, path, diagramList(path, &project::Diagram::wires), wire, edit);
    ModelAccess::push(model, edit);
    return true;
}

} // namespace headroom::widgets
