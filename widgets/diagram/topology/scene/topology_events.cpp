// The mouse, key and drop events of the topology besides those of every canvas: opening groups, selecting and deleting
// parts inside them, dragging volumes and roles, dropping parts from the palette.
#include "widgets/diagram/topology/boxes/part_kinds.h"
#include "widgets/diagram/topology/scene/part_drag.h"
#include "widgets/diagram/topology/scene/part_dropping.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/document/edits/fabric_edits.h"
#include "widgets/document/edits/topology_edits.h"
#include "widgets/document/edits/topology_parts.h"

#include <QGraphicsSceneContextMenuEvent>
#include <QGraphicsSceneDragDropEvent>
#include <QGraphicsSceneMouseEvent>
#include <QKeyEvent>
#include <QMimeData>
#include <QToolTip>

namespace headroom::widgets {

using Kind = GroupPart::Kind;

void TopologyScene::choosePart(const std::optional<PartOfGroup>& part)
{
    if (chosen_ == part)
        return;
    const auto former = std::exchange(chosen_, part);
    for (const auto& each : {former, part}) {
        if (each)
            if (auto* group = dynamic_cast<GroupItem*>(box(each->group)))
                group->setChosenPart(chosen_ && chosen_->group == each->group ? std::optional(chosen_->part)
                                                                              : std::nullopt);
    }
    emit selectionEdited(selectedElements());
}

void TopologyScene::selectElement(const ElementRef& element)
{
    if (element.kind == ElementKind::link) {
        selectBoxes({});
        for (WireItem* wire : wires())
            wire->setSelected(linkElement(*wire) == element);
        return;
    }
    const QString id = element.kind == ElementKind::networkSwitch ? element.ids.value(1)
                       : element.kind == ElementKind::fabric ? tierBoxes(element.ids.value(0).toStdString()).first()
                                                             : element.ids.value(0);
    selectBoxes({id});
    auto* group = dynamic_cast<GroupItem*>(box(id));
    if (!group)
        return choosePart({});
    for (const GroupPart& part : group->texts().parts)
        if (part.kind != Kind::role && part.kind != Kind::unbound && part.element(id) == element)
            return choosePart(PartOfGroup{id, part});
    choosePart({});
}

void TopologyScene::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    GroupItem* group = event->button() == Qt::LeftButton ? groupAt(drawn(), event->scenePos()) : nullptr;
    const QPointF point = group ? group->mapFromScene(event->scenePos()) : QPointF();
    if (!group || group->portAt(point)) {
        choosePart({});
        return CanvasScene::mousePressEvent(event);
    }
    if (GroupItem::disclosure().contains(point)) {
        setOpened(group->id(), !group->isOpened());
        return event->accept();
    }
    const auto part = group->partAt(point);
    const QString id = group->id();
    if (part && !part->isLine()) {
        // Labels are dragged by themselves; the box does not move with them.
        cancelGesture();
        selectBoxes({id});
        choosePart(PartOfGroup{id, *part});
        beginGesture(std::make_unique<PartDrag>(*this, *chosen_));
        return event->accept();
    }
    CanvasScene::mousePressEvent(event);
    choosePart(part && selectedBoxes() == QStringList{id} ? std::optional(PartOfGroup{id, *part}) : std::nullopt);
}

void TopologyScene::mouseDoubleClickEvent(QGraphicsSceneMouseEvent* event)
{
    if (GroupItem* group = groupAt(drawn(), event->scenePos())) {
        const QPointF point = group->mapFromScene(event->scenePos());
        if (!group->partAt(point) && !group->portAt(point) && !GroupItem::disclosure().contains(point))
            setOpened(group->id(), !group->isOpened());
        return event->accept();
    }
    for (QGraphicsItem* item : items(event->scenePos())) {
        if (dynamic_cast<TierItem*>(item)) {
            emit fabricRequested(fabric());
            return event->accept();
        }
    }
    CanvasScene::mouseDoubleClickEvent(event);
}

void TopologyScene::keyPressEvent(QKeyEvent* event)
{
    if (isWriting() || hasGesture())
        return CanvasScene::keyPressEvent(event);
    const QStringList selected = selectedBoxes();
    const bool one = selected.size() == 1 && isGroup(selected.first());
    const bool control = event->modifiers() == Qt::ControlModifier;
    if (event->key() == Qt::Key_Escape && chosen_)
        choosePart({});
    else if (one && control && (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up))
        walkParts(event->key() == Qt::Key_Down ? 1 : -1);
    else if (one && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        setOpened(selected.first(), !isOpened(selected.first()));
    else if (selected.size() == 1 && dynamic_cast<TierItem*>(box(selected.first())) && event->key() == Qt::Key_Return)
        emit fabricRequested(fabric());
    else
        return CanvasScene::keyPressEvent(event);
    event->accept();
}

void TopologyScene::walkParts(int step)
{
    const auto* group = dynamic_cast<GroupItem*>(box(selectedBoxes().first()));
    const auto& parts = group->texts().parts;
    if (parts.isEmpty())
        return;
    const auto at = chosen_ ? parts.indexOf(chosen_->part) : step > 0 ? -1 : 0;
    const auto count = parts.size();
    choosePart(PartOfGroup{group->id(), parts[(at + step + count) % count]});
}

void TopologyScene::deleteChosen()
{
    const PartOfGroup gone = *chosen_;
    switch (gone.part.kind) {
    case Kind::controller:
    case Kind::device:
        deletePart(model(), gone.element());
        break;
    case Kind::volume:
        bindVolume(model(), gone.group, gone.part.id, {});
        break;
    case Kind::role:
        setRole(model(), gone.group, gone.part.id, false);
        break;
    case Kind::unbound:
        emit refused(tr("%1 is used by a role of the group; remove the role, or bind the volume.").arg(gone.part.id));
        break;
    }
}

void TopologyScene::contextMenuEvent(QGraphicsSceneContextMenuEvent* event)
{
    const GroupItem* group = groupAt(drawn(), event->scenePos());
    const auto part = group ? group->partAt(group->mapFromScene(event->scenePos())) : std::nullopt;
    const QString id = group ? group->id() : QString();
    if (part && selectedBoxes() != QStringList{id})
        selectBoxes({id});
    choosePart(part ? std::optional(PartOfGroup{id, *part}) : std::nullopt);
    CanvasScene::contextMenuEvent(event);
}

void TopologyScene::dragEnterEvent(QGraphicsSceneDragDropEvent* event)
{
    dragMoveEvent(event);
}

void TopologyScene::dragMoveEvent(QGraphicsSceneDragDropEvent* event)
{
    const bool known = event->mimeData()->hasFormat(partMimeType);
    event->setAccepted(known);
    if (!known)
        return;
    event->setDropAction(Qt::CopyAction);
    const QString kind = draggedPart(*event->mimeData()).kind;
    const bool goesIntoGroup = kind != "node group" && partOf(kind) != project::ComponentKind::Part::networkSwitch;
    markTarget(drawn(), goesIntoGroup ? groupAt(drawn(), event->scenePos()) : nullptr);
}

void TopologyScene::dragLeaveEvent(QGraphicsSceneDragDropEvent*)
{
    markTarget(drawn(), nullptr);
}

void TopologyScene::dropEvent(QGraphicsSceneDragDropEvent* event)
{
    markTarget(drawn(), nullptr);
    const auto [kind, component] = draggedPart(*event->mimeData());
    const QString why = dropPart(*this, kind, component, event->scenePos());
    event->setAccepted(why.isEmpty());
    if (why.isEmpty())
        return;
    QToolTip::showText(event->screenPos(), why, event->widget());
    refuse(why);
}

} // namespace headroom::widgets
