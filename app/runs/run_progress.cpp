#include "app/runs/run_progress.h"

#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace headroom::app {

using namespace widgets;

namespace {

constexpr int steps = 1000;
constexpr double bandHeight = 5;
constexpr double handleRadius = 6;
constexpr double large = 10; // samples per step of Page Up and Page Down

} // namespace

RunProgress::RunProgress(TimeCursor& cursor, QWidget* parent) : QProgressBar(parent), cursor_(cursor)
{
    setObjectName("runProgress");
    setAccessibleName(tr("Time of the run"));
    setRange(0, steps);
    setTextVisible(false);
    // Other progress bars have the height that the style sheet gives them.
    setStyleSheet(QString("min-height: %1px; max-height: %1px;").arg(rhythm::control - rhythm::step));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setToolTip(
        tr("Drag to look at another instant of the run; arrows go sample by sample, Escape follows the run again"));
    connect(&cursor_, &TimeCursor::changed, this, qOverload<>(&QWidget::update));
}

void RunProgress::setSpan(double durationS, double warmUpS, double intervalS)
{
    durationS_ = durationS;
    warmUpS_ = warmUpS;
    intervalS_ = intervalS;
    setValue(durationS > 0 ? qRound(steps * cursor_.latest() / durationS) : 0);
    update();
}

double RunProgress::xOf(double time) const
{
    const double share = durationS_ > 0 ? std::clamp(time / durationS_, 0.0, 1.0) : 0;
    return handleRadius + share * (width() - 2 * handleRadius);
}

void RunProgress::paintEvent(QPaintEvent*)
{
    const Colours& c = colours(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double top = (height() - bandHeight) / 2;
    const auto band = [&](double from, double to, const QColor& colour) {
        painter.setBrush(colour);
        painter.drawRoundedRect(QRectF(from, top, to - from, bandHeight), 2, 2);
    };
    band(handleRadius, width() - handleRadius, c.track);
    band(handleRadius, xOf(cursor_.latest()), c.accent);
    if (warmUpS_ > 0 && durationS_ > 0) { // the warm-up is paler
        QColor pale = c.surface;
        pale.setAlphaF(0.55F);
        band(handleRadius, xOf(std::min(warmUpS_, cursor_.latest())), pale);
    }
    if (!canScrub())
        return;
    const QPointF middle(xOf(cursor_.time()), height() / 2.0);
    painter.setBrush(cursor_.isFollowing() ? c.accent : c.surface);
    painter.setPen(QPen(hasFocus() ? c.text : c.accent, hasFocus() ? 2 : 1.6));
    painter.drawEllipse(middle, handleRadius - 1, handleRadius - 1);
}

void RunProgress::takeAt(double x)
{
    if (!canScrub())
        return;
    const double room = width() - 2 * handleRadius;
    cursor_.take(std::clamp((x - handleRadius) / room, 0.0, 1.0) * durationS_);
}

void RunProgress::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        takeAt(event->position().x());
}

void RunProgress::mouseMoveEvent(QMouseEvent* event)
{
    if (event->buttons() & Qt::LeftButton)
        takeAt(event->position().x());
}

void RunProgress::keyPressEvent(QKeyEvent* event)
{
    const double step = intervalS_ > 0 ? intervalS_ : durationS_ / steps;
    switch (canScrub() ? event->key() : 0) {
    case Qt::Key_Left:
        cursor_.take(cursor_.time() - step);
        break;
    case Qt::Key_Right:
        cursor_.take(cursor_.time() + step);
        break;
    case Qt::Key_PageUp:
        cursor_.take(cursor_.time() - large * step);
        break;
    case Qt::Key_PageDown:
        cursor_.take(cursor_.time() + large * step);
        break;
    case Qt::Key_Home:
        cursor_.take(0);
        break;
    case Qt::Key_End:
    case Qt::Key_Escape:
        cursor_.follow();
        break;
    default:
        QProgressBar::keyPressEvent(event);
    }
}

} // namespace headroom::app
