// The boxes, wires and notes of a canvas: found by id, by place and by selection.
#pragma once

#include "widgets/diagram/canvas/items/note_item.h"
#include "widgets/diagram/canvas/items/wire_item.h"

#include <QGraphicsScene>
#include <QHash>

#include <optional>

namespace headroom::widgets {

class CanvasItems
{
public:
    explicit CanvasItems(QGraphicsScene& scene) : scene_(scene) {}

    QGraphicsScene& scene() const { return scene_; }
    const QHash<QString, BoxItem*>& boxes() const { return boxes_; }
    const QVector<WireItem*>& wires() const { return wires_; }
    const QVector<NoteItem*>& notes() const { return notes_; }
    BoxItem* box(const QString& id) const { return boxes_.value(id); }
    NoteItem* note(const QString& id) const;

    BoxItem* boxAt(const QPointF& point) const;
    /// Not the wires that follow from numbers and stand in no list of the document: there is nothing to change in them.
    WireItem* wireAt(const QPointF& point) const;
    NoteItem* noteAt(const QPointF& point) const;

    /// Ids, sorted.
    QStringList selectedBoxes() const;
    QStringList selectedNotes() const;
    QVector<WireItem*> selectedWires() const;
    void setSelected(const QStringList& boxes, const QStringList& notes) const;

    /// Whether a note is being written, which gets the keys then.
    bool isWriting() const;
    void endWriting(bool keep) const;

    /// The rectangle around all boxes and notes; empty if there are none. Several ask for it in each frame, so it is
    /// kept until something has another place or size.
    QRectF contentRect() const;
    void forgetContentRect() { contentRect_.reset(); }

    /// Scrolls all views so that a box is seen.
    void reveal(const BoxItem& box) const;

    /// The scene owns what is added.
    void add(BoxItem* box);
    void add(WireItem* wire);
    void add(NoteItem* note);
    void deleteNotes();
    /// Deletes everything that the scene holds.
    void clear();

private:
    QGraphicsScene& scene_;
    QHash<QString, BoxItem*> boxes_;
    QVector<WireItem*> wires_;
    QVector<NoteItem*> notes_;
    mutable std::optional<QRectF> contentRect_;
};

/// Where a wire leaves and enters: at the ports that it names, if its boxes have them.
std::pair<WireEnd, WireEnd> portEnds(const CanvasItems& items, const WireItem& wire);

} // namespace headroom::widgets
