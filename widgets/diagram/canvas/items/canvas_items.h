// The boxes, wires and notes of a canvas, with lookup by id, by position and by selection.
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
    /// The wire at a point. Ignores wires that are derived from numbers of a fabric: the document does not list them,
    /// so they cannot be edited.
    WireItem* wireAt(const QPointF& point) const;
    NoteItem* noteAt(const QPointF& point) const;

    /// Ids, sorted.
    QStringList selectedBoxes() const;
    QStringList selectedNotes() const;
    /// The selected boxes whose width the user can choose.
    QStringList selectedResizable() const;
    QVector<WireItem*> selectedWires() const;
    void setSelected(const QStringList& boxes, const QStringList& notes) const;

    /// True while a note is being edited; it then gets the keys.
    bool isWriting() const;
    void endWriting(bool keep) const;

    /// The bounding rectangle of all boxes and notes; empty if there are none. It is cached until an item is moved or
    /// resized, because it is needed several times in each frame.
    QRectF contentRect() const;
    void forgetContentRect() { contentRect_.reset(); }

    /// Scrolls all views to make a box visible.
    void reveal(const BoxItem& box) const;

    /// The scene takes ownership of an added item.
    void add(BoxItem* box);
    void add(WireItem* wire);
    void add(NoteItem* note);
    void deleteNotes();
    /// Deletes all items of the scene.
    void clear();

private:
    QGraphicsScene& scene_;
    QHash<QString, BoxItem*> boxes_;
    QVector<WireItem*> wires_;
    QVector<NoteItem*> notes_;
    mutable std::optional<QRectF> contentRect_;
};

/// The two ends of a wire: at its ports, if its boxes have them.
std::pair<WireEnd, WireEnd> portEnds(const CanvasItems& items, const WireItem& wire);

} // namespace headroom::widgets
