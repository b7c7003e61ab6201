// Adding parts to the topology from its canvas.
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/document/edits/topology_edits.h"
#include "widgets/document/model/edit_step.h"

namespace headroom::widgets {

QVector<QuickEntry> TopologyScene::entriesFor(const AddPlace& place) const
{
    if (place.wire >= 0)
        return {};
    QVector<QuickEntry> entries;
    const bool fromGroup = place.from && isGroup(place.from->box);
    if (!fromGroup)
        entries.append({"group",
                        tr("Node group"),
                        {},
                        "network-server",
                        tr("Equal nodes: how many, their processor, memory, devices and roles.")});
    if (shownFabric())
        entries.append({"switch",
                        tr("Switch"),
                        {},
                        "network-wired",
                        tr("A switch or router of this fabric, which nodes and switches are linked to.")});
    return entries;
}

QString TopologyScene::addEntry(const QString& key, const AddPlace& place)
{
    const QPointF corner = place.middle - QPointF(usualSize().width() / 2, usualSize().height() / 2);
    const auto add = [&] {
        return key == "group" ? addNodeGroup(model(), corner) : addSwitch(model(), fabric(), corner);
    };
    if (!place.from)
        return add();
    const EditStep edit(model(), key == "group" ? tr("Add node group") : tr("Add switch"));
    const QString id = add();
    // Links end at switches: a new group is linked to the switch where the wire was started.
    if (linkRefusal(model().project(), fabric(), place.from->box, id).isEmpty())
        addLink(model(), fabric(), place.from->box, id);
    else
        addLink(model(), fabric(), id, place.from->box);
    return id;
}

} // namespace headroom::widgets
