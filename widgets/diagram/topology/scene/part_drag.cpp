#include "widgets/diagram/topology/scene/part_drag.h"

#include "widgets/diagram/canvas/items/canvas_text.h"
#include "widgets/document/edits/topology_edits.h"
#include "widgets/document/edits/topology_parts.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QGraphicsSceneMouseEvent>
#include <QPainter>

namespace headroom::widgets {

namespace {

/// The label of a volume or role that is being dragged.
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

} // namespace

PartDrag::PartDrag(CanvasSurface& canvas, PartOfGroup dragged) : canvas_(canvas), dragged_(std::move(dragged)) {}

PartDrag::~PartDrag() = default;

bool PartDrag::follow(const QGraphicsSceneMouseEvent& event)
{
    if (!label_ && !isDragged(event))
        return false;
    if (!label_) {
        label_ = std::make_unique<LabelItem>(dragged_.part.text);
        canvas_.drawn().scene().addItem(label_.get());
    }
    label_->setPos(event.scenePos());
    mark(event.scenePos());
    return true;
}

void PartDrag::mark(const QPointF& point) const
{
    const GroupItem* target = groupAt(canvas_.drawn(), point);
    if (isRole()) {
        markTarget(canvas_.drawn(), target);
        return;
    }
    for (BoxItem* item : canvas_.drawn().boxes())
        if (auto* group = dynamic_cast<GroupItem*>(item))
            group->setDropPart(group == target && group->id() == dragged_.group ? devicesAt(point) : std::nullopt);
}

void PartDrag::unmark() const
{
    markTarget(canvas_.drawn(), nullptr);
    for (BoxItem* item : canvas_.drawn().boxes())
        if (auto* group = dynamic_cast<GroupItem*>(item))
            group->setDropPart({});
}

std::optional<GroupPart> PartDrag::devicesAt(const QPointF& point) const
{
    const GroupItem* group = groupAt(canvas_.drawn(), point);
    const auto part = group ? group->partAt(group->mapFromScene(point)) : std::nullopt;
    return part && part->kind == GroupPart::Kind::device ? part : std::nullopt;
}

void PartDrag::release(const QGraphicsSceneMouseEvent& event)
{
    if (!label_)
        return;
    const GroupItem* target = groupAt(canvas_.drawn(), event.scenePos());
    const QString group = target ? target->id() : QString();
    const auto devices = devicesAt(event.scenePos());
    cancel();
    if (group.isEmpty())
        return;
    if (isRole())
        dropRole(group, event.modifiers() & Qt::ControlModifier);
    else
        dropVolume(group, devices);
}

void PartDrag::dropRole(const QString& group, bool copy)
{
    if (copy)
        setRole(canvas_.model(), group, dragged_.part.id, true);
    else
        moveRole(canvas_.model(), dragged_.part.id, dragged_.group, group);
}

void PartDrag::dropVolume(const QString& group, const std::optional<GroupPart>& devices)
{
    if (group != dragged_.group)
        canvas_.refuse(QCoreApplication::translate(
            "PartDrag", "A volume lies on devices of the node group that carries its role."));
    else if (devices)
        bindVolume(canvas_.model(), group, dragged_.part.id, devices->id);
}

void PartDrag::cancel()
{
    label_.reset();
    unmark();
}

QVector<QGraphicsItem*> PartDrag::shown() const
{
    return label_ ? QVector<QGraphicsItem*>{label_.get()} : QVector<QGraphicsItem*>();
}

} // namespace headroom::widgets
