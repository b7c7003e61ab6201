// What the keys do on a canvas that has the focus.
#include "widgets/diagram/canvas_scene.h"

#include <QKeyEvent>

namespace headroom::widgets {

void CanvasScene::keyPressEvent(QKeyEvent* event)
{
    static const QHash<int, QPointF> directions{{Qt::Key_Left, {-gridSize, 0}},
                                                {Qt::Key_Right, {gridSize, 0}},
                                                {Qt::Key_Up, {0, -gridSize}},
                                                {Qt::Key_Down, {0, gridSize}}};
    if (event->matches(QKeySequence::SelectAll))
        selectAll();
    else if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace)
        deleteSelection();
    else if (event->key() == Qt::Key_Escape)
        gesture_ == Gesture::none ? clearSelection() : cancelGesture();
    else if (directions.contains(event->key()) && !selectedBoxes().isEmpty())
        nudge(directions.value(event->key()) * (event->modifiers() & Qt::ShiftModifier ? 4 : 1));
    else
        return event->ignore();
    event->accept();
}

} // namespace headroom::widgets
