#include "widgets/controls/elided_button.h"

#include "widgets/controls/whole_text.h"

#include <QStyleOptionButton>
#include <QStylePainter>

namespace headroom::widgets {

ElidedButton::ElidedButton(QWidget* parent) : QPushButton(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

QString ElidedButton::shownText() const
{
    QStyleOptionButton option;
    initStyleOption(&option);
    const QRect inside = style()->subElementRect(QStyle::SE_PushButtonContents, &option, this);
    return fontMetrics().elidedText(text(), Qt::ElideRight, inside.width());
}

void ElidedButton::paintEvent(QPaintEvent*)
{
    QStyleOptionButton option;
    initStyleOption(&option);
    option.text = shownText();
    QStylePainter(this).drawControl(QStyle::CE_PushButton, option);
}

bool ElidedButton::event(QEvent* event)
{
    return tellWholeText(*this, *event, text(), shownText()) || QPushButton::event(event);
}

} // namespace headroom::widgets
