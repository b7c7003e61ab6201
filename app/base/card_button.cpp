#include "app/base/card_button.h"

#include "widgets/theme/theme.h"

#include <QEvent>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>

#include <algorithm>

namespace headroom::app {

using namespace widgets;

namespace {

/// Draws the text in at most `lines` lines. If it is longer, the last line is elided.
void drawLines(QPainter& painter, const QRect& area, const QString& text, int lines)
{
    const QFontMetrics metrics = painter.fontMetrics();
    QTextLayout layout(text, painter.font());
    layout.beginLayout();
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(area.width());
        const QString part = i + 1 < lines
                                 ? text.mid(line.textStart(), line.textLength())
                                 : metrics.elidedText(text.mid(line.textStart()), Qt::ElideRight, area.width());
        painter.drawText(QPoint(area.left(), area.top() + i * metrics.lineSpacing() + metrics.ascent()), part);
    }
    layout.endLayout();
}

} // namespace

CardButton::CardButton(const QString& name, const QString& line, int pictureHeight, int lines, QWidget* parent)
    : QAbstractButton(parent), line_(line), pictureHeight_(pictureHeight), lines_(lines)
{
    setText(name);
    setAccessibleDescription(line);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    setFocusPolicy(Qt::StrongFocus);
}

void CardButton::setPicture(const QPixmap& picture)
{
    picture_ = picture;
    update();
}

void CardButton::setRoomAtRight(int width)
{
    roomAtRight_ = width;
    update();
}

QSize CardButton::pictureSize() const
{
    return {width() - 2, pictureHeight_};
}

QSize CardButton::sizeHint() const
{
    return {232, pictureHeight_ + 2 * rhythm::step + QFontMetrics(strongFont()).lineSpacing() +
                     lines_ * QFontMetrics(smallFont()).lineSpacing()};
}

void CardButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours& c = colours(palette());
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath outline;
    outline.addRoundedRect(frame, rhythm::radius, rhythm::radius);
    painter.fillPath(outline, underMouse() || isDown() ? c.selection : c.box);
    if (pictureHeight_ > 0) {
        painter.save();
        painter.setClipPath(outline);
        painter.fillRect(QRect(0, 0, width(), pictureHeight_), c.canvas);
        const QSizeF size = picture_.deviceIndependentSize();
        painter.drawPixmap(QPointF((width() - size.width()) / 2, (pictureHeight_ - size.height()) / 2), picture_);
        painter.setPen(c.border);
        painter.drawLine(0, pictureHeight_, width(), pictureHeight_);
        painter.restore();
    }
    const QRect text = rect().adjusted(rhythm::margin, pictureHeight_ + rhythm::step,
                                       -std::max(rhythm::margin, roomAtRight_), -rhythm::step);
    painter.setPen(isEnabled() ? c.text : c.dimText);
    painter.setFont(strongFont());
    const QFontMetrics title = painter.fontMetrics();
    painter.drawText(text.left(), text.top() + title.ascent(),
                     title.elidedText(this->text(), Qt::ElideRight, text.width()));
    painter.setPen(c.dimText);
    painter.setFont(smallFont());
    drawLines(painter, text.adjusted(0, title.lineSpacing(), 0, 0), line_, lines_);
    painter.setPen(QPen(hasFocus() ? c.accent : underMouse() ? c.wire : c.border, hasFocus() ? 2 : 1));
    painter.drawPath(outline);
}

bool CardButton::event(QEvent* event)
{
    if (event->type() == QEvent::HoverEnter || event->type() == QEvent::HoverLeave)
        update();
    return QAbstractButton::event(event);
}

} // namespace headroom::app
