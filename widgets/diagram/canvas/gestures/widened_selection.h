// The selected blocks during a change of their width, and the boxes to their right that make room.
#pragma once

#include "widgets/diagram/canvas/gestures/canvas_surface.h"
#include "widgets/document/model/drawing_view.h"

namespace headroom::widgets {

class WidenedSelection
{
public:
    explicit WidenedSelection(CanvasSurface& canvas);

    /// The widths that the selected blocks have; empty if none of them can have another.
    const Widths& before() const { return widths_; }
    /// Displays the blocks with these widths. The document does not change.
    void show(const Widths& widths);
    /// Displays everything as it was.
    void restore();
    /// Sets the widths in the document, as one undoable step (see setWidths()).
    void commit(const Widths& widths, int mergeGroup = -1) const;

private:
    /// The distance to the right of each box that moves.
    QHash<QString, qreal> stepsFor(const Widths& widths) const;
    Bends bendsAfter(const WireItem& wire, const Bends& bends, const Widths& widths,
                     const QHash<QString, qreal>& steps) const;
    void display(const Widths& widths, const QHash<QString, qreal>& steps);

    CanvasSurface& canvas_;
    Widths widths_;
    QHash<QString, QRectF> frames_; ///< original frames of all boxes
    QHash<WireItem*, Bends> bends_; ///< original bends
    QSet<QString> displaced_;       ///< boxes that are displayed elsewhere
};

} // namespace headroom::widgets
