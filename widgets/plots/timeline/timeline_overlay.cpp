#include "widgets/plots/timeline/timeline_overlay.h"

#include "widgets/theme/axis_text.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/readable_colour.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::widgets {

namespace {

constexpr double anyRoom = 1e5;   // pixels
constexpr double toolsWidth = 30; // pixels, of the buttons at the right

double noNumber()
{
    return std::numeric_limits<double>::quiet_NaN();
}

} // namespace

void spreadLabels(std::vector<PanelLabels>& panels, double height)
{
    constexpr double above = std::numeric_limits<double>::lowest(); // a scrolled panel begins above zero
    double filled = above; // down to here, if all labels are as high up as they may be
    for (PanelLabels& panel : panels) {
        std::stable_sort(panel.labels.begin(), panel.labels.end(),
                         [](const PlacedLabel& a, const PlacedLabel& b) { return a.wish < b.wish; });
        const double top = std::max(panel.top, filled);
        const auto fitting = static_cast<std::size_t>(std::max(0.0, std::floor((panel.bottom - top) / height)));
        panel.labels.resize(std::min(panel.labels.size(), fitting));
        if (!panel.labels.empty())
            filled = top + static_cast<double>(panel.labels.size()) * height;
    }
    double lowest = above;
    for (PanelLabels& panel : panels) {
        double latest = panel.bottom - height / 2 - static_cast<double>(panel.labels.size()) * height;
        for (PlacedLabel& label : panel.labels) {
            latest += height;
            label.y = std::max({std::min(label.wish, latest), lowest, panel.top + height / 2});
            lowest = label.y + height;
        }
    }
    double highest = std::numeric_limits<double>::max();
    for (auto panel = panels.rbegin(); panel != panels.rend(); ++panel)
        for (auto label = panel->labels.rbegin(); label != panel->labels.rend(); ++label) {
            label->y = std::min({label->y, highest, panel->bottom - height / 2});
            highest = label->y - height;
        }
}

TimelineOverlay::TimelineOverlay(TimelineView& view, const QString& layer) : ChartDrawing(view, layer) {}

/// Leaves out the middle of a name that is longer than `room`, but never the value.
QString TimelineOverlay::labelText(const TimelineView::Curve& curve, double room) const
{
    const auto span = view_.meanSpan();
    double figure = noNumber();
    if (const auto whole = view_.runFigure(curve))
        figure = *whole;
    else if (span)
        figure = view_.drawnData(curve).mean((*span)[0], (*span)[1]).value_or(noNumber());
    const QString value = valueText(figure, view_.specs_[curve.panel].unit);
    if (curve.spec.label.isEmpty())
        return value;
    const QFontMetricsF metrics(smallFont());
    const double left = std::max(0.0, room - metrics.horizontalAdvance(' ' + value));
    return metrics.elidedText(curve.spec.label, Qt::ElideMiddle, left) + ' ' + value;
}

QString TimelineOverlay::labelTip(const TimelineView::Curve& curve) const
{
    const PanelSpec& panel = view_.specs_[curve.panel];
    const auto span = view_.meanSpan();
    const CurveData& data = view_.drawnData(curve);
    const auto mean = span ? data.mean((*span)[0], (*span)[1]) : std::nullopt;
    if (!mean)
        return TimelineView::tr("%1: no value in the visible time").arg(curve.fullName(panel));
    double lowest = *mean, highest = *mean, last = *mean;
    for (const CurveData::Point& point : data.points())
        if (point.time > (*span)[0] && point.time <= (*span)[1]) {
            lowest = std::min(lowest, point.minimum);
            highest = std::max(highest, point.maximum);
            last = point.mean;
        }
    const auto said = [&panel](double value) { return valueText(value, panel.unit); };
    QString tip = TimelineView::tr("%1\nmean of the samples from %2 to %3: %4\nlowest %5, highest %6, last %7")
                      .arg(curve.fullName(panel), tickText((*span)[0], "s"), tickText((*span)[1], "s"), said(*mean),
                           said(lowest), said(highest), said(last));
    if (const auto whole = view_.runFigure(curve))
        tip += TimelineView::tr("\nof the whole run: %1").arg(said(*whole));
    else if (panel.unit == "s") // the quantile of a run is not the mean of the quantiles of its samples
        tip += TimelineView::tr(
            "\nEach sample has the latency of its own requests. The latency of the whole run is in the "
            "table beside.");
    return tip;
}

/// The tools of the chart stand at its right edge.
double TimelineOverlay::roomEnd() const
{
    return view_.plot()->viewport().right() - toolsWidth;
}

double TimelineOverlay::labelWidth() const
{
    const QFontMetricsF metrics(smallFont());
    double width = 0;
    for (const auto& curve : view_.curves_)
        width = std::max(width, metrics.horizontalAdvance(labelText(curve, anyRoom)));
    return width;
}

void TimelineOverlay::draw(QCPPainter* painter)
{
    drawn_.clear();
    captions_.clear();
    if (view_.panels_.empty())
        return;
    painter->setClipping(false);
    drawWarmUp(painter);
    drawCaptions(painter);
    drawNow(painter);
    for (int panel = 0; panel < static_cast<int>(view_.panels_.size()); ++panel) {
        drawTitles(painter, panel);
        drawIntervals(painter, panel);
        drawGoals(painter, panel);
    }
    drawLabels(painter);
}

void TimelineOverlay::drawTitles(QCPPainter* painter, int panel)
{
    const PanelSpec& spec = view_.specs_[panel];
    const QRect rect = view_.panels_[static_cast<std::size_t>(panel)].rect->rect();
    const QFont strong = strongFont(), small = smallFont();
    const double x = rhythm::margin;
    const double y = rect.top() - 4;
    painter->setFont(strong);
    painter->setPen(view_.colours_->text);
    painter->drawText(QPointF(x, y + QFontMetricsF(strong).ascent()), spec.title);
    painter->setFont(small);
    painter->setPen(view_.colours_->dimText);
    painter->drawText(QPointF(x, y + QFontMetricsF(strong).height() + 2 + QFontMetricsF(small).ascent()),
                      spec.subtitle);
}

void TimelineOverlay::drawWarmUp(QCPPainter* painter)
{
    const QCPAxis* time = view_.panels_.front().rect->axis(QCPAxis::atBottom);
    const QRect first = view_.panels_.front().rect->rect(), last = view_.panels_.back().rect->rect();
    const double left = first.left();
    const double right = std::min<double>(time->coordToPixel(view_.warmUp_), first.right());
    if (right <= left + 1)
        return;
    QColor shade = view_.colours_->dimText;
    shade.setAlphaF(0.07F);
    painter->fillRect(QRectF(QPointF(left, first.top()), QPointF(right, last.bottom())), shade);
    const QFont font = smallFont();
    const QFontMetricsF metrics(font);
    const QString word = TimelineView::tr("warm-up");
    if (metrics.horizontalAdvance(word) + 8 > right - left)
        return;
    painter->setFont(font);
    painter->setPen(view_.colours_->dimText);
    painter->drawText(QPointF(left, first.top() - metrics.descent()), word);
}

/// In the line of the word for the warm-up, at its right end.
void TimelineOverlay::drawCaptions(QCPPainter* painter)
{
    const bool ofRun = std::any_of(view_.curves_.begin(), view_.curves_.end(), [this](const auto& curve) {
        return !curve.hidden && view_.runFigure(curve).has_value();
    });
    if (const auto span = view_.meanSpan(); span && ofRun)
        captions_ += TimelineView::tr("labels: mean of the samples from %1 to %2, latencies of the whole run")
                         .arg(tickText((*span)[0], "s"), tickText((*span)[1], "s"));
    else if (span)
        captions_ += TimelineView::tr("labels: mean of the samples from %1 to %2")
                         .arg(tickText((*span)[0], "s"), tickText((*span)[1], "s"));
    if (std::any_of(view_.curves_.begin(), view_.curves_.end(),
                    [](const auto& curve) { return !curve.hidden && curve.now.visible.hasBand; }))
        captions_ += TimelineView::tr("line: mean, band: lowest to highest");
    QStringList measured;
    for (const auto& curve : view_.curves_)
        if (!curve.hidden && !curve.measuredData.isEmpty())
            measured += curve.measuredLabel;
    if (!measured.isEmpty())
        captions_ += TimelineView::tr("dashed: %1").arg(measured.join(QStringLiteral(", ")));
    const QRect first = view_.panels_.front().rect->rect();
    const QFontMetricsF metrics(smallFont());
    const double left = first.left() + metrics.horizontalAdvance(TimelineView::tr("warm-up")) + rhythm::margin;
    const double right = roomEnd();
    const QString text = metrics.elidedText(captions_.join(QStringLiteral(" · ")), Qt::ElideRight, right - left);
    painter->setFont(smallFont());
    painter->setPen(view_.colours_->dimText);
    painter->drawText(QPointF(right - metrics.horizontalAdvance(text), first.top() - metrics.descent()), text);
}

void TimelineOverlay::drawNow(QCPPainter* painter)
{
    const QCPAxis* time = view_.panels_.front().rect->axis(QCPAxis::atBottom);
    if (view_.isOnPaper() || view_.now_ <= 0 || !time->range().contains(view_.now_))
        return;
    const double x = time->coordToPixel(view_.now_);
    painter->setPen(QPen(view_.colours_->accent, 1, Qt::DashLine));
    painter->drawLine(QPointF(x, view_.panels_.front().rect->top() - 4),
                      QPointF(x, view_.panels_.back().rect->bottom()));
}

/// Draws a band from the end of the warm-up on, as high as the confidence interval, and its mean.
void TimelineOverlay::drawIntervals(QCPPainter* painter, int panel)
{
    const QCPAxisRect* rect = view_.panels_[static_cast<std::size_t>(panel)].rect;
    const QCPAxis *time = rect->axis(QCPAxis::atBottom), *value = rect->axis(QCPAxis::atLeft);
    for (const IntervalSpec& interval : view_.specs_[panel].intervals) {
        const auto y = [&](double v) {
            return std::clamp<double>(value->coordToPixel(std::max(v, value->range().lower)), rect->top(),
                                      rect->bottom());
        };
        const double left = std::clamp<double>(time->coordToPixel(view_.warmUp_), rect->left(), rect->right());
        const QRectF band(QPointF(left, y(interval.mean + interval.halfWidth)),
                          QPointF(rect->right(), y(interval.mean - interval.halfWidth)));
        QColor colour = seriesColour(interval.colour, view_.colours_->dark);
        painter->setPen(QPen(colour, 1, Qt::DotLine));
        painter->drawLine(QPointF(left, y(interval.mean)), QPointF(rect->right(), y(interval.mean)));
        colour.setAlphaF(0.16F);
        painter->fillRect(band, colour);
    }
}

/// A dashed line across the panel with its name above it at the left. If a goal is beyond the axis, only its name is
/// drawn, with an arrow.
void TimelineOverlay::drawGoals(QCPPainter* painter, int panel)
{
    const QCPAxisRect* rect = view_.panels_[static_cast<std::size_t>(panel)].rect;
    const QCPRange range = rect->axis(QCPAxis::atLeft)->range();
    const QFontMetricsF metrics(smallFont());
    double beyond = rect->left() + rhythm::half;
    painter->setFont(smallFont());
    for (const GoalLine& goal : view_.specs_[panel].goals) {
        const bool outside = !range.contains(goal.value);
        const QString arrow = goal.value > range.upper ? QStringLiteral("↑ ") : QStringLiteral("↓ ");
        const QString text = outside ? arrow + goal.label : goal.label;
        const double width = metrics.horizontalAdvance(text);
        double left = rect->left() + rhythm::half, y = rect->top();
        if (outside) {
            left = beyond;
            beyond += width + rhythm::margin;
        } else {
            y = rect->axis(QCPAxis::atLeft)->coordToPixel(goal.value);
            painter->setPen(QPen(view_.colours_->bad, 1, Qt::DashLine));
            painter->drawLine(QPointF(rect->left(), y), QPointF(rect->right(), y));
        }
        const bool below = outside || y - metrics.height() < rect->top();
        const QRectF box(left, below ? y + 1 : y - metrics.height() - 1, width, metrics.height());
        QColor halo = view_.colours_->surface;
        halo.setAlphaF(0.85F);
        painter->fillRect(box, halo);
        painter->setPen(view_.colours_->bad);
        painter->drawText(QPointF(box.left(), box.top() + metrics.ascent()), text);
    }
}

/// Value at the end of the drawn part of a curve.
double TimelineOverlay::lastShown(const TimelineView::Curve& curve) const
{
    const auto& columns = curve.now.visible.columns;
    const auto end =
        std::upper_bound(columns.begin(), columns.end(), view_.visibleEnd(),
                         [](double time, const VisibleCurve::Column& column) { return time < column.end; });
    return end == columns.begin() ? curve.data().last() : std::prev(end)->mean;
}

/// The labels of a panel where their curves end, and `end`: where the last one does.
PanelLabels TimelineOverlay::labelsOf(int panel, double& end) const
{
    constexpr double beyond = 6; // pixels above and below a panel that its labels may use
    const QCPAxisRect* rect = view_.panels_[static_cast<std::size_t>(panel)].rect;
    const QCPAxis *time = rect->axis(QCPAxis::atBottom), *value = rect->axis(QCPAxis::atLeft);
    // Above the first panel is the line of the captions.
    PanelLabels all{panel == 0 ? rect->top() : rect->top() - beyond, rect->bottom() + beyond, {}};
    end = rect->left();
    if (rect->width() <= 0 || rect->height() <= 0) // no space in a small window
        return all;
    for (const auto& curve : view_.curves_) {
        if (curve.panel != panel || curve.data().isEmpty())
            continue;
        const double y = value->coordToPixel(std::max(lastShown(curve), value->range().lower));
        const bool dim = curve.hidden || (view_.highlighted_ && *view_.highlighted_ != curve.spec.series);
        all.labels.push_back(
            {curve.spec.series, QString(), std::clamp<double>(y, rect->top(), rect->bottom()), 0, dim});
        end = std::max(end, time->coordToPixel(std::max(curve.data().points().back().time, view_.now_)));
    }
    end = std::min<double>(end, rect->right());
    return all;
}

void TimelineOverlay::drawLabels(QCPPainter* painter)
{
    std::vector<PanelLabels> panels;
    std::vector<double> ends(view_.panels_.size());
    for (std::size_t panel = 0; panel < view_.panels_.size(); ++panel)
        panels.push_back(labelsOf(static_cast<int>(panel), ends[panel]));
    spreadLabels(panels, std::ceil(QFontMetricsF(smallFont()).height()));
    for (std::size_t panel = 0; panel < panels.size(); ++panel)
        for (PlacedLabel& label : panels[panel].labels) {
            const double left = ends[panel] + 7;
            label.text = labelText(*view_.find(label.series), roomEnd() - left - 2);
            drawLabel(painter, label, left);
        }
}

void TimelineOverlay::drawLabel(QCPPainter* painter, const PlacedLabel& label, double left)
{
    const QFont font = smallFont();
    const QFontMetricsF metrics(font);
    const double height = std::ceil(metrics.height());
    const QRectF box(left, label.y - height / 2, metrics.horizontalAdvance(label.text), height);
    QColor halo = view_.colours_->surface;
    halo.setAlphaF(0.85F);
    painter->fillRect(box.adjusted(-2, 1, 2, -1), halo);
    const QColor colour = seriesColour(view_.find(label.series)->spec.colour, view_.colours_->dark);
    painter->setFont(font);
    painter->setPen(label.dim ? view_.colours_->ghost : readableColour(colour, view_.colours_->surface));
    painter->drawText(QPointF(box.left(), label.y + (metrics.ascent() - metrics.descent()) / 2), label.text);
    drawn_.push_back({box, label.series, label.text});
}

namespace {

/// The measured value, and its difference to the run.
QString measuredText(double real, std::optional<double> simulated, const QString& unit)
{
    QString text = valueText(real, unit);
    if (simulated && real != 0)
        text += TimelineView::tr(" (run: %1%2)")
                    .arg(*simulated < real ? QStringLiteral("−") : QStringLiteral("+"),
                         valueText(std::abs(*simulated - real) / std::abs(real), "share"));
    return text;
}

/// A value, or of a pixel with several samples their mean and their extremes.
QString readingText(const VisibleCurve& drawn, double time, double value, const QString& unit)
{
    const VisibleCurve::Column* column = drawn.hasBand ? drawn.at(time) : nullptr;
    if (!column)
        return valueText(value, unit);
    return TimelineView::tr("%1, %2 to %3")
        .arg(valueText(column->mean, unit), valueText(column->lowest, unit), valueText(column->highest, unit));
}

} // namespace

TimelineReading::TimelineReading(TimelineView& view, const QString& layer) : ChartDrawing(view, layer) {}

QVector<ReadingRow> TimelineReading::rows(double time, double reach) const
{
    QVector<ReadingRow> result;
    for (const auto& curve : view_.curves_) {
        if (curve.hidden)
            continue;
        const PanelSpec& panel = view_.specs_[curve.panel];
        const auto now = curve.data().at(time, reach);
        const auto before = curve.ghostData().at(time, reach);
        if (!now && !before)
            continue;
        QString text = now ? readingText(curve.now.visible, time, *now, panel.unit) : QStringLiteral("–");
        if (before)
            text += TimelineView::tr(" (before: %1)").arg(readingText(curve.ghost.visible, time, *before, panel.unit));
        const QString name = curve.spec.label.isEmpty() ? panel.title : curve.spec.label;
        result.append({seriesColour(curve.spec.colour, view_.colours_->dark), name, text});
        if (const auto real = curve.measuredData.at(time, reach))
            result.append({seriesColour(curve.spec.colour, view_.colours_->dark), curve.measuredLabel,
                           measuredText(*real, now, panel.unit)});
    }
    return result;
}

void TimelineReading::draw(QCPPainter* painter)
{
    if (!view_.hover_ || view_.panels_.empty())
        return;
    const QRect first = view_.panels_.front().rect->rect(), last = view_.panels_.back().rect->rect();
    const QCPAxis* axis = view_.panels_.front().rect->axis(QCPAxis::atBottom);
    const double x = axis->coordToPixel(*view_.hover_);
    painter->setClipping(false);
    painter->setPen(QPen(view_.colours_->wire, 1));
    painter->drawLine(QPointF(x, first.top()), QPointF(x, last.bottom()));

    const double nearPixels = 8; // maximum distance of a sample from the pointer
    const auto lines = rows(*view_.hover_, axis->range().size() / first.width() * nearPixels + 0.2);
    drawReadingBox(*painter, *view_.colours_, QPointF(x, first.top()), view_.visibleArea(),
                   valueText(*view_.hover_, "s"), lines);
}

} // namespace headroom::widgets
