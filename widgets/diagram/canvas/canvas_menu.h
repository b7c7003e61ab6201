// The context menus of boxes, wires, notes and the canvas.
#pragma once

#include "widgets/diagram/geometry/alignment.h"

#include <QIcon>
#include <QKeySequence>
#include <QString>

class QGraphicsItem;
class QGraphicsSceneContextMenuEvent;
class QMenu;

namespace headroom::widgets {

class CanvasScene;
class WireItem;

class CanvasMenu
{
public:
    explicit CanvasMenu(CanvasScene& scene) : scene_(scene) {}

    /// Also selects the item under the pointer.
    void open(const QGraphicsSceneContextMenuEvent& event);

private:
    QGraphicsItem* selectAt(const QPointF& point);
    void fillForSelection(QMenu& menu);
    void fillForWire(QMenu& menu, const WireItem& wire, const QPointF& point, const QPoint& global);
    void fillForCanvas(QMenu& menu, const QPointF& point, const QPoint& global);
    void addFollowing(QMenu& menu);
    void addWriting(QMenu& menu, const QString& note);
    void addDisabling(QMenu& menu);
    void addColours(QMenu& menu);
    void addWidths(QMenu& menu);
    void addArranging(QMenu& menu);

    CanvasScene& scene_;
};

/// The kinds of alignment in the order of the menus.
struct AlignmentEntry
{
    Alignment alignment;
    QString icon, text;
};
const QVector<AlignmentEntry>& alignments();

/// The changes of the width of the selected blocks in the order of the menus.
struct WidthEntry
{
    QString text;
    QKeySequence key; ///< handled by the focused canvas
    void (*act)(CanvasScene&);
};
const QVector<WidthEntry>& widthEntries();

/// An icon with a small square of a drawing colour.
QIcon colourSwatch(const QString& name, const QPalette& palette);

} // namespace headroom::widgets
