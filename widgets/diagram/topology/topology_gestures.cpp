// What mouse, keys and drops do on the topology beside what every canvas does: groups open, parts inside are picked and
// deleted, volumes and roles are dragged, parts are dropped from the palette.

#include "widgets/diagram/canvas/box_adding.h"
#include "widgets/diagram/topology/part_kinds.h"
#include "widgets/diagram/topology/topology_items.h"
#include "widgets/diagram/topology/topology_scene.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QGraphicsSceneContextMenuEvent>
#include <QGraphicsSceneDragDropEvent>
#include <QGraphicsSceneMouseEvent>
#include <QGraphicsView>
#include <QKeyEvent>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace headroom::widgets {

namespace {

using Kind = GroupPart::Kind;

/// A volume or a role on its way.
class LabelItem : public QGraphicsItem
{
public:
    explicit LabelItem(const QString& text) : text_(text) { setZValue(10); }
    QRectF boundingRect() const override
    {
        return QRectF(QPointF(10, 6), QFontMetricsF(labelFont()).size(Qt::TextSingleLine, text_) + QSizeF(16, 6));
    }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) override
    {
        const Colours& colours = widgets::colours(scene()->palette());
        painter->setPen(QPen(colours.accent, 1.4));
        painter->setBrush(colours.selection);
        painter->drawRoundedRect(boundingRect().adjusted(1, 1, -1, -1), 4, 4);
        painter->setPen(colours.text);
        painter->setFont(labelFont());
        painter->drawText(boundingRect(), Qt::AlignCenter, text_);
    }

private:
    QString text_;
};

bool isDevice(const QString& kind)
{
    return kind == "disk" || kind == "ssd" || kind == "nvme" || kind == "controller" || kind == "expander";
}

/// Kind and component of what is dragged; both empty if it is none of ours.
std::pair<QString, QString> draggedPart(const QMimeData* data)
{
    const QStringList words = QString::fromUtf8(data->data(partMimeType)).split('\n');
    return {words.value(0), words.value(1)};
}

} // namespace

GroupItem* TopologyScene::groupAt(const QPointF& point) const
{
    for (QGraphicsItem* item : items(point))
        if (auto* group = dynamic_cast<GroupItem*>(item); group && group->frame().contains(group->mapFromScene(point)))
            return group;
    return nullptr;
}

void TopologyScene::choosePart(const std::optional<ChosenPart>& part)
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
            return choosePart(ChosenPart{id, part});
    choosePart({});
}

void TopologyScene::mousePressEvent(QGraphicsSceneMouseEvent* event)
{
    GroupItem* group = event->button() == Qt::LeftButton ? groupAt(event->scenePos()) : nullptr;
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
        // Labels are dragged by themselves, and never take the box along.
        selectBoxes({id});
        choosePart(ChosenPart{id, *part});
        dragged_ = chosen_;
        return event->accept();
    }
    CanvasScene::mousePressEvent(event);
    choosePart(part && selectedBoxes() == QStringList{id} ? std::optional(ChosenPart{id, *part}) : std::nullopt);
}

void TopologyScene::mouseMoveEvent(QGraphicsSceneMouseEvent* event)
{
    if (!dragged_)
        return CanvasScene::mouseMoveEvent(event);
    const auto moved = (event->screenPos() - event->buttonDownScreenPos(Qt::LeftButton)).manhattanLength();
    if (!label_ && moved < QApplication::startDragDistance())
        return;
    if (!label_) {
        label_ = new LabelItem(dragged_->part.text);
        addItem(label_);
    }
    label_->setPos(event->scenePos());
    const bool role = dragged_->part.kind == Kind::role;
    showDropTarget(event->scenePos(), role, !role);
}

void TopologyScene::mouseReleaseEvent(QGraphicsSceneMouseEvent* event)
{
    if (!dragged_ || event->button() != Qt::LeftButton)
        return CanvasScene::mouseReleaseEvent(event);
    if (label_)
        dropLabel(event->scenePos(), event->modifiers() & Qt::ControlModifier);
    endLabelDrag();
}

void TopologyScene::endLabelDrag()
{
    delete std::exchange(label_, nullptr);
    dragged_.reset();
    showDropTarget({}, false, false);
}

void TopologyScene::showDropTarget(const QPointF& point, bool group, bool devices)
{
    const GroupItem* target = group || devices ? groupAt(point) : nullptr;
    for (BoxItem* item : boxes()) {
        auto* each = dynamic_cast<GroupItem*>(item);
        if (!each)
            continue;
        const bool here = each == target;
        each->setDropTarget(here && group);
        const auto part = here && devices ? each->partAt(each->mapFromScene(point)) : std::nullopt;
        const bool takes = part && part->kind == Kind::device && (!dragged_ || dragged_->group == each->id());
        each->setDropPart(takes ? part : std::nullopt);
    }
}

void TopologyScene::dropLabel(const QPointF& point, bool copy)
{
    const ChosenPart moved = *dragged_;
    const GroupItem* target = groupAt(point);
    if (!target)
        return;
    const QString group = target->id();
    const auto part = target->partAt(target->mapFromScene(point));
    if (moved.part.kind == Kind::role)
        if (copy)
            model().setRole(group, moved.part.id, true);
        else
            model().moveRole(moved.part.id, moved.group, group);
    else if (group != moved.group)
        emit refused(tr("A volume lies on devices of the node group that carries its role."));
    else if (part && part->kind == Kind::device)
        model().bindVolume(group, moved.part.id, part->id);
}

void TopologyScene::mouseDoubleClickEvent(QGraphicsSceneMouseEvent* event)
{
    if (GroupItem* group = groupAt(event->scenePos())) {
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
    if (isWriting())
        return CanvasScene::keyPressEvent(event);
    const QStringList selected = selectedBoxes();
    const bool one = selected.size() == 1 && isGroup(selected.first());
    const bool control = event->modifiers() == Qt::ControlModifier;
    if (event->key() == Qt::Key_Escape && (label_ || chosen_)) {
        endLabelDrag();
        choosePart({});
    } else if (one && control && (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up)) {
        walkParts(event->key() == Qt::Key_Down ? 1 : -1);
    } else if (one && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        setOpened(selected.first(), !isOpened(selected.first()));
    } else if (selected.size() == 1 && dynamic_cast<TierItem*>(box(selected.first())) &&
               event->key() == Qt::Key_Return) {
        emit fabricRequested(fabric());
    } else {
        return CanvasScene::keyPressEvent(event);
    }
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
    choosePart(ChosenPart{group->id(), parts[(at + step + count) % count]});
}

void TopologyScene::deleteChosen()
{
    const ChosenPart gone = *chosen_;
    switch (gone.part.kind) {
    case Kind::controller:
    case Kind::device:
        model().deletePart(gone.part.element(gone.group));
        break;
    case Kind::volume:
        model().bindVolume(gone.group, gone.part.id, {});
        break;
    case Kind::role:
        model().setRole(gone.group, gone.part.id, false);
        break;
    case Kind::unbound:
        emit refused(
            tr("%1 is named by a role of the group; take the role off, or bind the volume.").arg(gone.part.id));
        break;
    }
}

void TopologyScene::contextMenuEvent(QGraphicsSceneContextMenuEvent* event)
{
    const GroupItem* group = groupAt(event->scenePos());
    const auto part = group ? group->partAt(group->mapFromScene(event->scenePos())) : std::nullopt;
    const QString id = group ? group->id() : QString();
    if (part && selectedBoxes() != QStringList{id})
        selectBoxes({id});
    choosePart(part ? std::optional(ChosenPart{id, *part}) : std::nullopt);
    CanvasScene::contextMenuEvent(event);
}

/// What a group or a part inside it has beside the entries of every box.
void TopologyScene::addToMenu(QMenu* menu)
{
    const QStringList selected = selectedBoxes();
    if (selected.size() != 1 || !isGroup(selected.first()) || !drawn().selectedWires().isEmpty())
        return;
    menu->addSeparator();
    if (chosen_)
        addPartMenu(*menu, *chosen_);
    else
        addGroupMenu(*menu, selected.first());
}

void TopologyScene::addGroupMenu(QMenu& menu, const QString& group)
{
    const bool opened = isOpened(group);
    menu.addAction(opened ? tr("&Close") : tr("&Show nodes"), this,
                   [this, group, opened] { setOpened(group, !opened); });
    QMenu* parts = menu.addMenu(icon("list-add"), tr("&Add"));
    for (const PartKind& kind : partKinds()) {
        if (isDevice(kind.name))
            parts->addAction(icon(kind.icon), kind.label, this, [this, group, name = kind.name] {
                if (const auto added = model().addPart(group, name))
                    selectElement(*added);
            });
    }
    QMenu* roles = menu.addMenu(tr("&Roles"));
    const auto& groups = model().project().topology.groups;
    const auto owner =
        std::find_if(groups.begin(), groups.end(), [&](const auto& each) { return each.id == group.toStdString(); });
    for (const auto& behaviour : model().project().behaviours) {
        const QString role = QString::fromStdString(behaviour.role.id);
        QAction* action =
            roles->addAction(role, this, [this, group, role](bool carried) { model().setRole(group, role, carried); });
        action->setCheckable(true);
        action->setChecked(std::find(owner->roles.begin(), owner->roles.end(), behaviour.role.id) !=
                           owner->roles.end());
    }
    roles->setEnabled(!roles->isEmpty());
}

void TopologyScene::addPartMenu(QMenu& menu, const ChosenPart& chosen)
{
    const auto* group = dynamic_cast<GroupItem*>(box(chosen.group));
    const auto each = [&](Kind kind, const QString& title, auto act) {
        QMenu* list = menu.addMenu(title);
        for (const GroupPart& part : group->texts().parts)
            if (part.kind == kind && part.id != chosen.part.id)
                list->addAction(kind == Kind::volume || kind == Kind::unbound ? part.id : part.id + " · " + part.text,
                                this, [act, id = part.id] { act(id); });
        return list;
    };
    const QString id = chosen.group, part = chosen.part.id;
    const auto hang = [this, chosen, id, part](const QString& controller) {
        const bool device = chosen.part.kind == Kind::device;
        model().setField(chosen.part.element(id), device ? "controller" : "behind",
                         controller.isEmpty() ? project::Json() : project::Json(controller.toStdString()));
    };
    switch (chosen.part.kind) {
    case Kind::device: {
        QMenu* volumes = each(Kind::unbound, tr("&Bind volume"),
                              [this, id, part](const QString& volume) { model().bindVolume(id, volume, part); });
        volumes->setEnabled(!volumes->isEmpty());
        [[fallthrough]];
    }
    case Kind::controller:
        each(Kind::controller, tr("&Hang on"), hang)->addAction(tr("Nothing"), this, [hang] { hang({}); });
        break;
    case Kind::volume:
    case Kind::unbound:
        each(Kind::device, tr("&Bind to"),
             [this, id, part](const QString& devices) { model().bindVolume(id, part, devices); });
        break;
    case Kind::role:
        break;
    }
}

QString TopologyScene::insertPart(const QString& kind, const QString& component, const QPointF& middle)
{
    const QStringList selected = selectedBoxes();
    const bool onBox = selected.size() == 1 && kind != "node group" &&
                       (isGroup(selected.first()) ? kind != "switch" : kind == "switch");
    return dropPart(kind, component, onBox ? box(selected.first())->pos() + QPointF(30, 4) : freeMiddle(*this, middle));
}

QString TopologyScene::dropPart(const QString& kind, const QString& component, const QPointF& point)
{
    const GroupItem* group = groupAt(point);
    const QString target = group ? group->id() : QString();
    std::optional<ElementRef> added;
    if (kind == "role") {
        if (!group)
            return tr("A role goes onto the node group that carries it.");
        model().setRole(target, component, true);
    } else if (isDevice(kind)) {
        if (!group)
            return tr("Devices and controllers go into a node group.");
        added = model().addPart(target, kind, component);
    } else if (kind == "processor" && group) {
        if (component.isEmpty())
            return tr("Pick one of the processors below for the group.");
        added = model().addPart(target, kind, component);
    } else if (kind == "node group" || kind == "processor") {
        added = ElementRef::nodeGroup(model().addNodeGroup(point - QPointF(108, 20), component));
    } else if (kind == "nic") {
        return dropAdapter(target, component);
    } else if (kind == "switch") {
        return dropSwitch(component, point);
    }
    if (added)
        selectElement(*added);
    return {};
}

/// On a group it is the adapter of its links; else that of the fabric's nodes.
QString TopologyScene::dropAdapter(const QString& group, const QString& component)
{
    const auto* holding = shownFabric();
    if (!holding)
        return tr("There is no fabric yet: add a switch or a generated fabric first.");
    if (component.isEmpty())
        return tr("Pick one of the adapters below.");
    if (group.isEmpty() || plan_.generated) {
        model().setField({ElementKind::fabric, {fabric()}}, "nic", component.toStdString());
        return {};
    }
    const auto link = std::find_if(holding->links.begin(), holding->links.end(), [&](const auto& each) {
        return each.from == group.toStdString() || each.to == group.toStdString();
    });
    if (link == holding->links.end())
        return tr("Link the group to a switch first: adapters belong to links.");
    model().setField({ElementKind::link, {fabric(), QString::fromStdString(link->id)}}, "nic", component.toStdString());
    return {};
}

QString TopologyScene::dropSwitch(const QString& component, const QPointF& point)
{
    if (plan_.generated)
        return tr("The switches of a generated fabric follow from its numbers.");
    for (QGraphicsItem* item : items(point)) {
        if (const auto* found = dynamic_cast<SwitchItem*>(item); found && !component.isEmpty()) {
            model().setField({ElementKind::networkSwitch, {fabric(), found->id()}}, "component",
                             component.toStdString());
            return {};
        }
    }
    if (const QString id = model().addSwitch(fabric(), point - QPointF(84, 24), component); !id.isEmpty())
        selectElement({ElementKind::networkSwitch, {fabric(), id}});
    return {};
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
    const QString kind = draggedPart(event->mimeData()).first;
    showDropTarget(event->scenePos(), kind != "switch" && kind != "node group", false);
}

void TopologyScene::dragLeaveEvent(QGraphicsSceneDragDropEvent*)
{
    showDropTarget({}, false, false);
}

void TopologyScene::dropEvent(QGraphicsSceneDragDropEvent* event)
{
    showDropTarget({}, false, false);
    const auto [kind, component] = draggedPart(event->mimeData());
    const QString why = dropPart(kind, component, event->scenePos());
    event->setAccepted(why.isEmpty());
    if (why.isEmpty())
        return;
    QToolTip::showText(event->screenPos(), why, event->widget());
    emit refused(why);
}

} // namespace headroom::widgets
