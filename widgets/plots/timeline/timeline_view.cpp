#include "widgets/plots/timeline/timeline_view.h"

#include "widgets/plots/chart/axis_style.h"
#include "widgets/plots/timeline/timeline_bands.h"
#include "widgets/plots/timeline/timeline_cursors.h"
#include "widgets/plots/timeline/timeline_layout.h"
#include "widgets/plots/timeline/timeline_overlay.h"

#include <QElapsedTimer>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::widgets {

namespace {

constexpr int frameMs = 33;
constexpr int restMs = 150; // delay after the last change of the visible range

} // namespace

QString TimelineView::Curve::fullName(const PanelSpec& owner) const
{
    return spec.name.isEmpty() ? (owner.title + ' ' + spec.label).trimmed() : spec.name;
}

TimelineView::TimelineView(QWidget* parent) : ChartWidget(parent), colours_(&colours(palette()))
{
    setWindowTitle(tr("Timeline"));
    QCustomPlot* chart = plot();
    chart->plotLayout()->clear();
    chart->plotLayout()->setRowSpacing(0);
    chart->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    // Filling a zigzag curve as one outline takes Qt many times as long as drawing single segments.
    chart->setPlottingHint(QCP::phFastPolylines);
    chart->setMinimumSize(320, 60); // a lower panel than its content is scrolled
    connect(chart, &QCustomPlot::beforeReplot, this, &TimelineView::placeContent);
    chart->addLayer("bands", chart->layer("main"), QCustomPlot::limBelow);
    chart->addLayer("labels", chart->layer("main"), QCustomPlot::limAbove);
    chart->addLayer("reading", chart->layer("overlay"), QCustomPlot::limAbove);
    chart->layer("reading")->setMode(QCPLayer::lmBuffered);
    new TimelineBands(*this, "bands");
    overlay_ = new TimelineOverlay(*this, "labels");
    new TimelineReading(*this, "reading");
    new TimelineCursors(*this, "reading");
    chart->setMouseTracking(true);
    chart->installEventFilter(this);
    connect(chart, &QCustomPlot::mousePress, this, &TimelineView::onMousePress);
    connect(chart, &QCustomPlot::mouseMove, this, &TimelineView::onMouseMove);
    connect(chart, &QCustomPlot::mouseRelease, this, [this] {
        draggedCursor_.reset();
        plot()->setInteraction(QCP::iRangeDrag, true);
    });
    connect(chart, &QCustomPlot::mouseDoubleClick, this, &TimelineView::showWholeTime);
    makeTools();
    timer_.setInterval(frameMs);
    connect(&timer_, &QTimer::timeout, this, &TimelineView::paintNow);
    moving_.setSingleShot(true);
    moving_.setInterval(restMs);
    connect(&moving_, &QTimer::timeout, this, &TimelineView::markDirty);
    setFirstStep(nullptr);
    applyColours(*colours_);
}

void TimelineView::setFirstStep(QWidget* page)
{
    if (page)
        return setEmptyPage(page);
    auto* run = new QPushButton(accentIcon("media-playback-start"), tr("Run"));
    setLook(run, Look::primary);
    connect(run, &QPushButton::clicked, this, &TimelineView::runRequested);
    setEmptyPage(emptyPage(tr("Press Run to see throughput, latency and load."), run));
}

TimelineView::~TimelineView() = default;

void TimelineView::setPanels(const QVector<PanelSpec>& panels)
{
    // If other curves are chosen during a run, the visible range stays the same.
    const bool looking = !panels_.empty() && (followsNow_ || visibleEnd() - visibleBegin() < (end_ - begin_) * 0.999);
    const double from = visibleBegin(), until = visibleEnd();
    plot()->clearGraphs();
    plot()->plotLayout()->clear();
    specs_ = panels;
    panels_.clear();
    curves_.clear();
    bySeries_.clear();
    highlighted_.reset();
    hover_.reset();
    for (int i = 0; i < specs_.size(); ++i)
        buildPanel(i);
    applyColours(*colours_);
    looking ? showTime(from, until) : showTime(begin_, end_);
    updatePage();
}

void TimelineView::buildPanel(int index)
{
    const PanelSpec& spec = specs_[index];
    auto* rect = new QCPAxisRect(plot(), true);
    plot()->plotLayout()->addElement(index, 0, rect);
    rect->setAutoMargins(QCP::msNone);
    rect->setRangeDrag(Qt::Horizontal);
    rect->setRangeZoom(Qt::Horizontal);
    for (const auto side : {QCPAxis::atTop, QCPAxis::atRight})
        rect->axis(side)->setVisible(false);
    QCPAxis* time = rect->axis(QCPAxis::atBottom);
    time->setTicker(timeTicker());
    time->setTickLabels(index + 1 == specs_.size());
    time->grid()->setVisible(false);
    QCPAxis* value = rect->axis(QCPAxis::atLeft);
    value->setTicker(valueTicker(*value, spec.unit, false));
    for (QCPAxis* axis : {time, value}) {
        axis->setSubTicks(false);
        axis->setTickLength(0, 0);
        axis->setTickLabelPadding(6);
        axis->setLayer("main"); // beneath the curves' labels
        axis->grid()->setLayer("grid");
    }
    connect(time, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this, time](const QCPRange& range) { followRange(time, range); });
    panels_.push_back({rect});
    for (const CurveSpec& curveSpec : spec.curves) {
        Curve curve;
        curve.spec = curveSpec;
        curve.panel = index;
        curve.ghost.graph = plot()->addGraph(time, value);
        curve.measured.graph = plot()->addGraph(time, value);
        bySeries_[curveSpec.series] = curves_.size();
        curves_.push_back(std::move(curve));
    }
    for (Curve& curve : curves_)
        if (curve.panel == index)
            curve.now.graph =
                plot()->addGraph(time, value); // added after the ghosts, so that it is drawn on top of them
    if (spec.logarithmic)
        setLogarithmic(index, true);
    for (Curve& curve : curves_)
        for (QCPGraph* graph : {curve.ghost.graph, curve.measured.graph, curve.now.graph})
            if (graph)
                graph->setAdaptiveSampling(false); // visibleCurve() has done this already
}

TimelineView::Curve* TimelineView::find(std::uint32_t series)
{
    const auto found = bySeries_.find(series);
    return found == bySeries_.end() ? nullptr : &curves_[found->second];
}

const TimelineView::Curve* TimelineView::find(std::uint32_t series) const
{
    const auto found = bySeries_.find(series);
    return found == bySeries_.end() ? nullptr : &curves_[found->second];
}

void TimelineView::append(std::uint32_t series, double time, double value)
{
    if (Curve* curve = find(series))
        curve->own.append(time, value);
    now_ = std::max(now_, time);
    moveOn();
}

void TimelineView::setCurve(std::uint32_t series, std::shared_ptr<const CurveData> points)
{
    if (!points->isEmpty())
        now_ = std::max(now_, points->points().back().time);
    if (Curve* curve = find(series))
        curve->shared = std::move(points);
    markDirty();
}

void TimelineView::setGhost(std::uint32_t series, const std::vector<double>& times, const std::vector<double>& values)
{
    Curve* curve = find(series);
    if (!curve)
        return;
    curve->sharedGhost.reset();
    curve->ownGhost.clear();
    for (std::size_t i = 0; i < std::min(times.size(), values.size()); ++i)
        curve->ownGhost.append(times[i], values[i]);
    markDirty();
}

void TimelineView::setGhost(std::uint32_t series, std::shared_ptr<const CurveData> points)
{
    if (Curve* curve = find(series))
        curve->sharedGhost = std::move(points);
    markDirty();
}

void TimelineView::setMeasured(std::uint32_t series, const QString& label, const std::vector<double>& times,
                               const std::vector<double>& values)
{
    Curve* curve = find(series);
    if (!curve)
        return;
    curve->measuredLabel = label;
    curve->measuredData.clear();
    for (std::size_t i = 0; i < std::min(times.size(), values.size()); ++i)
        curve->measuredData.append(times[i], values[i]);
    styleCurves();
    markDirty();
}

void TimelineView::setDetail(std::uint32_t series, double begin, double end, const std::vector<double>& times,
                             const std::vector<double>& values)
{
    Curve* curve = find(series);
    if (!curve)
        return;
    curve->detail = CurveData(std::max<std::size_t>(2, times.size()));
    for (std::size_t i = 0; i < std::min(times.size(), values.size()); ++i)
        curve->detail.append(times[i], values[i]);
    curve->detailBegin = begin;
    curve->detailEnd = end;
    markDirty();
}

bool TimelineView::detailCovers(const Curve& curve) const
{
    return curve.detailEnd > curve.detailBegin && curve.detailBegin <= visibleBegin() &&
           visibleEnd() <= curve.detailEnd;
}

const CurveData& TimelineView::drawnData(const Curve& curve) const
{
    return detailCovers(curve) ? curve.detail : curve.data();
}

bool TimelineView::lacksDetail(std::uint32_t series) const
{
    const Curve* curve = find(series);
    return curve && curve->data().samplesPerPoint() > 1 && !detailCovers(*curve);
}

bool TimelineView::hasMeasured(std::uint32_t series) const
{
    const Curve* curve = find(series);
    return curve && !curve->measuredData.isEmpty();
}

void TimelineView::setGoals(int panel, const QVector<GoalLine>& goals)
{
    specs_[panel].goals = goals;
    markDirty();
}

void TimelineView::setIntervals(int panel, const QVector<IntervalSpec>& intervals)
{
    specs_[panel].intervals = intervals;
    markDirty();
}

void TimelineView::clearGhosts()
{
    for (Curve& curve : curves_) {
        curve.ownGhost.clear();
        curve.sharedGhost.reset();
    }
    markDirty();
}

void TimelineView::setTimeRange(double begin, double end)
{
    begin_ = begin;
    end_ = std::max(end, begin + 1e-9);
    showWholeTime();
}

void TimelineView::setWarmUp(double until)
{
    warmUp_ = until;
    markDirty();
}

void TimelineView::setNow(double time)
{
    now_ = time;
    moveOn();
}

/// While following, the visible range ends at the current time.
void TimelineView::moveOn()
{
    if (followsNow_ && !panels_.empty()) {
        const double size = visibleEnd() - visibleBegin();
        const double end = std::max(now_, begin_ + size);
        panels_.front().rect->axis(QCPAxis::atBottom)->setRange(end - size, end);
    }
    markDirty();
}

void TimelineView::setFollowing(bool on)
{
    followsNow_ = on;
    follow_->setChecked(on);
    if (on && !panels_.empty() && visibleEnd() - visibleBegin() >= (end_ - begin_) * 0.999) // else nothing would move
        showTime(std::max(begin_, now_ - (end_ - begin_) / 10), std::max(now_, begin_ + (end_ - begin_) / 10));
    moveOn();
}

void TimelineView::setCursors(std::optional<std::array<double, 2>> cursors)
{
    cursors_ = cursors;
    cursorTool_->setChecked(cursors.has_value());
    plot()->layer("reading")->replot();
}

void TimelineView::setHidden(std::uint32_t series, bool hidden)
{
    if (Curve* curve = find(series)) {
        curve->hidden = hidden;
        styleCurves();
        markDirty();
    }
}

bool TimelineView::isHidden(std::uint32_t series) const
{
    const Curve* curve = find(series);
    return curve && curve->hidden;
}

void TimelineView::setHighlighted(std::optional<std::uint32_t> series)
{
    highlighted_ = series;
    styleCurves();
    markDirty();
}

void TimelineView::setLogarithmic(int panel, bool logarithmic)
{
    specs_[panel].logarithmic = logarithmic;
    QCPAxis* value = panels_.at(static_cast<std::size_t>(panel)).rect->axis(QCPAxis::atLeft);
    value->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    value->setTicker(valueTicker(*value, specs_[panel].unit, logarithmic));
    markDirty();
}

void TimelineView::showWholeTime()
{
    setFollowing(false);
    showTime(begin_, end_);
}

void TimelineView::showTime(double begin, double end)
{
    if (!panels_.empty())
        panels_.front().rect->axis(QCPAxis::atBottom)->setRange(begin, end);
    markDirty();
}

double TimelineView::visibleBegin() const
{
    return panels_.empty() ? begin_ : panels_.front().rect->axis(QCPAxis::atBottom)->range().lower;
}

double TimelineView::visibleEnd() const
{
    return panels_.empty() ? end_ : panels_.front().rect->axis(QCPAxis::atBottom)->range().upper;
}

void TimelineView::followRange(QCPAxis* source, const QCPRange& range)
{
    if (following_)
        return;
    following_ = true;
    const double shortest = std::max(1e-9, (end_ - begin_) * 1e-7); // limited by the digits of a double
    const QCPRange visible = visibleTime(range, begin_, end_, shortest);
    source->setRange(visible);
    for (const Panel& panel : panels_)
        panel.rect->axis(QCPAxis::atBottom)->setRange(visible);
    following_ = false;
    emit rangeChanged(visible.lower, visible.upper);
    if (dense_)
        moving_.start();
    markDirty();
}

void TimelineView::markDirty()
{
    dirty_ = true;
    if (!timer_.isActive())
        timer_.start();
}

void TimelineView::paintNow()
{
    if (!dirty_) {
        timer_.stop();
        return;
    }
    dirty_ = false;
    updatePage();
    if (panels_.empty())
        return;
    QElapsedTimer spent;
    spent.start();
    arrangeMargins();
    for (Curve& curve : curves_)
        drawVisible(curve);
    thinLines();
    drawBands();
    scaleValues();
    plot()->replot();
    // At least half of the window's time remains for other work, however much there is to draw.
    timer_.setInterval(std::max(frameMs, static_cast<int>(2 * spent.elapsed())));
}

void TimelineView::drawVisible(Curve& curve)
{
    const QCPAxis* time = curve.now.graph->keyAxis();
    const int step = !dense_ ? 1 : moving_.isActive() && !isOnPaper() ? 8 : 2; // pixels
    // New panels have no width until they are laid out: with one pixel all points would become one at the end.
    const int width = time->axisRect()->width() > 1 ? time->axisRect()->width() : plot()->width();
    const int pixels = std::max(1, width / step);
    const QCPRange range = time->range();
    const auto draw = [&](Trace& trace, const CurveData& data) {
        trace.visible = visibleCurve(data, range, pixels);
        trace.graph->data()->set(trace.visible.line(), true);
    };
    draw(curve.now, drawnData(curve));
    draw(curve.ghost, curve.ghostData());
    draw(curve.measured, curve.measuredData);
}

/// Wide and smooth lines take Qt many times as long; with very many points the difference is not visible.
void TimelineView::thinLines()
{
    constexpr int most = 20000; // points
    if (moving_.isActive())
        return; // fewer are drawn at the moment
    int points = 0;
    for (const Curve& curve : curves_)
        points += (curve.now.visible.hasBand ? 2 : 1) * curve.now.graph->dataCount(); // a band has as many rectangles
    const bool dense = points > (dense_ ? most / 4 : most); // switches back only far below the limit, to avoid flicker
    if (std::exchange(dense_, dense) != dense)
        styleCurves();
}

/// Shades the area between two quantiles, or between a curve and its measured data.
void TimelineView::drawBands()
{
    const auto shade = [this](QCPGraph& graph, QCPGraph* other, int colour) {
        QColor area = seriesColour(colour, colours_->dark);
        area.setAlphaF(0.14F);
        graph.setBrush(other ? QBrush(area) : QBrush(Qt::NoBrush));
        graph.setChannelFillGraph(other);
    };
    for (Curve& curve : curves_)
        shade(*curve.now.graph, curve.measuredData.isEmpty() || curve.hidden ? nullptr : curve.measured.graph,
              curve.spec.colour);
    for (const PanelSpec& spec : specs_)
        for (const BandSpec& band : spec.bands) {
            const Curve *lower = find(band.lower), *upper = find(band.upper);
            if (lower && upper && !lower->hidden && !upper->hidden)
                shade(*upper->now.graph, lower->now.graph, band.colour);
        }
}

void TimelineView::scaleValues()
{
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        double largest = 0, smallest = std::numeric_limits<double>::infinity();
        for (const Curve& curve : curves_) {
            if (curve.panel != static_cast<int>(i) || curve.hidden)
                continue;
            largest =
                std::max({largest, curve.data().maximum(), curve.ghostData().maximum(), curve.measuredData.maximum()});
            smallest = std::min({smallest, curve.data().smallestPositive(), curve.ghostData().smallestPositive()});
        }
        for (const IntervalSpec& interval : specs_[static_cast<int>(i)].intervals)
            largest = std::max(largest, interval.mean + interval.halfWidth);
        largest = rangeWith(specs_[static_cast<int>(i)].goals, largest);
        smallest = rangeFrom(specs_[static_cast<int>(i)].goals, smallest);
        const bool share = specs_[static_cast<int>(i)].unit == "share";
        const double headroom = 1.08; // space between the topmost curve and the frame
        double upper = largest > 0 ? largest * headroom : 1;
        if (share)
            upper = std::max(upper, 1.05);
        double lower = 0;
        if (specs_[static_cast<int>(i)].logarithmic)
            lower = std::isfinite(smallest) ? std::min(smallest / headroom, upper / 10) : upper / 1000;
        panels_[i].rect->axis(QCPAxis::atLeft)->setRange(lower, upper);
    }
}

void TimelineView::arrangeMargins()
{
    constexpr int buttonWidth = 28;               // pixels
    const double widest = plot()->width() * 0.24; // longer names are shortened: the curves need the room
    const int right = static_cast<int>(std::min(widest, std::max(60.0, overlay_->labelWidth() + 20))) + buttonWidth;
    std::vector<PanelPlace> places;
    for (int i = 0; i < specs_.size(); ++i)
        places.push_back({panels_[static_cast<std::size_t>(i)].rect, static_cast<int>(specs_[i].curves.size())});
    setContentHeight(arrangePanels(places, visibleArea().height(), right));
}

/// The content is at least as high as it can be read.
void TimelineView::placeContent()
{
    if (isOnPaper())
        return;
    const int height = std::max(plot()->height(), contentHeight());
    plot()->setViewport({0, -scrolledBy(), plot()->width(), height});
    // The labels of the axes depend on the heights of the panels.
    for (const auto phase : {QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
        plot()->plotLayout()->update(phase);
}

QRect TimelineView::visibleArea() const
{
    return isOnPaper() ? plot()->viewport() : plot()->rect();
}

void TimelineView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
    for (const Panel& panel : panels_)
        styleAxes(*panel.rect, set);
    styleCurves();
}

void TimelineView::styleCurves()
{
    for (Curve& curve : curves_) {
        const bool dim = highlighted_ && *highlighted_ != curve.spec.series;
        QColor colour = seriesColour(curve.spec.colour, colours_->dark);
        colour.setAlphaF(dim ? 0.25F : 1.0F);
        QPen pen(colour, dense_ ? 1 : highlighted_ && !dim ? 2.2 : 1.6);
        pen.setCosmetic(dense_); // one pixel wide on paper too, because outlines of so many lines take seconds
        curve.now.graph->setPen(pen);
        curve.now.graph->setAntialiased(!dense_);
        curve.now.graph->setVisible(!curve.hidden);
        curve.ghost.graph->setPen(QPen(colours_->ghost, 1.4));
        curve.ghost.graph->setVisible(!curve.hidden && !dim);
        curve.measured.graph->setPen(QPen(colour, 1.4, Qt::DashLine));
        curve.measured.graph->setVisible(!curve.hidden && !curve.measuredData.isEmpty());
    }
}

void TimelineView::prepareForExport()
{
    hover_.reset();
    arrangeMargins();
    for (Curve& curve : curves_)
        drawVisible(curve);
    drawBands();
    scaleValues();
}

std::optional<std::array<double, 2>> TimelineView::meanSpan() const
{
    double latest = -std::numeric_limits<double>::infinity();
    for (const Curve& curve : curves_)
        if (!curve.data().isEmpty())
            latest = std::max(latest, curve.data().points().back().time);
    const double until = std::min(visibleEnd(), latest);
    const double from = visibleBegin() < warmUp_ && warmUp_ < until ? warmUp_ : visibleBegin();
    if (!(from < until))
        return {};
    return std::array{from, until};
}

void TimelineView::setRunFigures(const std::map<std::uint32_t, double>& figures)
{
    runFigures_ = figures;
    markDirty();
}

std::optional<double> TimelineView::runFigure(const Curve& curve) const
{
    const auto figure = runFigures_.find(curve.spec.series);
    const bool allVisible = visibleBegin() <= warmUp_ && visibleEnd() >= now_;
    return allVisible && figure != runFigures_.end() ? std::optional(figure->second) : std::nullopt;
}

QVector<QRectF> TimelineView::labelRects() const
{
    QVector<QRectF> rects;
    for (const auto& label : overlay_->drawnLabels())
        rects.append(label.rect);
    return rects;
}

QStringList TimelineView::labelTexts() const
{
    QStringList texts;
    for (const auto& label : overlay_->drawnLabels())
        texts.append(label.text);
    return texts;
}

QStringList TimelineView::captions() const
{
    return overlay_->captions();
}

bool TimelineView::isFilled() const
{
    return std::any_of(curves_.begin(), curves_.end(),
                       [](const Curve& curve) { return !curve.data().isEmpty() || !curve.ghostData().isEmpty(); });
}

} // namespace headroom::widgets
