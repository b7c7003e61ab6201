// Drags a volume or a role out of a node group: a volume to other devices of its group, a role to another group.
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"
#include "widgets/diagram/canvas/gestures/gesture.h"
#include "widgets/diagram/topology/boxes/topology_items.h"

#include <memory>

namespace headroom::widgets {

class PartDrag : public Gesture
{
public:
    PartDrag(CanvasSurface& canvas, PartOfGroup dragged);
    ~PartDrag() override;

    bool follow(const QGraphicsSceneMouseEvent& event) override;
    void release(const QGraphicsSceneMouseEvent& event) override;
    void cancel() override;
    QVector<QGraphicsItem*> shown() const override;

private:
    bool isRole() const { return dragged_.part.kind == GroupPart::Kind::role; }
    void mark(const QPointF& point) const;
    void unmark() const;
    std::optional<GroupPart> devicesAt(const QPointF& point) const;
    void dropRole(const QString& group, bool copy);
    void dropVolume(const QString& group, const std::optional<GroupPart>& devices);

    CanvasSurface& canvas_;
    PartOfGroup dragged_;
    std::unique_ptr<QGraphicsItem> label_; ///< shows the dragged part; null until the drag starts
};

} // namespace headroom::widgets
