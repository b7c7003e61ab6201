#include "widgets/controls/elided_label.h"

#include "widgets/controls/whole_text.h"

#include <QPainter>
#include <QStyle>

namespace headroom::widgets {

ElidedLabel::ElidedLabel(QWidget* parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 4, QLabel::minimumSizeHint().height()};
}

QString ElidedLabel::shownText() const
{
    constexpr int fewest = 4; // letters; "1…" of "12 points" would say another number
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
    return shown == text() || shown.size() > fewest ? shown : QString();
}

void ElidedLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    style()->drawItemText(&painter, contentsRect(), int(alignment()), palette(), isEnabled(), shownText(),
                          foregroundRole());
}

bool ElidedLabel::event(QEvent* event)
{
    return tellWholeText(*this, *event, text(), shownText()) || QLabel::event(event);
}

} // namespace headroom::widgets
