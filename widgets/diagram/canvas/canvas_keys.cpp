// What the keys do on a canvas that has the focus.
#include "widgets/diagram/canvas/canvas_scene.h"
#include "widgets/diagram/canvas/note_item.h"

#include <QGraphicsView>
#include <QKeyEvent>
#include <limits>

namespace headroom::widgets {

namespace {

bool isArrow(int key)
{
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
}

QPointF unitOf(int arrow)
{
    return arrow == Qt::Key_Left    ? QPointF(-1, 0)
           : arrow == Qt::Key_Right ? QPointF(1, 0)
           : arrow == Qt::Key_Up    ? QPointF(0, -1)
                                    : QPointF(0, 1);
}

} // namespace

void CanvasScene::keyPressEvent(QKeyEvent* event)
{
    if (isWriting())
        return QGraphicsScene::keyPressEvent(event);
    if (gesture_ == Gesture::keyWiring) {
        wiringKey(event);
        event->accept();
        return;
    }
    event->setAccepted(editKey(event));
}

bool CanvasScene::editKey(QKeyEvent* event)
{
    const int key = event->key();
    const auto modifiers = event->modifiers() & ~Qt::KeypadModifier;
    if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (event->matches(QKeySequence::Copy))
        copySelection();
    else if (event->matches(QKeySequence::Cut))
        cutSelection();
    else if (event->matches(QKeySequence::Paste))
        paste();
    else if (key == Qt::Key_D && modifiers == Qt::ControlModifier)
        duplicateSelection();
    else if (key == Qt::Key_E && modifiers == Qt::ControlModifier)
        toggleDisabled();
    else if (key == Qt::Key_Backspace && selectedItems().isEmpty())
        emit leaveRequested();
    else if (key == Qt::Key_Delete || key == Qt::Key_Backspace)
        deleteSelection();
    else if (key == Qt::Key_Escape)
        gesture_ == Gesture::none ? clearSelection() : cancelGesture();
    else if (isArrow(key) && modifiers & Qt::AltModifier)
        selectNeighbour(static_cast<Qt::Key>(key), modifiers & Qt::ShiftModifier);
    else if (isArrow(key) && selectedItems().isEmpty() && modifiers == Qt::NoModifier)
        selectNeighbour(static_cast<Qt::Key>(key), false);
    else if (isArrow(key) && !(modifiers & ~Qt::ShiftModifier))
        nudge(unitOf(key) * gridSize * (modifiers & Qt::ShiftModifier ? 4 : 1));
    else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && selectedBoxes().size() == 1)
        emit activated(selectedElements().first());
    else if (key == Qt::Key_F2 && selectedNotes().size() == 1)
        note(selectedNotes().first())->beginEditing();
    else if (key == Qt::Key_Insert || event->text() == "/")
        quickAdd();
    else if (event->text() == ">")
        beginWireByKeys();
    else if (!(modifiers & ~Qt::ShiftModifier) && event->text().size() == 1 && event->text().front().isLetter())
        quickAddTyped(event->text());
    else
        return false;
    return true;
}

/// The nearest candidate that lies in this direction: what is straight ahead counts as nearer than what is aside.
BoxItem* CanvasScene::neighbour(const QRectF& from, Qt::Key direction, const QSet<QString>& candidates) const
{
    const QPointF ahead = unitOf(direction);
    const QPointF across(ahead.y(), ahead.x());
    BoxItem* nearest = nullptr;
    qreal best = std::numeric_limits<qreal>::infinity();
    for (const QString& id : candidates) {
        BoxItem* item = box(id);
        const QPointF way = item->sceneFrame().center() - from.center();
        const qreal forward = QPointF::dotProduct(way, ahead);
        const qreal cost = forward + 3 * std::abs(QPointF::dotProduct(way, across));
        if (forward > 1 && (cost < best || (cost == best && nearest && id < nearest->id()))) {
            best = cost;
            nearest = item;
        }
    }
    return nearest;
}

void CanvasScene::selectNeighbour(Qt::Key direction, bool extend)
{
    const QStringList selected = selectedBoxes();
    const auto ids = boxes_.keys();
    QSet<QString> candidates(ids.begin(), ids.end());
    BoxItem* next = nullptr;
    if (selected.isEmpty()) {
        // Where reading begins.
        for (BoxItem* item : boxes_) {
            const auto rank = [](const BoxItem& each) { return each.x() + each.y(); };
            if (!next || rank(*item) < rank(*next) || (rank(*item) == rank(*next) && item->id() < next->id()))
                next = item;
        }
    } else {
        QRectF from;
        for (const QString& id : selected) {
            from |= box(id)->sceneFrame();
            candidates.remove(id);
        }
        next = neighbour(from, direction, candidates);
    }
    if (!next)
        return;
    selectBoxes(extend ? selected + QStringList{next->id()} : QStringList{next->id()});
    for (QGraphicsView* view : views())
        view->ensureVisible(next->sceneBoundingRect());
}

} // namespace headroom::widgets
