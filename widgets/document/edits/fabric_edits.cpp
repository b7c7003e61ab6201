#include "widgets/document/edits/fabric_edits.h"

#include "project/vocabulary/declarations.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/parameter_edits.h"
#include "widgets/document/model/drawing_view.h"
#include "widgets/document/model/swap_command.h"
#include "widgets/document/topology/topology_lists.h"

namespace headroom::widgets {

using namespace topology_lists;

namespace {

/// The boxes that only this fabric has; their positions are deleted with it.
QStringList boxesOf(const project::Topology& topology, const project::Fabric& fabric)
{
    QStringList boxes;
    for (const auto& entry : fabric.switches) {
        const bool elsewhere =
            std::any_of(topology.fabrics.begin(), topology.fabrics.end(), [&](const project::Fabric& other) {
                return other.id != fabric.id && byId(other.switches, entry.id);
            });
        if (!elsewhere)
            boxes.append(QString::fromStdString(entry.id));
    }
    return boxes;
}

/// Keys of the links that only this fabric has.
QStringList linksOf(const project::Topology& topology, const project::Fabric& fabric)
{
    QStringList own, others;
    for (const auto& each : topology.fabrics)
        for (const auto& link : each.links)
            (each.id == fabric.id ? own : others).append(linkKey(link));
    own.removeIf([&](const QString& key) { return others.contains(key); });
    return own;
}

} // namespace

QStringList tierBoxes(const std::string& fabric)
{
    const QString id = QString::fromStdString(fabric);
    return {id + "/leaves", id + "/aggregations", id + "/spines"};
}

QString freshFabricId(const project::Project& project)
{
    return QString::fromStdString(freshId(project.topology.fabrics, "fabric"));
}

void setFabric(DocumentModel& model, const QString& id, project::Fabric fabric)
{
    const auto& known = model.project().topology.fabrics;
    const auto* former = byId(known, id.toStdString());
    fabric.id = id.toStdString();
    const auto made = fabric.fields.find("generate");
    const bool generated = made != fabric.fields.end() && *made != "drawn";
    if (generated) {
        fabric.switches.clear();
        fabric.links.clear();
    }
    auto* edit = new QUndoCommand(former ? DocumentModel::tr("Change fabric %1").arg(id)
                                         : DocumentModel::tr("Add fabric %1").arg(id));
    if (former) {
        const QStringList gone = generated ? boxesOf(model.project().topology, *former) : tierBoxes(former->id);
        new MoveCommand(model, topologyPath, {}, gone, edit);
        dropFromView(model, topologyPath, gone, generated ? linksOf(model.project().topology, *former) : QStringList(),
                     edit);
        const auto place = static_cast<std::size_t>(former - known.data());
        new SwapCommand<project::Fabric>(
            model, topologyPath,
            [place](project::Project& project) -> project::Fabric& { return project.topology.fabrics[place]; },
            std::move(fabric), edit);
    } else {
        ListCommand<project::Fabric>::insert(model, topologyPath, fabrics, std::move(fabric), edit);
    }
    ModelAccess::push(model, edit);
}

void deleteFabric(DocumentModel& model, const QString& id)
{
    const auto& known = model.project().topology.fabrics;
    const auto* fabric = byId(known, id.toStdString());
    if (!fabric)
        return;
    auto* edit = new QUndoCommand(DocumentModel::tr("Delete fabric %1").arg(id));
    const QStringList gone = boxesOf(model.project().topology, *fabric) + tierBoxes(fabric->id);
    new MoveCommand(model, topologyPath, {}, gone, edit);
    dropFromView(model, topologyPath, gone, linksOf(model.project().topology, *fabric), edit);
    if (model.project().topology.fabric == fabric->id)
        new SetFieldCommand(model, {ElementKind::topology, {}}, "fabric", project::Json(), edit);
    ListCommand<project::Fabric>::remove(model, topologyPath, fabrics, static_cast<std::size_t>(fabric - known.data()),
                                         edit);
    ModelAccess::push(model, edit);
}

void chooseFabric(DocumentModel& model, const QString& id)
{
    const auto& named = model.project().topology.fabric;
    const auto* parameter =
        named.is_string() ? project::findParameter(model.project(), named.get<std::string>()) : nullptr;
    if (parameter) {
        project::Parameter chosen = *parameter;
        chosen.value = id.toStdString();
        auto& offered = chosen.alternatives;
        if (!offered.empty() && std::find(offered.begin(), offered.end(), chosen.value) == offered.end())
            offered.push_back(chosen.value);
        replaceParameter(model, chosen, DocumentModel::tr("Set %1").arg(QString::fromStdString(chosen.name)));
    } else
        setField(model, {ElementKind::topology, {}}, "fabric", id.toStdString());
}

} // namespace headroom::widgets
