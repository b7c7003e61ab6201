#include "widgets/diagram/topology/scene/topology_scene.h"

#include "project/vocabulary/declarations.h"
#include "widgets/diagram/geometry/layout.h"
#include "widgets/diagram/topology/boxes/group_texts.h"
#include "widgets/diagram/topology/boxes/topology_items.h"
#include "widgets/diagram/topology/scene/link_ends.h"
#include "widgets/diagram/topology/scene/topology_menu.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/edits/fabric_edits.h"
#include "widgets/document/edits/topology_edits.h"
#include "widgets/document/lookup/block_summary.h"
#include "widgets/document/model/by_id.h"
#include "widgets/document/topology/tier_texts.h"
#include "widgets/theme/text.h"

#include <algorithm>

namespace headroom::widgets {

using project::Json;

TopologyScene::TopologyScene(DocumentModel& model, Display display, QObject* parent)
    : CanvasScene(model, topologyPath, parent), display_(std::move(display))
{
    connect(&model, &DocumentModel::changed, this, &TopologyScene::elementChanged);
    connect(this, &CanvasScene::menuOpening, this, [this](QMenu* menu) { TopologyMenu(*this).addTo(*menu); });
    rebuild();
}

void TopologyScene::elementChanged(const ElementRef& element)
{
    switch (element.kind) {
    case ElementKind::parameter: // any displayed value may depend on a parameter
    case ElementKind::topology:
    case ElementKind::nodeGroup:
    case ElementKind::device:
    case ElementKind::controller:
    case ElementKind::volume:
    case ElementKind::fabric:
    case ElementKind::networkSwitch:
    case ElementKind::link:
        rebuild();
        break;
    default:
        break;
    }
}

QString TopologyScene::shown(const Json& value) const
{
    if (value.is_null())
        return {};
    return display_ ? display_(value) : valueText(value);
}

QString TopologyScene::fabric() const
{
    const auto& topology = model().project().topology;
    const QString named = shown(topology.fabric);
    if (byId(topology.fabrics, named.toStdString()))
        return named;
    return topology.fabrics.empty() ? QString() : text(topology.fabrics.front().id);
}

const project::Fabric* TopologyScene::shownFabric() const
{
    return byId(model().project().topology.fabrics, fabric().toStdString());
}

bool TopologyScene::isGroup(const QString& id) const
{
    return byId(model().project().topology.groups, id.toStdString()) != nullptr;
}

QVector<NodeBlock> TopologyScene::blocksOf(int group) const
{
    QVector<NodeBlock> blocks;
    for (const Rack& rack : plan_.racks) {
        for (const RackSpan& span : rack.spans)
            if (span.group == group)
                blocks.append({rack.name, span.first, span.count});
    }
    if (blocks.isEmpty() && plan_.nodes.value(group) > 0)
        blocks.append({{}, 0, plan_.nodes[group]}); // the fabric has no place for this group
    return blocks;
}

void TopologyScene::build()
{
    plan_ = planTopology(model().project(), *library_, fabric());
    addGroups();
    const auto* holding = shownFabric();
    if (holding && plan_.generated)
        addGenerated(*holding);
    else if (holding)
        addDrawn(*holding);
}

void TopologyScene::addGroups()
{
    const auto shownValue = [this](const Json& value) { return shown(value); };
    const auto& groups = model().project().topology.groups;
    for (int i = 0; i < static_cast<int>(groups.size()); ++i) {
        const auto& group = groups[static_cast<std::size_t>(i)];
        const QString id = text(group.id);
        auto* item =
            new GroupItem(id, groupTexts(model().project(), *library_, group, plan_.roles.value(i), shownValue),
                          !loads_.isEmpty(), opened_.contains(id) ? blocksOf(i) : QVector<NodeBlock>());
        item->setLoads(loads_.value(id));
        if (chosen_ && chosen_->group == id) {
            if (item->placeOf(chosen_->part).isEmpty())
                chosen_.reset();
            else
                item->setChosenPart(chosen_->part);
        }
        addBox(item);
    }
    if (chosen_ && !box(chosen_->group))
        chosen_.reset();
}

void TopologyScene::addDrawn(const project::Fabric& holding)
{
    for (const auto& entry : holding.switches)
        addBox(new SwitchItem(text(entry.id), entry.name.empty() ? text(entry.id) : text(entry.name),
                              shown(valueIn(project::switchFields(), "component", entry.fields))));
    const auto shownValue = [this](const Json& value) { return shown(value); };
    int index = 0;
    for (const auto& link : holding.links) {
        auto* wire = new WireItem(index++, {text(link.from), "link", true}, {text(link.to), "link", false}, false);
        wire->setLabel(linkText(link, holding, byId(model().project().topology.groups, link.from), shownValue));
        const QString cables = shown(valueIn(project::linkFields(), "count", link.fields));
        wire->setStrands(cables == "1" ? 1 : cables == "2" ? 2 : 3);
        addWire(wire);
    }
}

/// Adds a box for each tier of a generated fabric, and the links between tiers.
void TopologyScene::addGenerated(const project::Fabric& holding)
{
    const QVector<TierTexts> tiers =
        tierTexts(plan_, shown(valueIn(project::fabricFields(), "leaf_switch", holding.fields)),
                  shown(valueIn(project::fabricFields(), "spine_switch", holding.fields)));
    const QStringList ids = tierBoxes(holding.id);
    QString below;
    for (const TierTexts& tier : tiers) {
        const QString id = ids.at(tier.tier);
        addBox(new TierItem(id, tier.title, tier.lines));
        const auto join = [&](const QString& from, const QString& label) {
            auto* wire = new WireItem(-1, {from, "link", true}, {id, "link", false}, false);
            wire->setFlag(QGraphicsItem::ItemIsSelectable, false);
            wire->setLabel(label);
            addWire(wire);
        };
        if (!below.isEmpty())
            join(below, tier.cables);
        else
            for (const auto& group : model().project().topology.groups)
                join(text(group.id), tier.cables);
        below = id;
    }
}

/// Boxes that the user has not placed stand beside those that he has.
Positions TopologyScene::automaticPositions() const
{
    QVector<LayoutBox> all;
    for (const BoxItem* item : boxes())
        all.append({item->id(), item->size()});
    return clearOf(positionsOf(model().project(), path()), all, layout());
}

std::function<Positions()> TopologyScene::arrangement() const
{
    return [positions = layout()] { return positions; };
}

Positions TopologyScene::layout() const
{
    const auto& topology = model().project().topology;
    QVector<LayoutBox> groups, switches;
    QHash<QString, int> index;
    for (const auto& group : topology.groups) {
        index.insert(text(group.id), static_cast<int>(groups.size()));
        groups.append({text(group.id), box(text(group.id))->size()});
    }
    QStringList above;
    if (const auto* holding = shownFabric()) {
        for (const auto& entry : holding->switches)
            above.append(text(entry.id));
        above += tierBoxes(holding->id);
    }
    for (const QString& id : above) {
        if (!box(id))
            continue;
        index.insert(id, static_cast<int>(groups.size() + switches.size()));
        switches.append({id, box(id)->size()});
    }
    QVector<LayoutEdge> edges;
    for (const WireItem* wire : wires())
        if (index.contains(wire->from().box) && index.contains(wire->to().box))
            edges.append({index[wire->from().box], index[wire->to().box]});
    return beside(fabricLayout(groups, switches, edges));
}

/// Moves the layout to the groups that have positions, so that new switches are placed above them.
Positions TopologyScene::beside(Positions layout) const
{
    std::optional<QPointF> actual, planned;
    const auto least = [](std::optional<QPointF>& corner, const QPointF& point) {
        corner = corner ? QPointF(std::min(corner->x(), point.x()), std::min(corner->y(), point.y())) : point;
    };
    for (const auto& group : model().project().topology.groups) {
        if (const auto known = model().position(path(), text(group.id))) {
            least(actual, *known);
            least(planned, layout.value(text(group.id)));
        }
    }
    if (actual)
        for (QPointF& point : layout)
            point += snapped(*actual - *planned);
    return layout;
}

std::pair<WireEnd, WireEnd> TopologyScene::endsOf(const WireItem& wire) const
{
    return linkEnds(drawn(), wire);
}

ElementRef TopologyScene::elementOf(const BoxItem& item) const
{
    if (chosen_ && chosen_->group == item.id())
        return chosen_->element();
    if (isGroup(item.id()))
        return ElementRef::nodeGroup(item.id());
    if (dynamic_cast<const TierItem*>(&item))
        return {ElementKind::fabric, {fabric()}};
    return {ElementKind::networkSwitch, {fabric(), item.id()}};
}

std::optional<ElementRef> TopologyScene::linkElement(const WireItem& wire) const
{
    const auto* holding = shownFabric();
    if (!holding || wire.index() < 0)
        return {};
    return ElementRef{ElementKind::link,
                      {fabric(), text(holding->links.at(static_cast<std::size_t>(wire.index())).id)}};
}

QString TopologyScene::refusal(const PortAddress& from, const PortAddress& to) const
{
    return linkRefusal(model().project(), fabric(), from.box, to.box);
}

void TopologyScene::connectPorts(const PortAddress& from, const PortAddress& to)
{
    addLink(model(), fabric(), from.box, to.box);
}

void TopologyScene::deleteItems(const QStringList& boxes, const QVector<WireItem*>& wires)
{
    if (chosen_ && boxes == QStringList{chosen_->group} && wires.isEmpty())
        return deleteChosen();
    QStringList links;
    if (const auto* holding = shownFabric()) {
        for (const WireItem* wire : wires)
            links.append(text(holding->links.at(static_cast<std::size_t>(wire->index())).id));
        for (const QString& tier : tierBoxes(holding->id))
            if (boxes.contains(tier))
                emit refused(tr("The switches of a generated fabric follow from its numbers."));
    }
    deleteTopologyItems(model(), fabric(), boxes, links);
}

void TopologyScene::setLibrary(Library library)
{
    library_ = std::move(library);
    rebuild();
}

void TopologyScene::setOpened(const QString& group, bool opened)
{
    if (opened_.contains(group) == opened)
        return;
    if (opened)
        opened_.insert(group);
    else
        opened_.remove(group);
    rebuild();
}

void TopologyScene::setLoads(const QHash<QString, GroupLoads>& loads)
{
    const bool roomChanges = loads.isEmpty() != loads_.isEmpty();
    loads_ = loads;
    if (roomChanges) {
        rebuild();
        setShowsLoads(!loads_.isEmpty());
        return;
    }
    for (BoxItem* item : boxes())
        if (auto* group = dynamic_cast<GroupItem*>(item))
            group->setLoads(loads_.value(group->id()));
}

QString TopologyScene::emptyText() const
{
    return tr("Drag a node group, a processor or a switch here from the palette.");
}

} // namespace headroom::widgets
