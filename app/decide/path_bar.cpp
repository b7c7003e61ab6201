#include "app/decide/path_bar.h"

#include "widgets/theme/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int stepHeight = 44, lineWidth = 2;

} // namespace

PathStep::PathStep(const QString& title, QWidget* parent) : QAbstractButton(parent)
{
    setText(title);
    setAccessibleName(title);
    setCheckable(true);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PathStep::setAnswer(const QString& answer)
{
    answer_ = answer;
    setToolTip(answer);
    setAccessibleDescription(answer);
    update();
}

QSize PathStep::sizeHint() const
{
    return {QFontMetrics(strongFont()).horizontalAdvance(text()) + 2 * rhythm::margin, stepHeight};
}

QSize PathStep::minimumSizeHint() const
{
    return sizeHint();
}

void PathStep::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colours& c = colours(palette());
    const QRect area = rect().adjusted(rhythm::step, rhythm::half, -rhythm::step, -rhythm::half);
    if (underMouse() || hasFocus())
        painter.fillRect(rect(), c.band);
    painter.setFont(isChecked() ? strongFont() : font());
    painter.setPen(isChecked() ? c.text : c.dimText);
    const int upper = answer_.isEmpty() ? area.height() : area.height() / 2;
    painter.drawText(QRect(area.topLeft(), QSize(area.width(), upper)), Qt::AlignLeft | Qt::AlignVCenter, text());
    if (!answer_.isEmpty()) {
        painter.setFont(smallFont());
        painter.setPen(c.dimText);
        painter.drawText(QRect(area.left(), area.top() + upper, area.width(), area.height() - upper),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(answer_, Qt::ElideRight, area.width()));
    }
    painter.fillRect(QRect(0, height() - lineWidth, width(), lineWidth), isChecked() ? c.accent : c.border);
}

void PathStep::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void PathStep::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

PathBar::PathBar(const QStringList& titles, QWidget* last, QWidget* parent)
    : QWidget(parent), group_(new QButtonGroup(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    for (const QString& title : titles) {
        auto* step = named(new PathStep(title), "step/" + title);
        group_->addButton(step, static_cast<int>(steps_.size()));
        steps_.append(step);
        row->addWidget(step, 1);
    }
    if (last) {
        row->addSpacing(rhythm::step);
        row->addWidget(last);
        row->addSpacing(rhythm::step);
    }
    connect(group_, &QButtonGroup::idToggled, this, [this](int number, bool on) {
        if (on)
            emit chosen(number);
    });
}

void PathBar::choose(int number)
{
    steps_[number]->setChecked(true);
}

} // namespace headroom::app
