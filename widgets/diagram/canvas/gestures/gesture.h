// An interaction with a canvas, from the press of a button or a key until it ends: moving boxes, drawing a wire. There
// is one class for each kind. A gesture owns its state and the items that it shows. It ends with one undoable step or
// with none.
#pragma once

#include <QVector>

class QGraphicsItem;
class QGraphicsSceneMouseEvent;
class QKeyEvent;

namespace headroom::widgets {

class Gesture
{
public:
    /// What a gesture does with a key that is pressed while it goes on.
    enum class KeyUse
    {
        none,    ///< nothing: the canvas may use it
        taken,   ///< it has used the key
        confirms ///< the key ends the gesture; confirm() is called next
    };

    Gesture() = default;
    virtual ~Gesture() = default;
    Gesture(const Gesture&) = delete;
    Gesture& operator=(const Gesture&) = delete;

    /// The pointer has moved. False: the gesture does not follow it, or not yet.
    virtual bool follow(const QGraphicsSceneMouseEvent& event) = 0;
    /// The button has been released. release(), confirm() and cancel() are last calls. A change of the document may
    /// delete all items of the scene, so a gesture removes its own items before it makes one.
    virtual void release(const QGraphicsSceneMouseEvent& event) = 0;
    /// Whether it goes on when the button has been released.
    virtual bool outlastsRelease() const { return false; }
    virtual KeyUse press(const QKeyEvent&) { return KeyUse::none; }
    virtual void confirm() {}
    /// Shows everything as it was before. The document has not been changed.
    virtual void cancel() = 0;
    /// The items that it shows now, besides boxes, wires and notes.
    virtual QVector<QGraphicsItem*> shown() const { return {}; }
};

/// Whether the pointer has moved so far since the press that the user means to drag.
bool isDragged(const QGraphicsSceneMouseEvent& event);

} // namespace headroom::widgets
