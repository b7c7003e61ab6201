// The selected boxes and notes during a move, with the bends of the wires between them.
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"
#include "widgets/document/model/drawing_view.h"

namespace headroom::widgets {

class MovedSelection
{
public:
    explicit MovedSelection(CanvasSurface& canvas);

    bool isEmpty() const { return boxes_.isEmpty() && notes_.isEmpty(); }
    bool contains(const BoxItem& box) const { return boxes_.contains(box.id()); }
    /// The rectangle that is aligned with other boxes after a step; null if no boxes are moved.
    QRectF areaAfter(const QPointF& step) const;
    /// Displays all items moved by `step` from their original positions. The document does not change.
    void show(const QPointF& step);
    /// Displays all items at their original positions.
    void restore();
    /// Moves everything in the document, as one undoable step. Consecutive moves of the same merge group become one
    /// undoable step; −1 merges with none.
    void commit(const QPointF& step, int mergeGroup, const QString& text) const;
    /// "Move compute1", "Move 3 boxes".
    QString moveText() const;

private:
    void commitAll(const QPointF& step, const QString& text) const;

    CanvasSurface& canvas_;
    Positions boxes_, notes_;       ///< original positions
    QHash<WireItem*, Bends> bends_; ///< original bends of the wires whose boxes both move
};

} // namespace headroom::widgets
