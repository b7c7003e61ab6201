// Mouse and key events of the timeline.
#include "widgets/plots/timeline/timeline_overlay.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr int grabPixels = 5;   // distance within which a cursor is grabbed
constexpr double keyStep = 0.1; // share of the visible range
constexpr double keyZoom = 1.5;

} // namespace

void TimelineView::makeTools()
{
    follow_ = addTool("media-seek-forward", tr("Follow the run (F)"));
    follow_->setObjectName("followRun");
    cursorTool_ = addTool("measure", tr("Two cursors with the difference (C)"));
    cursorTool_->setObjectName("timeCursors");
    for (QToolButton* tool : {follow_, cursorTool_})
        tool->setCheckable(true);
    connect(follow_, &QToolButton::clicked, this, &TimelineView::setFollowing);
    connect(cursorTool_, &QToolButton::clicked, this, [this](bool on) {
        const double begin = visibleBegin(), size = visibleEnd() - begin;
        setCursors(on ? std::optional(std::array{begin + size / 3, begin + 2 * size / 3}) : std::nullopt);
    });
}

std::optional<int> TimelineView::cursorAt(const QPoint& position) const
{
    if (!cursors_ || panels_.empty())
        return {};
    const QCPAxis* time = panels_.front().rect->axis(QCPAxis::atBottom);
    for (const int cursor : {1, 0})
        if (std::abs(time->coordToPixel((*cursors_)[static_cast<std::size_t>(cursor)]) - position.x()) <= grabPixels)
            return cursor;
    return {};
}

/// Moves the visible range by a share of its length.
void TimelineView::stepTime(double shares)
{
    const double step = (visibleEnd() - visibleBegin()) * shares;
    setFollowing(false);
    showTime(visibleBegin() + step, visibleEnd() + step);
}

/// Zooms around the pointer, or around the centre.
void TimelineView::zoomTime(double factor)
{
    const double about = hover_.value_or((visibleBegin() + visibleEnd()) / 2);
    showTime(about - (about - visibleBegin()) * factor, about + (visibleEnd() - about) * factor);
}

void TimelineView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left:
        return stepTime(-keyStep);
    case Qt::Key_Right:
        return stepTime(keyStep);
    case Qt::Key_Plus:
        return zoomTime(1 / keyZoom);
    case Qt::Key_Minus:
        return zoomTime(keyZoom);
    case Qt::Key_Home:
        return showWholeTime();
    case Qt::Key_F:
        return follow_->click();
    case Qt::Key_C:
        if (event->modifiers() == Qt::NoModifier)
            return cursorTool_->click();
        break;
    default:
        break;
    }
    ChartWidget::keyPressEvent(event);
}

void TimelineView::onMousePress(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    for (const auto& label : overlay_->drawnLabels()) {
        if (!label.rect.contains(event->pos()))
            continue;
        if (event->modifiers() & Qt::ControlModifier)
            setHidden(label.series, !isHidden(label.series));
        else if (isHidden(label.series))
            setHidden(label.series, false);
        else
            setHighlighted(highlighted_ == label.series ? std::nullopt : std::optional(label.series));
        return;
    }
    draggedCursor_ = cursorAt(event->pos());
    if (draggedCursor_)
        plot()->setInteraction(QCP::iRangeDrag, false); // the cursor is dragged instead of the time axis
    else
        setFollowing(false);
}

void TimelineView::onMouseMove(QMouseEvent* event)
{
    if (panels_.empty())
        return;
    if (draggedCursor_ && cursors_) {
        const double time = panels_.front().rect->axis(QCPAxis::atBottom)->pixelToCoord(event->pos().x());
        (*cursors_)[static_cast<std::size_t>(*draggedCursor_)] = std::clamp(time, begin_, end_);
        plot()->layer("reading")->replot();
        return;
    }
    const auto& labels = overlay_->drawnLabels();
    const bool onLabel = std::any_of(labels.begin(), labels.end(),
                                     [event](const auto& label) { return label.rect.contains(event->pos()); });
    plot()->setCursor(onLabel ? Qt::PointingHandCursor : cursorAt(event->pos()) ? Qt::SplitHCursor : Qt::ArrowCursor);
    const QRect area = panels_.front().rect->rect().united(panels_.back().rect->rect());
    if (onLabel || !area.contains(event->pos()))
        return leaveHover();
    hover_ = panels_.front().rect->axis(QCPAxis::atBottom)->pixelToCoord(event->pos().x());
    plot()->layer("reading")->replot();
}

void TimelineView::leaveHover()
{
    if (!hover_)
        return;
    hover_.reset();
    plot()->layer("reading")->replot();
}

bool TimelineView::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Leave)
        leaveHover();
    if (event->type() == QEvent::Resize)
        markDirty();
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (const auto& label : overlay_->drawnLabels())
            if (label.rect.contains(help->pos())) {
                QToolTip::showText(help->globalPos(), overlay_->labelTip(*find(label.series)), plot());
                return true;
            }
        QToolTip::hideText();
    }
    return ChartWidget::eventFilter(watched, event);
}

void TimelineView::extendMenu(QMenu& menu, const QPoint& position)
{
    for (const auto& label : overlay_->drawnLabels())
        if (const Curve* curve = find(label.series); label.rect.contains(position) && !curve->hidden)
            menu.addAction(tr("Hide “%1”").arg(curve->fullName(specs_[curve->panel])), this,
                           [this, series = label.series] { setHidden(series, true); });
    if (std::any_of(curves_.begin(), curves_.end(), [](const Curve& curve) { return curve.hidden; }))
        menu.addAction(tr("Show all curves"), this, [this] {
            for (const Curve& curve : curves_)
                setHidden(curve.spec.series, false);
        });
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        if (!panels_[i].rect->outerRect().contains(position))
            continue;
        const int panel = static_cast<int>(i);
        QAction* action =
            menu.addAction(tr("Logarithmic scale: %1").arg(specs_[panel].title), this, [this, panel](bool on) {
                setLogarithmic(panel, on);
                emit scaleChanged(panel, on);
            });
        action->setCheckable(true);
        action->setChecked(specs_[panel].logarithmic);
    }
    menu.addAction(tr("Show the whole time"), this, &TimelineView::showWholeTime);
}

} // namespace headroom::widgets
