#include "widgets/diagram/topology_scene.h"

#include "project/declarations.h"
#include "widgets/diagram/block_summary.h"
#include "widgets/diagram/layout.h"
#include "widgets/diagram/topology_items.h"

#include <algorithm>

namespace headroom::widgets {

using project::Json;

namespace {

QString text(const std::string& value)
{
    return QString::fromStdString(value);
}

template <typename List>
const auto* byId(const List& list, const QString& id)
{
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& entry) { return text(entry.id) == id; });
    return found == list.end() ? nullptr : &*found;
}

const Json& valueIn(const project::Fields& fields, const char* name, const Json& values)
{
    static const Json none;
    const auto* declared = project::findField(fields, name);
    return declared ? project::valueOf(values, *declared) : none;
}

QString counted(const QString& count, const QString& what)
{
    return what.isEmpty() || count.isEmpty() || count == "1" ? what : QStringLiteral("%1 × %2").arg(count, what);
}

/// The point of a box's edge that faces another box, at a share of the edge so that several links stay apart.
WireEnd facing(const QRectF& box, const QRectF& other, qreal share)
{
    if (other.bottom() <= box.top())
        return {{box.left() + box.width() * share, box.top()}, Side::top};
    if (other.top() >= box.bottom())
        return {{box.left() + box.width() * share, box.bottom()}, Side::bottom};
    if (other.center().x() < box.center().x())
        return {{box.left(), box.top() + box.height() * share}, Side::left};
    return {{box.right(), box.top() + box.height() * share}, Side::right};
}

} // namespace

TopologyScene::TopologyScene(DocumentModel& model, Display display, ActiveFabric activeFabric, QObject* parent)
    : CanvasScene(model, topologyPath, parent), display_(std::move(display)), activeFabric_(std::move(activeFabric))
{
    connect(&model, &DocumentModel::changed, this, &TopologyScene::elementChanged);
    rebuild();
}

void TopologyScene::elementChanged(const ElementRef& element)
{
    switch (element.kind) {
    case ElementKind::parameter: // any shown value may depend on it
    case ElementKind::topology:
    case ElementKind::nodeGroup:
    case ElementKind::device:
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
    if (activeFabric_)
        return activeFabric_();
    const auto& topology = model().project().topology;
    const QString named = valueText(topology.fabric);
    if (byId(topology.fabrics, named))
        return named;
    return topology.fabrics.empty() ? QString() : text(topology.fabrics.front().id);
}

const project::Fabric* TopologyScene::shownFabric() const
{
    return byId(model().project().topology.fabrics, fabric());
}

bool TopologyScene::isGroup(const QString& id) const
{
    return byId(model().project().topology.groups, id) != nullptr;
}

QString TopologyScene::linkLabel(const project::Link& link, const project::Fabric& holding) const
{
    const auto& fields = project::linkFields();
    QString rate = shown(valueIn(fields, "rate", link.fields));
    if (rate.isEmpty())
        rate = shown(valueIn(fields, "nic", link.fields));
    if (rate.isEmpty() && isGroup(text(link.from)))
        rate = shown(valueIn(project::fabricFields(), "nic", holding.fields));
    return counted(shown(valueIn(fields, "count", link.fields)), rate);
}

void TopologyScene::build()
{
    const auto& topology = model().project().topology;
    const auto& fields = project::nodeGroupFields();
    for (const auto& group : topology.groups) {
        const auto value = [&](const char* name) { return shown(valueIn(fields, name, group.fields)); };
        GroupTexts texts;
        const QString name = group.name.empty() ? text(group.id) : text(group.name);
        texts.title = QStringLiteral("%1 × %2").arg(name, value("count"));
        texts.processor = counted(value("sockets"), value("processor"));
        texts.memory = value("memory").isEmpty() ? QString() : tr("%1 memory").arg(value("memory"));
        for (const auto& device : group.devices)
            texts.devices.append(counted(shown(valueIn(project::deviceFields(), "count", device.fields)),
                                         shown(valueIn(project::deviceFields(), "component", device.fields))));
        for (const auto& role : group.roles)
            texts.roles.append(text(role));
        auto* item = new GroupItem(text(group.id), std::move(texts), !loads_.isEmpty());
        item->setLoads(loads_.value(item->id()));
        addBox(item);
    }
    const auto* holding = shownFabric();
    if (!holding)
        return;
    for (const auto& entry : holding->switches)
        addBox(new SwitchItem(text(entry.id), entry.name.empty() ? text(entry.id) : text(entry.name),
                              shown(valueIn(project::switchFields(), "component", entry.fields))));
    int index = 0;
    for (const auto& link : holding->links) {
        auto* wire = new WireItem(index++, {text(link.from), "link", true}, {text(link.to), "link", false}, false);
        wire->setLabel(linkLabel(link, *holding));
        addWire(wire);
    }
}

Positions TopologyScene::automaticPositions() const
{
    const auto& topology = model().project().topology;
    QVector<LayoutBox> groups, switches;
    QHash<QString, int> index;
    for (const auto& group : topology.groups) {
        index.insert(text(group.id), static_cast<int>(groups.size()));
        groups.append({text(group.id), box(text(group.id))->size()});
    }
    QVector<LayoutEdge> edges;
    if (const auto* holding = shownFabric()) {
        for (const auto& entry : holding->switches) {
            index.insert(text(entry.id), static_cast<int>(groups.size() + switches.size()));
            switches.append({text(entry.id), box(text(entry.id))->size()});
        }
        for (const auto& link : holding->links) {
            if (index.contains(text(link.from)) && index.contains(text(link.to)))
                edges.append({index[text(link.from)], index[text(link.to)]});
        }
    }
    return fabricLayout(groups, switches, edges);
}

std::pair<WireEnd, WireEnd> TopologyScene::endsOf(const WireItem& wire) const
{
    const auto frame = [this](const QString& id) { return box(id)->frame().translated(box(id)->pos()); };
    // Links that meet at a box spread over its edge in the order in which their other ends lie.
    const auto share = [&](const QString& at, const QString& other) {
        const qreal here = frame(other).center().x();
        int before = 0, all = 0;
        for (const WireItem* each : wires()) {
            if (!each->touches(at) || !box(each->from().box) || !box(each->to().box))
                continue;
            ++all;
            const QString& end = each->from().box == at ? each->to().box : each->from().box;
            const qreal there = frame(end).center().x();
            before += there < here || (there == here && each->index() < wire.index());
        }
        return (before + 1.0) / (all + 1.0);
    };
    const QString& a = wire.from().box;
    const QString& b = wire.to().box;
    return {facing(frame(a), frame(b), share(a, b)), facing(frame(b), frame(a), share(b, a))};
}

ElementRef TopologyScene::elementOf(const BoxItem& item) const
{
    if (isGroup(item.id()))
        return ElementRef::nodeGroup(item.id());
    return {ElementKind::networkSwitch, {fabric(), item.id()}};
}

QString TopologyScene::refusal(const PortAddress& from, const PortAddress& to) const
{
    return model().linkRefusal(fabric(), from.box, to.box);
}

void TopologyScene::connectPorts(const PortAddress& from, const PortAddress& to)
{
    model().addLink(fabric(), from.box, to.box);
}

void TopologyScene::deleteItems(const QStringList& boxes, const QVector<WireItem*>& wires)
{
    QStringList links;
    if (const auto* holding = shownFabric()) {
        for (const WireItem* wire : wires)
            links.append(text(holding->links.at(static_cast<std::size_t>(wire->index())).id));
    }
    model().deleteTopologyItems(fabric(), boxes, links);
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
    for (BoxItem* item : boxes()) {
        if (auto* group = dynamic_cast<GroupItem*>(item))
            group->setLoads(loads_.value(group->id()));
    }
}

QString TopologyScene::emptyText() const
{
    return tr("No node groups yet. Add one from the Model menu.");
}

} // namespace headroom::widgets
