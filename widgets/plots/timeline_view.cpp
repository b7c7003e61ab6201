#include "widgets/plots/timeline_view.h"

#include "widgets/plots/number_text.h"
#include "widgets/plots/timeline_overlay.h"

#include <QMenu>
#include <QMouseEvent>
#include <QPushButton>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom::widgets {

namespace {

constexpr int frameMs = 33;
constexpr int titleWidth = 104; ///< left of the scales
constexpr int scaleWidth = 62;  ///< numbers of an axis

class QuantityTicker : public QCPAxisTicker
{
public:
    explicit QuantityTicker(QString unit) : unit_(std::move(unit)) { setTickCount(3); }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tickText(tick, unit_); }

private:
    QString unit_;
};

class LogarithmicTicker : public QCPAxisTickerLog
{
public:
    explicit LogarithmicTicker(QString unit) : unit_(std::move(unit)) { setTickCount(3); }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tickText(tick, unit_); }

private:
    QString unit_;
};

class SecondsTicker : public QCPAxisTicker
{
public:
    SecondsTicker() { setTickCount(7); }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override
    {
        return QString::number(tick, 'g', 6) + QStringLiteral(" s");
    }
};

QString quoted(QString text)
{
    return '"' + text.replace('"', "\"\"") + '"';
}

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
    // A zigzag that is filled as one outline takes Qt many times as long as its stretches one by one.
    chart->setPlottingHint(QCP::phFastPolylines);
    chart->setMinimumSize(320, 160);
    chart->addLayer("labels", chart->layer("main"), QCustomPlot::limAbove);
    chart->addLayer("reading", chart->layer("overlay"), QCustomPlot::limAbove);
    chart->layer("reading")->setMode(QCPLayer::lmBuffered);
    overlay_ = new TimelineOverlay(*this, "labels");
    new TimelineReading(*this, "reading");
    chart->setMouseTracking(true);
    chart->installEventFilter(this);
    connect(chart, &QCustomPlot::mousePress, this, &TimelineView::onMousePress);
    connect(chart, &QCustomPlot::mouseMove, this, &TimelineView::onMouseMove);
    connect(chart, &QCustomPlot::mouseDoubleClick, this, &TimelineView::showWholeTime);
    timer_.setInterval(frameMs);
    connect(&timer_, &QTimer::timeout, this, &TimelineView::paintNow);
    auto* run = new QPushButton(icon("media-playback-start", colours_->onAccent), tr("Run"));
    setLook(run, Look::primary);
    connect(run, &QPushButton::clicked, this, &TimelineView::runRequested);
    setEmptyPage(emptyPage(tr("Press Run to see throughput, latency and load."), run));
    applyColours(*colours_);
}

TimelineView::~TimelineView() = default;

void TimelineView::setPanels(const QVector<PanelSpec>& panels)
{
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
    showWholeTime();
    updatePage();
}

void TimelineView::buildPanel(int index)
{
    const PanelSpec& spec = specs_[index];
    auto* rect = new QCPAxisRect(plot(), true);
    plot()->plotLayout()->addElement(index, 0, rect);
    // Room for the labels of many curves, but no panel dwarfs another.
    plot()->plotLayout()->setRowStretchFactor(index,
                                              1.0 + 0.25 * std::clamp<double>(spec.curves.size() - 1.0, 0.0, 4.0));
    rect->setAutoMargins(QCP::msNone);
    rect->setRangeDrag(Qt::Horizontal);
    rect->setRangeZoom(Qt::Horizontal);
    for (const auto side : {QCPAxis::atTop, QCPAxis::atRight})
        rect->axis(side)->setVisible(false);
    QCPAxis* time = rect->axis(QCPAxis::atBottom);
    time->setTicker(QSharedPointer<QCPAxisTicker>(new SecondsTicker));
    time->setTickLabels(index + 1 == specs_.size());
    time->grid()->setVisible(false);
    QCPAxis* value = rect->axis(QCPAxis::atLeft);
    value->setTicker(QSharedPointer<QCPAxisTicker>(new QuantityTicker(spec.unit)));
    for (QCPAxis* axis : {time, value}) {
        axis->setSubTicks(false);
        axis->setTickLength(0, 0);
        axis->setTickLabelPadding(6);
        axis->setLayer("main"); // beneath the curves' labels
        axis->grid()->setLayer("grid");
    }
    connect(time, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this, time](const QCPRange& range) { followRange(time, range); });
    panels_.push_back({rect, false});
    for (const CurveSpec& curveSpec : spec.curves) {
        Curve curve;
        curve.spec = curveSpec;
        curve.panel = index;
        curve.ghost = plot()->addGraph(time, value);
        bySeries_[curveSpec.series] = curves_.size();
        curves_.push_back(std::move(curve));
    }
    for (Curve& curve : curves_)
        if (curve.panel == index)
            curve.graph = plot()->addGraph(time, value); // after the ghosts, so that it lies above them
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

void TimelineView::append(const std::vector<record::Sample>& samples, const std::vector<std::uint32_t>& watched)
{
    for (std::size_t i = 0; i < watched.size(); ++i) {
        Curve* curve = find(watched[i]);
        if (!curve)
            continue;
        for (const record::Sample& sample : samples)
            if (i < sample.values.size())
                curve->data.append(sample.time, sample.values[i]);
    }
    if (!samples.empty())
        now_ = std::max(now_, samples.back().time);
    markDirty();
}

void TimelineView::append(std::uint32_t series, double time, double value)
{
    if (Curve* curve = find(series))
        curve->data.append(time, value);
    now_ = std::max(now_, time);
    markDirty();
}

void TimelineView::clearCurves()
{
    for (Curve& curve : curves_)
        curve.data.clear();
    now_ = 0;
    markDirty();
    updatePage();
}

void TimelineView::setGhost(std::uint32_t series, const std::vector<double>& times, const std::vector<double>& values)
{
    Curve* curve = find(series);
    if (!curve)
        return;
    curve->ghostData.clear();
    for (std::size_t i = 0; i < std::min(times.size(), values.size()); ++i)
        curve->ghostData.append(times[i], values[i]);
    drawGhost(*curve);
    markDirty();
}

void TimelineView::clearGhosts()
{
    for (Curve& curve : curves_) {
        curve.ghostData.clear();
        drawGhost(curve);
    }
    markDirty();
}

void TimelineView::turnCurvesToGhosts()
{
    for (Curve& curve : curves_) {
        curve.ghostData = curve.data;
        drawGhost(curve);
    }
    clearCurves();
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
    markDirty();
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
    auto& owner = panels_.at(static_cast<std::size_t>(panel));
    owner.logarithmic = logarithmic;
    QCPAxis* value = owner.rect->axis(QCPAxis::atLeft);
    value->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const QString unit = specs_[panel].unit;
    value->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new LogarithmicTicker(unit))
                                 : QSharedPointer<QCPAxisTicker>(new QuantityTicker(unit)));
    markDirty();
}

void TimelineView::showWholeTime()
{
    if (!panels_.empty())
        panels_.front().rect->axis(QCPAxis::atBottom)->setRange(begin_, end_);
    markDirty();
}

void TimelineView::followRange(QCPAxis* source, const QCPRange& range)
{
    if (following_)
        return;
    following_ = true;
    const double shortest = (end_ - begin_) * 1e-4;
    const double size = std::clamp(range.size(), shortest, end_ - begin_);
    const double lower = std::clamp(range.lower, begin_, end_ - size);
    source->setRange(lower, lower + size);
    for (const Panel& panel : panels_)
        panel.rect->axis(QCPAxis::atBottom)->setRange(lower, lower + size);
    following_ = false;
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
    for (Curve& curve : curves_)
        drawNewPoints(curve);
    scaleValues();
    arrangeMargins();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

namespace {

void addPoint(QCPGraph& graph, const CurveData::Point& point)
{
    graph.addData(point.time, point.minimum);
    if (point.maximum > point.minimum)
        graph.addData(point.time, point.maximum);
}

} // namespace

void TimelineView::drawNewPoints(Curve& curve)
{
    const auto& points = curve.data.points();
    // While points stand for several samples the last one still grows: then all are drawn anew, there are few enough.
    if (curve.generation != curve.data.generation() || curve.data.samplesPerPoint() > 1) {
        curve.graph->data()->clear();
        curve.drawn = 0;
        curve.generation = curve.data.generation();
    }
    for (; curve.drawn < points.size(); ++curve.drawn)
        addPoint(*curve.graph, points[curve.drawn]);
}

void TimelineView::drawGhost(Curve& curve)
{
    curve.ghost->data()->clear();
    for (const auto& point : curve.ghostData.points())
        addPoint(*curve.ghost, point);
}

void TimelineView::scaleValues()
{
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        double largest = 0, smallest = std::numeric_limits<double>::infinity();
        for (const Curve& curve : curves_) {
            if (curve.panel != static_cast<int>(i) || curve.hidden)
                continue;
            largest = std::max({largest, curve.data.maximum(), curve.ghostData.maximum()});
            smallest = std::min({smallest, curve.data.smallestPositive(), curve.ghostData.smallestPositive()});
        }
        const bool share = specs_[static_cast<int>(i)].unit == "share";
        const double headroom = 1.08; // the topmost curve stays clear of the frame
        double upper = largest > 0 ? largest * headroom : 1;
        if (share)
            upper = std::max(upper, 1.05);
        double lower = 0;
        if (panels_[i].logarithmic)
            lower = std::isfinite(smallest) ? std::min(smallest / headroom, upper / 10) : upper / 1000;
        panels_[i].rect->axis(QCPAxis::atLeft)->setRange(lower, upper);
    }
}

void TimelineView::arrangeMargins()
{
    const int buttonWidth = 28;
    const double widest = plot()->width() * 0.35;
    const int right = static_cast<int>(std::min(widest, std::max(60.0, overlay_->labelWidth() + 20))) + buttonWidth;
    const int axisHeight = QFontMetrics(smallFont()).height() + 10;
    for (std::size_t i = 0; i < panels_.size(); ++i) {
        const bool last = i + 1 == panels_.size();
        QCPAxisRect* rect = panels_[i].rect;
        const QMargins margins(titleWidth + scaleWidth, i == 0 ? 14 : 10, right, last ? axisHeight : 10);
        rect->setMargins(margins);
        const int roomForThree = 80; // pixels; below it the numbers of three steps crowd
        rect->axis(QCPAxis::atLeft)->ticker()->setTickCount(rect->height() < roomForThree ? 2 : 3);
        // Every panel's curves get their share of the height; the last one carries the time scale besides.
        rect->setMinimumSize(margins.left() + margins.right() + 40, 36 + margins.top() + margins.bottom());
    }
}

void TimelineView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
    const QFont font = smallFont();
    for (const Panel& panel : panels_) {
        for (const auto side : {QCPAxis::atBottom, QCPAxis::atLeft}) {
            QCPAxis* axis = panel.rect->axis(side);
            axis->setTickLabelFont(font);
            axis->setTickLabelColor(set.dimText);
            axis->setBasePen(side == QCPAxis::atLeft ? QPen(Qt::NoPen) : QPen(set.border, 1));
            axis->setTickPen(Qt::NoPen);
            axis->grid()->setPen(QPen(set.grid, 1));
            axis->grid()->setZeroLinePen(Qt::NoPen);
        }
    }
    styleCurves();
}

void TimelineView::styleCurves()
{
    for (Curve& curve : curves_) {
        const bool dim = highlighted_ && *highlighted_ != curve.spec.series;
        QColor colour = seriesColour(curve.spec.colour, colours_->dark);
        colour.setAlphaF(dim ? 0.25F : 1.0F);
        curve.graph->setPen(QPen(colour, highlighted_ && !dim ? 2.2 : 1.6));
        curve.graph->setVisible(!curve.hidden);
        curve.ghost->setPen(QPen(colours_->ghost, 1.4));
        curve.ghost->setVisible(!curve.hidden && !dim);
    }
}

void TimelineView::prepareForExport()
{
    hover_.reset();
    for (Curve& curve : curves_)
        drawNewPoints(curve);
    scaleValues();
    arrangeMargins();
}

QVector<QRectF> TimelineView::labelRects() const
{
    QVector<QRectF> rects;
    for (const auto& label : overlay_->drawnLabels())
        rects.append(label.rect);
    return rects;
}

bool TimelineView::isFilled() const
{
    return std::any_of(curves_.begin(), curves_.end(),
                       [](const Curve& curve) { return !curve.data.isEmpty() || !curve.ghostData.isEmpty(); });
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
}

void TimelineView::onMouseMove(QMouseEvent* event)
{
    if (panels_.empty())
        return;
    const auto& labels = overlay_->drawnLabels();
    const bool onLabel = std::any_of(labels.begin(), labels.end(),
                                     [event](const auto& label) { return label.rect.contains(event->pos()); });
    plot()->setCursor(onLabel ? Qt::PointingHandCursor : Qt::ArrowCursor);
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
        QAction* action = menu.addAction(tr("Logarithmic scale: %1").arg(specs_[panel].title), this,
                                         [this, panel](bool on) { setLogarithmic(panel, on); });
        action->setCheckable(true);
        action->setChecked(panels_[i].logarithmic);
    }
    menu.addAction(tr("Show the whole time"), this, &TimelineView::showWholeTime);
}

QString TimelineView::csv() const
{
    struct Column
    {
        QString title;
        std::map<double, double> values;
    };
    std::vector<Column> columns;
    std::set<double> times;
    const auto add = [&](const QString& title, const CurveData& curveData) {
        Column column{quoted(title), {}};
        for (const auto& point : curveData.points()) {
            column.values[point.time] = point.mean;
            times.insert(point.time);
        }
        columns.push_back(std::move(column));
    };
    for (const Curve& curve : curves_) {
        const PanelSpec& panel = specs_[curve.panel];
        const QString name = curve.fullName(panel) + " [" + panel.unit + ']';
        add(name, curve.data);
        if (!curve.ghostData.isEmpty())
            add(tr("former run: ") + name, curve.ghostData);
    }
    QString text = "\"time [s]\"";
    for (const Column& column : columns)
        text += ',' + column.title;
    text += '\n';
    for (const double time : times) {
        text += QString::number(time, 'g', 12);
        for (const Column& column : columns) {
            const auto cell = column.values.find(time);
            text += ',' + (cell == column.values.end() ? QString() : QString::number(cell->second, 'g', 12));
        }
        text += '\n';
    }
    return text;
}

} // namespace headroom::widgets
