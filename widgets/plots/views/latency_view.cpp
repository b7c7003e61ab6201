#include "widgets/plots/views/latency_view.h"

#include "widgets/plots/chart/axis_style.h"
#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/chart/reading_box.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/readable_colour.h"
#include "widgets/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::widgets {

using record::LatencyBucket;

namespace {

constexpr double toS = 1e-3;
constexpr double furthestTail = 5; // 99.999 %
constexpr int leftMargin = 56;     // pixels, for the numbers of an axis
constexpr double linearBins = 50;  // about as many on a linear axis

std::uint64_t total(const std::vector<LatencyBucket>& buckets)
{
    std::uint64_t sum = 0;
    for (const LatencyBucket& bucket : buckets)
        sum += bucket.count;
    return sum;
}

/// 0.9 → 1, 0.99 → 2, 0.999 → 3.
double tailOf(double share)
{
    return share >= 1 ? furthestTail : std::min(furthestTail, -std::log10(1 - share));
}

struct Bin
{
    double lowerMs, upperMs, share;
};

/// A bin for each bucket: their widths grow with the latency, so that they are equally wide on a logarithmic axis.
std::vector<Bin> binsOf(const std::vector<LatencyBucket>& buckets)
{
    const auto all = static_cast<double>(total(buckets));
    std::vector<Bin> bins;
    for (const LatencyBucket& bucket : buckets)
        bins.push_back({bucket.lowerMs, bucket.upperMs, static_cast<double>(bucket.count) / all});
    return bins;
}

/// Bins of this width up to `endMs`, and a last one for all slower operations. Those of a bucket are spread evenly.
std::vector<Bin> equalBins(const std::vector<LatencyBucket>& buckets, double widthMs, double endMs)
{
    std::vector<Bin> bins;
    double lower = 0, below = 0;
    while (lower < endMs) {
        const double upper = static_cast<double>(bins.size() + 1) * widthMs;
        const double share = cumulativeShare(buckets, upper);
        bins.push_back({lower, upper, share - below});
        lower = upper;
        below = share;
    }
    if (below < 1)
        bins.push_back({lower, std::max(lower + widthMs, buckets.back().upperMs), 1 - below});
    return bins;
}

/// The least of 1, 2, 5, 10 ... that is not below it.
double roundedUp(double value)
{
    const double decade = std::pow(10, std::floor(std::log10(value)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (value <= factor * decade * (1 + 1e-9))
            return factor * decade;
    return 10 * decade;
}

QString shareText(double share)
{
    return QString::number(share * 100, 'g', share > 0.99 ? 5 : 3) + QStringLiteral(" %");
}

} // namespace

double cumulativeShare(const std::vector<LatencyBucket>& buckets, double ms)
{
    double below = 0;
    for (const LatencyBucket& bucket : buckets)
        if (ms >= bucket.upperMs)
            below += static_cast<double>(bucket.count);
        else if (ms > bucket.lowerMs)
            below += static_cast<double>(bucket.count) * (ms - bucket.lowerMs) / (bucket.upperMs - bucket.lowerMs);
    const auto all = static_cast<double>(total(buckets));
    return all > 0 ? below / all : 0;
}

/// Draws titles, names of the curves and the reading under the pointer.
class LatencyOverlay : public ChartDrawing<LatencyView>
{
public:
    explicit LatencyOverlay(LatencyView& view) : ChartDrawing(view, "overlay") {}

protected:
    void draw(QCPPainter* painter) override
    {
        painter->setClipping(false);
        drawTitle(painter, *view_.histogramRect_, LatencyView::tr("Histogram"), view_.histogramTitle(),
                  LatencyView::tr("per cent of operations"));
        drawTitle(painter, *view_.cumulativeRect_, LatencyView::tr("Cumulative"),
                  LatencyView::tr("share of operations that took at most this long"),
                  LatencyView::tr("share that took at most this long"));
        drawGoals(painter);
        drawNames(painter);
        drawReading(painter);
    }

private:
    /// `shorter`: the subtitle of a narrow chart.
    void drawTitle(QCPPainter* painter, const QCPAxisRect& rect, const QString& title, const QString& subtitle,
                   const QString& shorter)
    {
        const double y = rect.top() - 12;
        painter->setFont(strongFont());
        painter->setPen(view_.colours_->text);
        painter->drawText(QPointF(rect.left(), y), title);
        const double x = rect.left() + QFontMetricsF(strongFont()).horizontalAdvance(title) + rhythm::step;
        painter->setFont(smallFont());
        painter->setPen(view_.colours_->dimText);
        const QFontMetricsF metrics(smallFont());
        const double room = rect.right() - x;
        const QString& fitting = metrics.horizontalAdvance(subtitle) > room ? shorter : subtitle;
        const QString text = metrics.elidedText(fitting, Qt::ElideRight, room);
        painter->drawText(QPointF(x, y), text);
    }

    /// Draws the names in the upper right corner of the histogram, with the most important latencies.
    void drawNames(QCPPainter* painter)
    {
        const QFontMetricsF metrics(smallFont());
        painter->setFont(smallFont());
        double y = view_.histogramRect_->top() + metrics.height();
        for (const auto& curve : view_.curves_) {
            if (!view_.isShown(curve))
                continue;
            const QString text =
                QStringLiteral("%1%2   %3")
                    .arg(curve.operation, curve.former ? LatencyView::tr(" before") : QString(), curve.quantiles);
            const double x = view_.histogramRect_->right() - metrics.horizontalAdvance(text) - rhythm::half;
            QColor halo = view_.colours_->surface;
            halo.setAlphaF(0.85F);
            painter->fillRect(
                QRectF(x - 2, y - metrics.ascent(), metrics.horizontalAdvance(text) + 4, metrics.height()), halo);
            painter->setPen(curve.former ? view_.colours_->dimText
                                         : readableColour(seriesColour(curve.colour, view_.colours_->dark),
                                                          view_.colours_->surface));
            painter->drawText(QPointF(x, y), text);
            y += metrics.height() + 2;
        }
    }

    /// A line at the limit in both charts. In the cumulative one a ring stands at the share that has to be reached
    /// left of it: above or on the curve the goal is missed.
    void drawGoals(QCPPainter* painter)
    {
        const QFontMetricsF metrics(smallFont());
        painter->setFont(smallFont());
        double row = view_.cumulativeRect_->bottom() - rhythm::half;
        for (const GoalLine& goal : view_.shownGoals()) {
            for (const QCPAxisRect* rect : {view_.histogramRect_, view_.cumulativeRect_}) {
                const QCPAxis* axis = rect->axis(QCPAxis::atBottom);
                if (!axis->range().contains(goal.value))
                    continue;
                const double x = axis->coordToPixel(goal.value);
                painter->setPen(QPen(view_.colours_->bad, 1, Qt::DashLine));
                painter->drawLine(QPointF(x, rect->top()), QPointF(x, rect->bottom()));
                if (rect != view_.cumulativeRect_)
                    continue;
                if (const double share = shareOf(goal); share > 0) {
                    painter->setPen(QPen(view_.colours_->bad, 1.6));
                    painter->setBrush(Qt::NoBrush);
                    painter->drawEllipse(QPointF(x, rect->axis(QCPAxis::atLeft)->coordToPixel(view_.heightOf(share))),
                                         4, 4);
                }
                const double width = metrics.horizontalAdvance(goal.label);
                const bool left = x + rhythm::half + width > rect->right();
                painter->setPen(view_.colours_->bad);
                painter->drawText(QPointF(left ? x - rhythm::half - width : x + rhythm::half, row), goal.label);
                row -= metrics.height();
            }
        }
    }

    /// 0.99 of "latency p99"; 0 of the mean and the longest.
    static double shareOf(const GoalLine& goal)
    {
        bool number = false;
        const QString figure = goal.figure.section(' ', 1);
        const double percent = figure.startsWith('p') ? figure.mid(1).toDouble(&number) : 0;
        return number ? percent / 100 : 0;
    }

    void drawReading(QCPPainter* painter)
    {
        if (!view_.hoverMs_)
            return;
        QVector<ReadingRow> rows;
        for (const auto& curve : view_.curves_)
            if (view_.isShown(curve))
                rows.append({curve.former ? view_.colours_->ghost : seriesColour(curve.colour, view_.colours_->dark),
                             curve.former ? LatencyView::tr("%1 before").arg(curve.operation) : curve.operation,
                             shareText(cumulativeShare(curve.buckets, *view_.hoverMs_))});
        painter->setPen(QPen(view_.colours_->wire, 1));
        for (QCPAxisRect* rect : {view_.histogramRect_, view_.cumulativeRect_}) {
            const double x = rect->axis(QCPAxis::atBottom)->coordToPixel(*view_.hoverMs_ * toS);
            if (x >= rect->left() && x <= rect->right())
                painter->drawLine(QPointF(x, rect->top()), QPointF(x, rect->bottom()));
        }
        const QCPAxisRect* rect = view_.hoverRight_ ? view_.cumulativeRect_ : view_.histogramRect_;
        const QPointF at(rect->axis(QCPAxis::atBottom)->coordToPixel(*view_.hoverMs_ * toS), rect->top() + 8.0);
        drawReadingBox(*painter, *view_.colours_, at, view_.plot()->viewport(),
                       LatencyView::tr("at most %1").arg(valueText(*view_.hoverMs_ * toS, "s")), rows);
    }
};

LatencyView::LatencyView(QWidget* parent)
    : ChartWidget(parent), operations_(named(new QComboBox, "latencyOperation", tr("Operation"))),
      logarithmic_(named(new QCheckBox(tr("Logarithmic latency")), "latencyLogarithmic")),
      tail_(named(new QCheckBox(tr("Stretch the tail")), "latencyTail")), colours_(&colours(palette()))
{
    setWindowTitle(tr("Latency"));
    operations_->setMinimumContentsLength(16);
    logarithmic_->setChecked(true);
    tail_->setToolTip(tr("Draws 90 %, 99 % and 99.9 % at equal distances"));
    for (QWidget* choice :
         {static_cast<QWidget*>(operations_), static_cast<QWidget*>(logarithmic_), static_cast<QWidget*>(tail_)})
        choices()->addWidget(choice);
    choices()->addStretch();
    QCustomPlot* chart = plot();
    chart->plotLayout()->clear();
    chart->plotLayout()->setColumnSpacing(24);
    chart->setMinimumSize(320, leastChartHeight);
    histogramRect_ = plainAxisRect(*chart, 0, 0);
    cumulativeRect_ = plainAxisRect(*chart, 0, 1);
    for (QCPAxisRect* rect : {histogramRect_, cumulativeRect_}) {
        rect->setAutoMargins(QCP::msLeft | QCP::msBottom | QCP::msRight);
        rect->setMargins({0, 30, rhythm::margin, 0});
        rect->setMinimumMargins({leftMargin, 30, rhythm::margin, 24});
    }
    new LatencyOverlay(*this);
    chart->setMouseTracking(true);
    connect(chart, &QCustomPlot::mouseMove, this, &LatencyView::onMouseMove);
    connect(operations_, &QComboBox::currentIndexChanged, this, &LatencyView::rebuild);
    connect(logarithmic_, &QCheckBox::toggled, this, &LatencyView::rebuild);
    connect(tail_, &QCheckBox::toggled, this, &LatencyView::rebuild);
    setEmptyPage(
        emptyPage(tr("When a run has ended, this shows how the latencies of each operation are distributed.")));
    applyColours(*colours_);
}

void LatencyView::setSummaries(const std::optional<record::Summary>& now, const std::optional<record::Summary>& former)
{
    curves_.clear();
    if (now) {
        addCurves(former, true); // drawn behind
        addCurves(now, false);
    }
    goals_.clear();
    if (now)
        for (const GoalLine& goal : goalLines(now->goals, now->conditions))
            if (goal.isLatency())
                goals_.append(goal);
    const QString chosen = operations_->currentText();
    {
        const QSignalBlocker quiet(operations_);
        operations_->clear();
        operations_->addItem(tr("All operations"));
        for (const Curve& curve : curves_)
            if (!curve.former)
                operations_->addItem(curve.operation);
        operations_->setCurrentIndex(std::max(0, operations_->findText(chosen)));
    }
    rebuild();
    updatePage();
}

QVector<GoalLine> LatencyView::shownGoals() const
{
    QVector<GoalLine> shown;
    for (const GoalLine& goal : goals_)
        if (operations_->currentIndex() <= 0 || operations_->currentText() == goal.owner)
            shown.append(goal);
    return shown;
}

double LatencyView::heightOf(double share) const
{
    return tail_->isChecked() ? tailOf(share) : share;
}

void LatencyView::addCurves(const std::optional<record::Summary>& summary, bool former)
{
    if (!summary)
        return;
    int number = 0;
    for (const auto& [name, operation] : summary->operations) {
        if (operation.buckets.empty())
            continue;
        const QString label = QString::fromStdString(name);
        const int colour = colourOf_ ? colourOf_(label) : number++;
        curves_.push_back({label, operation.buckets, quantilesInWords(operation), colour, former, nullptr, nullptr});
    }
}

QString quantilesInWords(const record::OperationSummary& operation)
{
    const record::LatencySummary& latency = operation.latency;
    const double longest = std::min(quantileMs(operation.buckets, 0.999), latency.maxMs); // a bucket may end beyond it
    return LatencyView::tr("p50 %1 · p99 %2 · p99.9 %3")
        .arg(valueText(latency.p50Ms * toS, "s"), valueText(latency.p99Ms * toS, "s"), valueText(longest * toS, "s"));
}

QString LatencyView::histogramTitle() const
{
    return logarithmic_->isChecked() ? tr("per cent of operations in each bin (%1 bins for each doubling)")
                                           .arg(record::latencyBucketsPerDoubling)
                                     : tr("per cent of operations in each bin of %1").arg(valueText(binMs_ * toS, "s"));
}

void LatencyView::setLogarithmic(bool on)
{
    logarithmic_->setChecked(on);
}

bool LatencyView::isShown(const Curve& curve) const
{
    return operations_->currentIndex() <= 0 || operations_->currentText() == curve.operation;
}

void LatencyView::rebuild()
{
    plot()->clearGraphs();
    endMs_ = 0;
    for (const Curve& curve : curves_)
        if (isShown(curve))
            endMs_ = std::max(endMs_, upperMs(curve));
    binMs_ = endMs_ > 0 ? roundedUp(endMs_ / linearBins) : 1;
    for (Curve& curve : curves_) {
        curve.histogram = curve.cumulative = nullptr;
        if (!isShown(curve))
            continue;
        curve.histogram =
            plot()->addGraph(histogramRect_->axis(QCPAxis::atBottom), histogramRect_->axis(QCPAxis::atLeft));
        curve.cumulative =
            plot()->addGraph(cumulativeRect_->axis(QCPAxis::atBottom), cumulativeRect_->axis(QCPAxis::atLeft));
        fillCurve(curve);
    }
    setRanges();
    setTicks();
    applyColours(*colours_);
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void LatencyView::fillCurve(Curve& curve)
{
    QVector<double> x, y, cumulativeX, cumulativeY;
    double below = 0, end = -1;
    for (const Bin& bin :
         logarithmic_->isChecked() ? binsOf(curve.buckets) : equalBins(curve.buckets, binMs_, endMs_)) {
        if (bin.lowerMs > end && end >= 0) { // no buckets between
            x.append(end * toS);
            y.append(0);
        }
        x.append(bin.lowerMs * toS);
        y.append(bin.share);
        end = bin.upperMs;
    }
    x.append(end * toS);
    y.append(0);
    setSteps(*curve.histogram, x, y);
    cumulativeX.append(curve.buckets.front().lowerMs * toS);
    cumulativeY.append(0);
    for (const Bin& bucket : binsOf(curve.buckets)) {
        below += bucket.share;
        cumulativeX.append(bucket.upperMs * toS);
        cumulativeY.append(heightOf(tail_->isChecked() ? std::min(1.0, below) : below));
    }
    curve.cumulative->setData(cumulativeX, cumulativeY, true);
}

/// On a linear axis, the few slowest operations would compress the rest; they are visible on a logarithmic axis.
double LatencyView::upperMs(const Curve& curve) const
{
    return logarithmic_->isChecked() ? curve.buckets.back().upperMs : quantileMs(curve.buckets, 0.999) * 1.1;
}

void LatencyView::setRanges()
{
    double least = std::numeric_limits<double>::infinity(), most = endMs_ * toS, highest = 0;
    for (const Curve& curve : curves_) {
        if (!curve.histogram)
            continue;
        least = std::min(least, curve.buckets.front().lowerMs * toS);
        bool found = false;
        const QCPRange range = curve.histogram->getValueRange(found);
        highest = found ? std::max(highest, range.upper) : highest;
    }
    if (!(most > 0)) { // no values, or all in one bucket: any range valid for a logarithm
        least = 1e-3;
        most = 1;
    }
    const bool log = logarithmic_->isChecked();
    most = rangeWith(shownGoals(), most);
    least = rangeFrom(shownGoals(), least);
    for (QCPAxisRect* rect : {histogramRect_, cumulativeRect_}) {
        QCPAxis* axis = rect->axis(QCPAxis::atBottom);
        axis->setScaleType(log ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        axis->setRange(log ? std::max(least, most * 1e-9) * 0.9 : 0, most * (log ? 1.1 : 1.0));
    }
    const double lines = 0.12 * static_cast<double>(std::min<std::size_t>(curves_.size(), 4)); // of the names above
    histogramRect_->axis(QCPAxis::atLeft)->setRange(0, highest > 0 ? highest * (1.08 + lines) : 1);
    cumulativeRect_->axis(QCPAxis::atLeft)->setRange(0, tail_->isChecked() ? furthestTail : 1.02);
}

void LatencyView::setTicks()
{
    // Asked while a picture is laid out, when the widths of the charts are those of the last one.
    const auto fitting = [this] {
        const double width = plot()->viewport().width() / 2.0 - leftMargin - rhythm::margin;
        return width / (QFontMetricsF(smallFont()).horizontalAdvance("200 ms") + rhythm::step);
    };
    for (QCPAxisRect* rect : {histogramRect_, cumulativeRect_})
        rect->axis(QCPAxis::atBottom)->setTicker(quantityTicker("s", logarithmic_->isChecked(), 5, fitting));
    histogramRect_->axis(QCPAxis::atLeft)->setTicker(quantityTicker("share", false, 4, labelsBeside(*histogramRect_)));
    QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
    const QVector<double> inTail{0, 0.9, 0.99, 0.999, 0.9999}, plain{0, 0.25, 0.5, 0.75, 1};
    for (const double share : tail_->isChecked() ? inTail : plain)
        ticks->addTick(tail_->isChecked() ? tailOf(share) : share, shareText(share));
    cumulativeRect_->axis(QCPAxis::atLeft)->setTicker(ticks);
}

void LatencyView::onMouseMove(QMouseEvent* event)
{
    std::optional<double> hover;
    for (QCPAxisRect* rect : {histogramRect_, cumulativeRect_})
        if (rect->rect().contains(event->pos())) {
            hover = rect->axis(QCPAxis::atBottom)->pixelToCoord(event->pos().x()) / toS;
            hoverRight_ = rect == cumulativeRect_;
        }
    if (hover == hoverMs_)
        return;
    hoverMs_ = hover;
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

bool LatencyView::isFilled() const
{
    return !curves_.empty();
}

bool LatencyView::forgetPointer()
{
    return std::exchange(hoverMs_, std::nullopt).has_value();
}

void LatencyView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
    for (QCPAxisRect* rect : {histogramRect_, cumulativeRect_}) {
        styleAxes(*rect, set);
        rect->axis(QCPAxis::atBottom)->grid()->setVisible(false);
    }
    for (const Curve& curve : curves_) {
        if (!curve.histogram)
            continue;
        const QColor colour = curve.former ? set.ghost : seriesColour(curve.colour, set.dark);
        curve.histogram->setPen(QPen(colour, 1.4));
        curve.cumulative->setPen(QPen(colour, 1.6));
        QColor area = colour;
        area.setAlphaF(0.12F);
        curve.histogram->setBrush(curve.former ? QBrush() : QBrush(area));
    }
}

DataTable LatencyView::table() const
{
    DataTable result{windowTitle(),
                     {{"operation", {}}, {"from", "s"}, {"to", "s"}, {"operations", "1"}, {"cumulative", "share"}},
                     {}};
    for (const Curve& curve : curves_) {
        if (!isShown(curve))
            continue;
        const auto all = static_cast<double>(total(curve.buckets));
        double below = 0;
        for (const LatencyBucket& bucket : curve.buckets) {
            below += static_cast<double>(bucket.count);
            result.rows.push_back({curve.former ? tr("former run: %1").arg(curve.operation) : curve.operation,
                                   bucket.lowerMs * toS, bucket.upperMs * toS, static_cast<double>(bucket.count),
                                   below / all});
        }
    }
    return result;
}

} // namespace headroom::widgets
