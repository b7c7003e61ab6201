// The canvas as gestures see it: what they may read, and what they may ask it to do.
#pragma once

#include "widgets/diagram/canvas/items/canvas_items.h"
#include "widgets/diagram/canvas/items/wire_routing.h"
#include "widgets/document/document_model.h"

namespace headroom::widgets {

/// Where something is added: its middle; what it is wired to, or the wire that it is put into.
struct AddPlace
{
    QPointF middle;
    std::optional<PortAddress> from;
    int wire = -1;
};

class CanvasSurface
{
public:
    virtual ~CanvasSurface() = default;

    virtual DocumentModel& model() const = 0;
    /// The drawing's path in the document.
    virtual const QString& path() const = 0;
    virtual const CanvasItems& drawn() const = 0;
    virtual WireRouting& routing() = 0;

    /// The given positions, and the shown positions of all boxes that the document has none for. Moving one box fixes
    /// the others where the user sees them.
    virtual Positions settled(const Positions& moved) const = 0;
    /// Reports that boxes or notes are shown at another place.
    virtual void tellMoved() = 0;
    /// The rectangle around the drawing is to be computed anew; tellMoved() implies it.
    virtual void forgetContentRect() = 0;
    /// While the selection is held its changes are not reported; when it is freed one change is.
    virtual void holdSelection(bool held) = 0;
    /// Tells the user why something is not done.
    virtual void refuse(const QString& why) = 0;

    /// Why no wire may lead from one port to another; empty if it may.
    virtual QString refusal(const PortAddress& from, const PortAddress& to) const = 0;
    virtual void connectPorts(const PortAddress& from, const PortAddress& to) = 0;
    /// Ports, by box, at which a wire from this one may end.
    virtual QHash<QString, QStringList> endsFor(const PortAddress& from) const = 0;
    /// Whether another wire may begin at a port.
    virtual bool isFree(const Port& port) const = 0;
    /// The size of a box that is added, for finding room.
    virtual QSizeF usualSize() const = 0;
    virtual bool canAddAt(const AddPlace& place) const = 0;
    /// Opens the search for something to add.
    virtual void openQuickAdd(const AddPlace& place, const QPoint& global, const QString& typed = {}) = 0;
};

} // namespace headroom::widgets
