// The selected boxes and notes while they are moved, with the bends of the wires between them.
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"
#include "widgets/document/drawing_view.h"

namespace headroom::widgets {

class MovedSelection
{
public:
    explicit MovedSelection(CanvasSurface& canvas);

    bool isEmpty() const { return boxes_.isEmpty() && notes_.isEmpty(); }
    bool contains(const BoxItem& box) const { return boxes_.contains(box.id()); }
    /// The rectangle around the boxes after a step; null if there are none.
    QRectF areaAfter(const QPointF& step) const;
    /// Shows everything a step from where it was. The document does not change.
    void show(const QPointF& step);
    /// Shows everything where it was.
    void restore();
    /// Moves everything in the document, as one undoable step. Consecutive moves of the same merge group become one
    /// undoable step; −1 merges with none.
    void commit(const QPointF& step, int mergeGroup, const QString& text) const;
    /// "Move compute1", "Move 3 boxes".
    QString moveText() const;

private:
    void commitAll(const QPointF& step, const QString& text) const;

    CanvasSurface& canvas_;
    Positions boxes_, notes_;       ///< where they were
    QHash<WireItem*, Bends> bends_; ///< of wires that move with both their boxes, as they were
};

} // namespace headroom::widgets
