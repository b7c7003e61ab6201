// The interface of the canvas for gestures: what they may read and what they may do.
#pragma once

#include "widgets/diagram/canvas/items/canvas_items.h"
#include "widgets/diagram/canvas/items/wire_routing.h"
#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// The place of a new box: its centre, and the port it is wired to or the wire it is inserted into.
struct AddPlace
{
    QPointF middle;
    std::optional<PortAddress> from;
    int wire = -1;
};

/// Implemented by CanvasScene.
class CanvasSurface
{
public:
    virtual ~CanvasSurface() = default;

    virtual DocumentModel& model() const = 0;
    /// The drawing's path in the document.
    virtual const QString& path() const = 0;
    virtual const CanvasItems& drawn() const = 0;
    virtual WireRouting& routing() = 0;

    /// The given positions, together with the displayed positions of all boxes that have none in the document. If one
    /// box is moved, the others are fixed at their displayed positions.
    virtual Positions settled(const Positions& moved) const = 0;
    /// Reports that boxes or notes are displayed at other positions.
    virtual void tellMoved() = 0;
    /// The bounding rectangle of the drawing must be computed again. tellMoved() implies it.
    virtual void forgetContentRect() = 0;
    /// With `held`, changes of the selection are not reported. After release, one change is reported.
    virtual void holdSelection(bool held) = 0;
    /// Shows the user why an action is refused.
    virtual void refuse(const QString& why) = 0;

    /// Reason why no wire may connect these ports; empty if it may.
    virtual QString refusal(const PortAddress& from, const PortAddress& to) const = 0;
    virtual void connectPorts(const PortAddress& from, const PortAddress& to) = 0;
    /// The ports, by box, at which a wire from this port may end.
    virtual QHash<QString, QStringList> endsFor(const PortAddress& from) const = 0;
    /// True if another wire may start at the port.
    virtual bool isFree(const Port& port) const = 0;
    /// The size of a new box, to find a free place.
    virtual QSizeF usualSize() const = 0;
    virtual bool canAddAt(const AddPlace& place) const = 0;
    /// Opens the search for an element to add.
    virtual void openQuickAdd(const AddPlace& place, const QPoint& global, const QString& typed = {}) = 0;
};

} // namespace headroom::widgets
