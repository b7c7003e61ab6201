#include "widgets/document/edits/role_nodes.h"

#include "widgets/document/commands.h"
#include "widgets/document/edit_step.h"
#include "widgets/document/edits/topology_edits.h"
#include "widgets/document/topology_lists.h"

#include <algorithm>

namespace headroom::widgets {

using namespace topology_lists;

namespace {

constexpr double across = 280, down = 224; // between boxes

bool isTaken(const project::Topology& topology, const std::string& id)
{
    return byId(topology.groups, id) ||
           std::any_of(topology.fabrics.begin(), topology.fabrics.end(),
                       [&](const project::Fabric& fabric) { return byId(fabric.switches, id) != nullptr; });
}

QString addGroup(DocumentModel& model, const std::string& role, const QPointF& position)
{
    const project::Topology& topology = model.project().topology;
    project::NodeGroup group;
    group.id = isTaken(topology, role) ? freshBoxId(topology, role) : role;
    group.roles = {role};
    for (const project::NodeGroup& like : topology.groups)
        if (const auto processor = like.fields.find("processor"); processor != like.fields.end())
            group.fields["processor"] = *processor;
    const QString id = QString::fromStdString(group.id);
    auto* edit = new QUndoCommand;
    ListCommand<project::NodeGroup>::insert(model, topologyPath, groups, std::move(group), edit);
    new MoveCommand(model, topologyPath, {{id, position}}, {}, edit);
    ModelAccess::push(model, edit);
    return id;
}

/// The fabric in which links can be drawn; null if all are generated.
const project::Fabric* drawnFabric(const project::Topology& topology)
{
    const auto drawn = [](const project::Fabric& fabric) {
        return fabric.fields.value("generate", project::Json("drawn")) == "drawn";
    };
    const auto found = std::find_if(topology.fabrics.begin(), topology.fabrics.end(), drawn);
    return found == topology.fabrics.end() ? nullptr : &*found;
}

} // namespace

QStringList addRoleNodes(DocumentModel& model, const QStringList& roles)
{
    const project::Topology& topology = model.project().topology;
    const EditStep edit(model, DocumentModel::tr("Add nodes for %1").arg(roles.join(", ")));
    const double below = down * (1 + static_cast<double>(topology.groups.size()));
    QStringList added;
    for (const QString& role : roles)
        added.append(addGroup(model, role.toStdString(), {across * static_cast<double>(added.size()), below}));
    const QPointF middle(across * static_cast<double>(roles.size() - 1) / 2, below - down);
    if (topology.fabrics.empty())
        addSwitch(model, {}, middle);
    const project::Fabric* fabric = drawnFabric(topology);
    if (!fabric)
        return added;
    const QString network = QString::fromStdString(fabric->id);
    const QString hub = fabric->switches.empty() ? addSwitch(model, network, middle)
                                                 : QString::fromStdString(fabric->switches.front().id);
    for (const QString& group : added)
        addLink(model, network, group, hub);
    return added;
}

} // namespace headroom::widgets
