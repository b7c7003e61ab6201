#include "widgets/document/edits/topology_edits.h"

#include "project/vocabulary/declarations.h"
#include "widgets/document/model/commands.h"
#include "widgets/document/model/drawing_view.h"
#include "widgets/document/model/edit_step.h"
#include "widgets/document/topology/topology_lists.h"

#include <algorithm>

namespace headroom::widgets {

using namespace topology_lists;

QString addNodeGroup(DocumentModel& model, const QPointF& position, const QString& processor)
{
    project::NodeGroup group;
    if (!processor.isEmpty())
        group.fields["processor"] = processor.toStdString();
    group.id = freshBoxId(model.project().topology, "group");
    const QString id = QString::fromStdString(group.id);
    auto* edit = new QUndoCommand(DocumentModel::tr("Add node group"));
    ListCommand<project::NodeGroup>::insert(model, topologyPath, groups, std::move(group), edit);
    new MoveCommand(model, topologyPath, {{id, position}}, {}, edit);
    ModelAccess::push(model, edit);
    return id;
}

QString addSwitch(DocumentModel& model, const QString& fabric, const QPointF& position, const QString& component)
{
    const bool first = model.project().topology.fabrics.empty();
    const std::string owner = first ? "network" : fabric.toStdString();
    if (!first && !byId(model.project().topology.fabrics, owner))
        return {};
    project::Switch added;
    added.id = freshBoxId(model.project().topology, "switch");
    if (!component.isEmpty())
        added.fields["component"] = component.toStdString();
    const QString id = QString::fromStdString(added.id);
    auto* edit = new QUndoCommand(DocumentModel::tr("Add switch"));
    if (first) {
        project::Fabric drawn;
        drawn.id = owner;
        drawn.switches = {added};
        ListCommand<project::Fabric>::insert(model, topologyPath, fabrics, std::move(drawn), edit);
    } else {
        ListCommand<project::Switch>::insert(model, topologyPath, ofFabric(owner, &project::Fabric::switches),
                                             std::move(added), edit);
    }
    new MoveCommand(model, topologyPath, {{id, position}}, {}, edit);
    ModelAccess::push(model, edit);
    return id;
}

QString linkRefusal(const project::Project& project, const QString& fabricId, const QString& from, const QString& to)
{
    const auto* fabric = byId(project.topology.fabrics, fabricId.toStdString());
    if (!fabric)
        return DocumentModel::tr("There is no fabric to draw the link in.");
    if (const auto made = fabric->fields.find("generate"); made != fabric->fields.end() && *made != "drawn")
        return DocumentModel::tr("This fabric is generated: its links follow from its numbers.");
    const std::string source = from.toStdString(), target = to.toStdString();
    const auto isSwitch = [&](const std::string& id) { return byId(fabric->switches, id) != nullptr; };
    const auto isGroup = [&](const std::string& id) { return byId(project.topology.groups, id) != nullptr; };
    if (!isSwitch(target) && !(isGroup(target) && isGroup(source)))
        return DocumentModel::tr("A link ends at a switch, or at a node group if it begins at one.");
    if (!isSwitch(source) && !isGroup(source))
        return DocumentModel::tr("A link begins at a node group or a switch.");
    if (source == target && isSwitch(source))
        return DocumentModel::tr("A switch cannot be linked to itself.");
    for (const auto& link : fabric->links)
        if ((link.from == source && link.to == target) || (link.from == target && link.to == source))
            return DocumentModel::tr("%1 and %2 are linked already; set how many cables the link has.").arg(from, to);
    return {};
}

QString addLink(DocumentModel& model, const QString& fabricId, const QString& from, const QString& to)
{
    if (!linkRefusal(model.project(), fabricId, from, to).isEmpty())
        return {};
    project::Link link;
    link.id = freshId(byId(model.project().topology.fabrics, fabricId.toStdString())->links, "link");
    link.from = from.toStdString();
    link.to = to.toStdString();
    const QString id = QString::fromStdString(link.id);
    auto* edit = new QUndoCommand(DocumentModel::tr("Link %1 to %2").arg(from, to));
    ListCommand<project::Link>::insert(model, topologyPath, ofFabric(fabricId.toStdString(), &project::Fabric::links),
                                       std::move(link), edit);
    ModelAccess::push(model, edit);
    return id;
}

void deleteTopologyItems(DocumentModel& model, const QString& fabricId, const QStringList& boxes,
                         const QStringList& links)
{
    auto* edit = new QUndoCommand;
    QStringList keys, kept;
    const auto& topology = model.project().topology;
    const auto isGroup = [&](const std::string& id) { return byId(topology.groups, id) != nullptr; };
    for (const auto& fabric : topology.fabrics) {
        const bool chosen = fabric.id == fabricId.toStdString();
        for (std::size_t i = fabric.links.size(); i-- > 0;) {
            const auto& link = fabric.links[i];
            const auto touches = [&](const std::string& end) {
                return boxes.contains(QString::fromStdString(end)) && (chosen || isGroup(end));
            };
            if (!touches(link.from) && !touches(link.to) &&
                !(chosen && links.contains(QString::fromStdString(link.id)))) {
                kept.append(linkKey(link));
                continue;
            }
            keys.append(linkKey(link));
            ListCommand<project::Link>::remove(model, topologyPath, ofFabric(fabric.id, &project::Fabric::links), i,
                                               edit);
        }
        for (std::size_t i = fabric.switches.size(); chosen && i-- > 0;)
            if (boxes.contains(QString::fromStdString(fabric.switches[i].id)))
                ListCommand<project::Switch>::remove(model, topologyPath,
                                                     ofFabric(fabric.id, &project::Fabric::switches), i, edit);
    }
    for (std::size_t i = topology.groups.size(); i-- > 0;)
        if (boxes.contains(QString::fromStdString(topology.groups[i].id)))
            ListCommand<project::NodeGroup>::remove(model, topologyPath, groups, i, edit);
    if (edit->childCount() == 0) {
        delete edit;
        return;
    }
    // Several fabrics may use the same switch id; its position is deleted with the last of them.
    QStringList forgotten;
    for (const QString& id : boxes) {
        const bool elsewhere = std::any_of(topology.fabrics.begin(), topology.fabrics.end(), [&](const auto& fabric) {
            return fabric.id != fabricId.toStdString() && byId(fabric.switches, id.toStdString());
        });
        if (!elsewhere)
            forgotten.append(id);
    }
    new MoveCommand(model, topologyPath, {}, forgotten, edit);
    keys.removeIf([&](const QString& key) { return kept.contains(key); });
    dropFromView(model, topologyPath, forgotten, keys, edit);
    edit->setText(boxes.isEmpty()     ? DocumentModel::tr("Delete link")
                  : boxes.size() == 1 ? DocumentModel::tr("Delete %1").arg(boxes.first())
                                      : DocumentModel::tr("Delete %1 boxes").arg(boxes.size()));
    ModelAccess::push(model, edit);
}

void setRole(DocumentModel& model, const QString& group, const QString& role, bool carried)
{
    const auto* owner = byId(model.project().topology.groups, group.toStdString());
    if (!owner)
        return;
    const auto found = std::find(owner->roles.begin(), owner->roles.end(), role.toStdString());
    if ((found != owner->roles.end()) == carried)
        return;
    const auto list = ofGroup(owner->id, &project::NodeGroup::roles);
    auto* edit = new QUndoCommand(carried ? DocumentModel::tr("Put %1 on %2").arg(role, group)
                                          : DocumentModel::tr("Remove %1 from %2").arg(role, group));
    if (carried)
        ListCommand<std::string>::insert(model, topologyPath, list, role.toStdString(), edit);
    else
        ListCommand<std::string>::remove(model, topologyPath, list,
                                         static_cast<std::size_t>(found - owner->roles.begin()), edit);
    ModelAccess::push(model, edit);
}

void moveRole(DocumentModel& model, const QString& role, const QString& from, const QString& to)
{
    const auto* source = byId(model.project().topology.groups, from.toStdString());
    const auto* target = byId(model.project().topology.groups, to.toStdString());
    if (!source || !target || source == target)
        return;
    const auto list = [](const auto* group) { return ofGroup(group->id, &project::NodeGroup::roles); };
    const std::string id = role.toStdString();
    const auto found = std::find(source->roles.begin(), source->roles.end(), id);
    if (found == source->roles.end())
        return;
    auto* edit = new QUndoCommand(DocumentModel::tr("Move %1 from %2 to %3").arg(role, from, to));
    ListCommand<std::string>::remove(model, topologyPath, list(source),
                                     static_cast<std::size_t>(found - source->roles.begin()), edit);
    if (std::find(target->roles.begin(), target->roles.end(), id) == target->roles.end())
        ListCommand<std::string>::insert(model, topologyPath, list(target), id, edit);
    ModelAccess::push(model, edit);
}

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

/// A place for a switch over the node groups, in the middle.
QPointF aboveGroups(const project::Project& project)
{
    const Positions places = positionsOf(project, topologyPath);
    QRectF around;
    for (const project::NodeGroup& group : project.topology.groups)
        around |= QRectF(places.value(QString::fromStdString(group.id)), QSizeF(1, 1));
    return {around.center().x(), around.top() - down};
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

QString linkNodes(DocumentModel& model, const QString& fabricId)
{
    const project::Topology& topology = model.project().topology;
    const EditStep edit(model, DocumentModel::tr("Link nodes"));
    const project::Fabric* fabric = byId(topology.fabrics, fabricId.toStdString());
    QString hub = fabric && !fabric->switches.empty() ? QString::fromStdString(fabric->switches.front().id) : QString();
    if (hub.isEmpty())
        hub = addSwitch(model, fabricId, aboveGroups(model.project()));
    fabric = byId(topology.fabrics, fabricId.isEmpty() ? "network" : fabricId.toStdString());
    if (!fabric)
        return {};
    const std::string network = fabric->id;
    for (const project::NodeGroup& group : topology.groups) {
        const auto& links = byId(topology.fabrics, network)->links;
        if (std::none_of(links.begin(), links.end(),
                         [&](const project::Link& link) { return link.from == group.id || link.to == group.id; }))
            addLink(model, QString::fromStdString(network), QString::fromStdString(group.id), hub);
    }
    return hub;
}

} // namespace headroom::widgets
