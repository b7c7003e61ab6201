// An interaction with a canvas, e.g. moving boxes or drawing a wire. It starts with a mouse button or a key. There is
// one class for each kind. A gesture owns its state and the items that it shows. It ends with one undoable step or with
// none.
#pragma once

#include <QVector>

class QGraphicsItem;
class QGraphicsSceneMouseEvent;
class QKeyEvent;

namespace headroom::widgets {

class Gesture
{
public:
    /// Use of a key that is pressed during the gesture.
    enum class KeyUse
    {
        none,    ///< the gesture ignores it; the canvas may use it
        taken,   ///< the gesture has used it
        confirms ///< it ends the gesture; confirm() is called next
    };

    Gesture() = default;
    virtual ~Gesture() = default;
    Gesture(const Gesture&) = delete;
    Gesture& operator=(const Gesture&) = delete;

    /// The pointer has moved. False if the gesture ignores it, or has not started to drag.
    virtual bool follow(const QGraphicsSceneMouseEvent& event) = 0;
    /// The button has been released. release(), confirm() and cancel() are last calls. A change of the document may
    /// delete all items of the scene, so a gesture removes its own items before it makes one.
    virtual void release(const QGraphicsSceneMouseEvent& event) = 0;
    /// True if the gesture continues after the button has been released.
    virtual bool outlastsRelease() const { return false; }
    virtual KeyUse press(const QKeyEvent&) { return KeyUse::none; }
    virtual void confirm() {}
    /// Shows everything as it was before. The document has not been changed.
    virtual void cancel() = 0;
    /// The items that the gesture shows, besides boxes, wires and notes.
    virtual QVector<QGraphicsItem*> shown() const { return {}; }
};

/// True if the pointer has moved far enough since the press to count as a drag.
bool isDragged(const QGraphicsSceneMouseEvent& event);

} // namespace headroom::widgets
