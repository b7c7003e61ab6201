// A short sentence beside the pointer while something is drawn: why a wire may not end here, what a release does.
#pragma once

#include <QGraphicsItem>

namespace headroom::widgets {

class PointerLabel : public QGraphicsItem
{
public:
    PointerLabel();

    /// An empty text hides it. `refusal`: it says why not.
    void tell(const QPointF& at, const QString& text, bool refusal);
    const QString& text() const { return text_; }

    QRectF boundingRect() const override;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    QString text_;
    bool refusal_ = false;
};

} // namespace headroom::widgets
