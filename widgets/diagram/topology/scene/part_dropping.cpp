#include "widgets/diagram/topology/scene/part_dropping.h"

#include "widgets/diagram/canvas/box_adding.h"
#include "widgets/diagram/topology/boxes/part_kinds.h"
#include "widgets/diagram/topology/boxes/topology_items.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/topology_edits.h"
#include "widgets/document/edits/topology_parts.h"

#include <QMimeData>
#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr QPointF middleOfGroup(104, 56), middleOfSwitch(84, 24); // in their boxes

/// A part that is dropped at a point, where there may be a node group.
class PartDrop
{
public:
    PartDrop(TopologyScene& scene, const QString& component, const QPointF& point)
        : scene_(scene), model_(scene.model()), component_(component), point_(point)
    {
        if (const GroupItem* group = groupAt(scene.drawn(), point))
            group_ = group->id();
    }

    QString drop(const QString& kind)
    {
        if (kind == "role")
            return dropRole();
        if (isDeviceKind(kind))
            return dropDevice(kind);
        if (kind == "node group")
            return dropGroup();
        switch (partOf(kind)) {
        case project::ComponentKind::Part::processor:
            return group_.isEmpty() ? dropGroup() : dropPartOfNode(kind);
        case project::ComponentKind::Part::memory:
        case project::ComponentKind::Part::chassis:
        case project::ComponentKind::Part::powerSupply:
            return dropPartOfNode(kind);
        case project::ComponentKind::Part::adapter:
            return dropAdapter();
        case project::ComponentKind::Part::networkSwitch:
            return dropSwitch();
        default:
            return {};
        }
    }

private:
    QString dropRole()
    {
        if (group_.isEmpty())
            return TopologyScene::tr("A role goes onto the node group that carries it.");
        setRole(model_, group_, component_, true);
        return {};
    }

    QString dropDevice(const QString& kind)
    {
        if (group_.isEmpty())
            return TopologyScene::tr("Devices and controllers go into a node group.");
        return selectAdded(addPart(model_, group_, kind, component_));
    }

    /// Drops a part of which a node group names one kind.
    QString dropPartOfNode(const QString& kind)
    {
        if (group_.isEmpty())
            return TopologyScene::tr("This goes onto the node group that has it.");
        if (component_.isEmpty())
            return TopologyScene::tr("Pick one of the components below for the group.");
        return selectAdded(addPart(model_, group_, kind, component_));
    }

    QString dropGroup()
    {
        return selectAdded(ElementRef::nodeGroup(addNodeGroup(model_, freePlace() - middleOfGroup, component_)));
    }

    /// Dropped on a group, an adapter is set for its links; otherwise for the fabric's nodes.
    QString dropAdapter()
    {
        const auto* fabric = scene_.shownFabric();
        if (!fabric)
            return TopologyScene::tr("There is no fabric yet: add a switch or a generated fabric first.");
        if (component_.isEmpty())
            return TopologyScene::tr("Pick one of the adapters below.");
        if (group_.isEmpty() || scene_.plan().generated)
            return setComponent({ElementKind::fabric, {scene_.fabric()}}, "nic");
        const std::string group = group_.toStdString();
        const auto link = std::find_if(fabric->links.begin(), fabric->links.end(),
                                       [&](const auto& each) { return each.from == group || each.to == group; });
        if (link == fabric->links.end())
            return TopologyScene::tr("Link the group to a switch first: adapters belong to links.");
        return setComponent({ElementKind::link, {scene_.fabric(), QString::fromStdString(link->id)}}, "nic");
    }

    QString dropSwitch()
    {
        if (scene_.plan().generated)
            return TopologyScene::tr("The switches of a generated fabric follow from its numbers.");
        for (QGraphicsItem* item : scene_.items(point_))
            if (const auto* found = dynamic_cast<SwitchItem*>(item); found && !component_.isEmpty())
                return setComponent({ElementKind::networkSwitch, {scene_.fabric(), found->id()}}, "component");
        const QString id = addSwitch(model_, scene_.fabric(), freePlace() - middleOfSwitch, component_);
        if (!id.isEmpty())
            scene_.selectElement({ElementKind::networkSwitch, {scene_.fabric(), id}});
        return {};
    }

    /// For the middle of a new box: under the pointer, or below what is there.
    QPointF freePlace() const { return freeMiddle(scene_, point_); }

    QString setComponent(const ElementRef& element, const char* field)
    {
        setField(model_, element, field, component_.toStdString());
        return {};
    }

    QString selectAdded(const std::optional<ElementRef>& added)
    {
        if (added)
            scene_.selectElement(*added);
        return {};
    }

    TopologyScene& scene_;
    DocumentModel& model_;
    QString component_, group_; ///< empty group: dropped outside all groups
    QPointF point_;
};

} // namespace

DraggedPart draggedPart(const QMimeData& data)
{
    const QStringList words = QString::fromUtf8(data.data(partMimeType)).split('\n');
    return {words.value(0), words.value(1)};
}

QString dropPart(TopologyScene& scene, const QString& kind, const QString& component, const QPointF& point)
{
    return PartDrop(scene, component, point).drop(kind);
}

QString insertPart(TopologyScene& scene, const QString& kind, const QString& component, const QPointF& middle)
{
    const QStringList selected = scene.selectedBoxes();
    const bool onBox = selected.size() == 1 && kind != "node group" &&
                       scene.isGroup(selected.first()) != (partOf(kind) == project::ComponentKind::Part::networkSwitch);
    const QPointF point = onBox ? scene.box(selected.first())->pos() + QPointF(30, 4) : freeMiddle(scene, middle);
    return dropPart(scene, kind, component, point);
}

} // namespace headroom::widgets
