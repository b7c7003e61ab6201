// A short hint beside the pointer during a gesture: why a wire may not end here, or what happens on release.
#pragma once

#include <QGraphicsItem>

namespace headroom::widgets {

class PointerLabel : public QGraphicsItem
{
public:
    PointerLabel();

    /// Shows a text; an empty text hides the label. `refusal`: the text says why the action is not possible.
    void tell(const QPointF& at, const QString& text, bool refusal);
    const QString& text() const { return text_; }

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QString text_;
    bool refusal_ = false;
};

} // namespace headroom::widgets
