// Drags the corner of a note to resize it.
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"
#include "widgets/diagram/canvas/gestures/gesture.h"

namespace headroom::widgets {

class ResizeGesture : public Gesture
{
public:
    ResizeGesture(CanvasSurface& canvas, NoteItem& note);

    bool follow(const QGraphicsSceneMouseEvent& event) override;
    void release(const QGraphicsSceneMouseEvent& event) override;
    void cancel() override;

private:
    void show(const QSizeF& size);

    CanvasSurface& canvas_;
    NoteItem& note_;
    QSizeF before_;
};

} // namespace headroom::widgets
