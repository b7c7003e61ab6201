// A note: a text on the canvas in a box with its own colour. The text is edited in place.
#pragma once

#include "widgets/document/model/drawing_view.h"

#include <QGraphicsObject>

class QGraphicsTextItem;

namespace headroom::widgets {

class NoteItem : public QGraphicsObject
{
    Q_OBJECT

public:
    enum
    {
        Type = UserType + 3
    };
    static constexpr QSizeF usualSize{208, 88};
    static constexpr QSizeF smallestSize{64, 40};

    explicit NoteItem(const Note& note);
    int type() const override { return Type; }

    const Note& note() const { return note_; }
    const QString& id() const { return note_.id; }
    QRectF sceneFrame() const { return {pos(), note_.rect.size()}; }
    /// True if a point in the note's coordinates is on the corner that resizes it.
    bool isAtCorner(const QPointF& point) const;
    void setSize(const QSizeF& size);

    void beginEditing();
    bool isEditing() const { return editor_ != nullptr; }
    /// Ends editing. With `keep`, edited() reports the new text.
    void endEditing(bool keep);

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

signals:
    /// The text has been edited and has changed.
    void edited(const QString& text);

protected:
    void hoverMoveEvent(QGraphicsSceneHoverEvent* event) override;
    bool sceneEventFilter(QGraphicsItem* watched, QEvent* event) override;

private:
    QRectF textRect() const;

    Note note_;
    QGraphicsTextItem* editor_ = nullptr;
};

} // namespace headroom::widgets
