#include "widgets/plots/views/load_curve_view.h"

#include "widgets/plots/chart/axis_style.h"
#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/chart/reading_box.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>

#include <algorithm>
#include <optional>

namespace headroom::widgets {

namespace {

constexpr double secondsPerMs = 1e-3;
constexpr double nearPixels = 12;

struct Metric
{
    const char* name;
    double record::LatencySummary::*value;
};
constexpr Metric metricsKnown[] = {{QT_TRANSLATE_NOOP("LoadCurve", "mean latency"), &record::LatencySummary::meanMs},
                                   {QT_TRANSLATE_NOOP("LoadCurve", "p50"), &record::LatencySummary::p50Ms},
                                   {QT_TRANSLATE_NOOP("LoadCurve", "p95"), &record::LatencySummary::p95Ms},
                                   {QT_TRANSLATE_NOOP("LoadCurve", "p99"), &record::LatencySummary::p99Ms}};

/// "Mean latency", "Latency p99".
QString latencyTitle(int metric)
{
    return metric <= 0 ? LoadCurveView::tr("Mean latency")
                       : LoadCurveView::tr("Latency %1")
                             .arg(QCoreApplication::translate("LoadCurve", metricsKnown[metric].name));
}

} // namespace

/// Draws the names of the runs beside their points, and the reading under the pointer.
class LoadCurveOverlay : public ChartDrawing<LoadCurveView>
{
public:
    explicit LoadCurveOverlay(LoadCurveView& view) : ChartDrawing(view, "overlay") {}

protected:
    void draw(QCPPainter* painter) override
    {
        painter->setClipping(false);
        const QFontMetricsF metrics(smallFont());
        painter->setFont(smallFont());
        QVector<QRectF> taken;
        const LoadPoint* near = nullptr;
        for (const LoadPoint* point : view_.shown()) {
            const QPointF at = place(*point);
            if (view_.pointer() && QLineF(at, *view_.pointer()).length() < nearPixels)
                near = point;
            painter->setPen(QPen(view_.colours_->surface, 1.5));
            painter->setBrush(point->current ? view_.colours_->accent : view_.colourOf(*point));
            painter->drawEllipse(at, point->current ? 6 : 4.5, point->current ? 6 : 4.5);
            QRectF box(at.x() + 9, at.y() - metrics.height() / 2, metrics.horizontalAdvance(point->run),
                       metrics.height());
            if (box.right() > view_.plot()->viewport().right())
                box.moveRight(at.x() - 9);
            const bool free =
                std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(box); });
            if (!free)
                continue;
            taken.append(box);
            painter->setPen(point->current ? view_.colours_->text : view_.colours_->dimText);
            painter->drawText(box, Qt::AlignLeft | Qt::AlignVCenter, point->run);
        }
        if (near)
            drawReadingBox(*painter, *view_.colours_, place(*near), view_.plot()->viewport(), near->run,
                           {{QColor(), near->operation, valueText(near->perSecond, "1/s")},
                            {QColor(), view_.metrics_->currentText(), valueText(view_.latencyS(*near), "s")}});
    }

private:
    QPointF place(const LoadPoint& point) const
    {
        return {view_.rect_->axis(QCPAxis::atBottom)->coordToPixel(point.perSecond),
                view_.rect_->axis(QCPAxis::atLeft)->coordToPixel(view_.latencyS(point))};
    }
};

LoadCurveView::LoadCurveView(QWidget* parent)
    : ChartWidget(parent), operations_(named(new QComboBox, "loadOperation", tr("Operation"))),
      metrics_(named(new QComboBox, "loadMetric", tr("Latency"))), colours_(&colours(palette()))
{
    setWindowTitle(tr("Load curve"));
    operations_->setMinimumContentsLength(12);
    for (const Metric& metric : metricsKnown)
        metrics_->addItem(QCoreApplication::translate("LoadCurve", metric.name));
    choices()->addWidget(operations_);
    choices()->addWidget(metrics_);
    choices()->addStretch();
    QCustomPlot* chart = plot();
    chart->plotLayout()->clear();
    chart->setMinimumSize(320, leastChartHeight);
    rect_ = plainAxisRect(*chart, 0, 0);
    rect_->setMinimumMargins({64, 14, 40, 24});
    rect_->axis(QCPAxis::atBottom)->setTicker(quantityTicker("1/s", false, 6));
    rect_->axis(QCPAxis::atLeft)->setTicker(quantityTicker("s", false, 4, labelsBeside(*rect_)));
    new LoadCurveOverlay(*this);
    followPointer();
    connect(operations_, &QComboBox::currentIndexChanged, this, &LoadCurveView::rebuild);
    connect(metrics_, &QComboBox::currentIndexChanged, this, &LoadCurveView::rebuild);
    setEmptyPage(emptyPage(tr("Each finished run adds a point here: throughput against latency. Run the project with "
                              "more and more workers to see where the curve bends.")));
    applyColours(*colours_);
}

void LoadCurveView::setPoints(std::vector<LoadPoint> points)
{
    points_ = std::move(points);
    std::stable_sort(points_.begin(), points_.end(),
                     [](const auto& a, const auto& b) { return a.perSecond < b.perSecond; });
    const QString chosen = operations_->currentText();
    {
        const QSignalBlocker quiet(operations_);
        operations_->clear();
        for (auto point = points_.rbegin(); point != points_.rend(); ++point) // the most frequent operation first
            if (operations_->findText(point->operation) < 0)
                operations_->addItem(point->operation);
        operations_->setCurrentIndex(std::max(0, operations_->findText(chosen)));
    }
    rebuild();
    updatePage();
}

double LoadCurveView::latencyS(const LoadPoint& point) const
{
    return point.latency.*metricsKnown[std::max(0, metrics_->currentIndex())].value * secondsPerMs;
}

std::vector<const LoadPoint*> LoadCurveView::shown() const
{
    std::vector<const LoadPoint*> result;
    for (const LoadPoint& point : points_)
        if (point.operation == operations_->currentText())
            result.push_back(&point);
    return result;
}

/// Those of the shown points, each once, in the order of their first runs.
std::vector<QByteArray> LoadCurveView::configurations() const
{
    std::vector<QByteArray> found;
    for (const LoadPoint* point : shown())
        if (std::find(found.begin(), found.end(), point->configuration) == found.end())
            found.push_back(point->configuration);
    return found;
}

QColor LoadCurveView::colourOf(const LoadPoint& point) const
{
    const auto known = configurations();
    const auto at = std::find(known.begin(), known.end(), point.configuration);
    return seriesColour(static_cast<int>(at - known.begin()), colours_->dark);
}

void LoadCurveView::rebuild()
{
    plot()->clearGraphs();
    QVector<double> x, y;
    for (const QByteArray& configuration : configurations()) {
        QVector<double> curveX, curveY;
        for (const LoadPoint* point : shown())
            if (point->configuration == configuration) {
                curveX.append(point->perSecond);
                curveY.append(latencyS(*point));
            }
        plot()->addGraph(rect_->axis(QCPAxis::atBottom), rect_->axis(QCPAxis::atLeft))->setData(curveX, curveY, true);
        x += curveX;
        y += curveY;
    }
    rect_->axis(QCPAxis::atBottom)
        ->setLabel(operations_->count() > 0 ? tr("Throughput, %1/s").arg(operations_->currentText())
                                            : tr("Throughput"));
    rect_->axis(QCPAxis::atLeft)->setLabel(latencyTitle(metrics_->currentIndex()));
    applyColours(*colours_);
    const auto reach = [](const QVector<double>& values) {
        return values.isEmpty() ? 1.0 : *std::max_element(values.begin(), values.end()) * 1.15;
    };
    rect_->axis(QCPAxis::atBottom)->setRange(0, std::max(reach(x), 1e-9));
    rect_->axis(QCPAxis::atLeft)->setRange(0, std::max(reach(y), 1e-12));
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void LoadCurveView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
    styleAxes(*rect_, set);
    for (int i = 0; i < plot()->graphCount(); ++i)
        plot()->graph(i)->setPen(QPen(set.ghost, 1.4));
}

DataTable LoadCurveView::table() const
{
    DataTable result{windowTitle(),
                     {{"run", {}},
                      {"operation", {}},
                      {"throughput", "1/s"},
                      {"mean latency", "s"},
                      {"p50", "s"},
                      {"p95", "s"},
                      {"p99", "s"}},
                     {}};
    for (const LoadPoint& point : points_)
        result.rows.push_back({point.run, point.operation, point.perSecond, point.latency.meanMs * secondsPerMs,
                               point.latency.p50Ms * secondsPerMs, point.latency.p95Ms * secondsPerMs,
                               point.latency.p99Ms * secondsPerMs});
    return result;
}

} // namespace headroom::widgets
