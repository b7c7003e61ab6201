#include "widgets/plots/views/scatter_view.h"

#include "widgets/plots/chart/axis_style.h"
#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/chart/reading_box.h"
#include "widgets/theme/number_text.h"

#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace headroom::widgets {

namespace {

constexpr double reachPixels = 12;
constexpr double stepsLogFactor = 20; // the ends of an axis of steps that is drawn logarithmic
constexpr double margin = 0.06;       // of the range, beside the outermost points

QCPRange rangeOf(const std::vector<ScatterPoint>& points, double ScatterPoint::*coordinate, bool steps,
                 bool& logarithmic)
{
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (const ScatterPoint& point : points) {
        low = std::min(low, point.*coordinate);
        high = std::max(high, point.*coordinate);
    }
    logarithmic = steps && low > 0 && high / low >= stepsLogFactor;
    if (logarithmic) {
        const double factor = std::pow(high / low, margin);
        return {low / factor, high * factor};
    }
    const double beside = high > low ? margin * (high - low) : std::max(std::fabs(high) * margin, 1e-12);
    return {low - beside, high + beside};
}

} // namespace

/// Draws the points above the front, the selected one marked, and the reading under the pointer.
class ScatterOverlay : public ChartDrawing<ScatterView>
{
public:
    explicit ScatterOverlay(ScatterView& view) : ChartDrawing(view, "overlay") {}

protected:
    void draw(QCPPainter* painter) override
    {
        const Colours& colours = *view_.colours_;
        painter->modes().testFlag(QCPPainter::pmVectorized) ? drawPoints(*painter) : drawCloud(*painter);
        painter->setPen(QPen(colours.surface, 1));
        painter->setBrush(colours.accent);
        for (const ScatterPoint& point : view_.front_)
            painter->drawEllipse(view_.place(point), 5, 5);
        for (const ScatterPoint& point : view_.points_)
            if (view_.selected_ == point.number) {
                painter->setBrush(Qt::NoBrush);
                painter->setPen(QPen(colours.text, 2));
                painter->drawEllipse(view_.place(point), 8, 8);
            }
        const ScatterPoint* near = view_.pointer() ? view_.nearest(*view_.pointer()) : nullptr;
        if (near)
            drawReadingBox(*painter, colours, view_.place(*near), view_.plot()->viewport(),
                           ScatterView::tr("Point %1: %2").arg(near->number).arg(view_.nameOf_(near->index)),
                           {{QColor(), view_.x_.name, valueText(near->x, view_.x_.unit)},
                            {QColor(), view_.y_.name, valueText(near->y, view_.y_.unit)}});
    }

private:
    /// Draws one of several points that lie at the same place to half a pixel.
    void drawPoints(QPainter& painter) const
    {
        painter.setPen(QPen(view_.colours_->surface, 1));
        QColor plain = view_.colours_->dimText;
        plain.setAlphaF(0.6F);
        painter.setBrush(plain);
        const QRect area = view_.rect_->rect();
        constexpr int perPixel = 2;
        const int width = perPixel * area.width() + 1, height = perPixel * area.height() + 1;
        std::vector<bool> drawn(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
        for (const ScatterPoint& point : view_.points_) {
            const QPointF at = view_.place(point);
            const int column = qRound(perPixel * (at.x() - area.left()));
            const int row = qRound(perPixel * (at.y() - area.top()));
            if (column < 0 || row < 0 || column >= width || row >= height)
                continue;
            const auto cell =
                static_cast<std::size_t>(row) * static_cast<std::size_t>(width) + static_cast<std::size_t>(column);
            if (!drawn[cell])
                painter.drawEllipse(at, 3.5, 3.5);
            drawn[cell] = true;
        }
    }

    /// The points do not change while the pointer moves over them.
    void drawCloud(QCPPainter& painter) const
    {
        const QCPRange across = view_.rect_->axis(QCPAxis::atBottom)->range();
        const QCPRange up = view_.rect_->axis(QCPAxis::atLeft)->range();
        const QRectF axes(across.lower, up.lower, across.size(), up.size());
        const QRect area = view_.plot()->viewport();
        const double ratio = painter.device()->devicePixelRatioF();
        if (view_.cloud_.isNull() || view_.cloud_.size() != area.size() * ratio || view_.cloudAxes_ != axes) {
            view_.cloud_ = QPixmap(area.size() * ratio);
            view_.cloud_.setDevicePixelRatio(ratio);
            view_.cloud_.fill(Qt::transparent);
            view_.cloudAxes_ = axes;
            QPainter onto(&view_.cloud_);
            onto.setRenderHint(QPainter::Antialiasing);
            onto.translate(-area.topLeft());
            drawPoints(onto);
        }
        painter.drawPixmap(area.topLeft(), view_.cloud_);
    }
};

std::vector<ScatterPoint> paretoFront(std::vector<ScatterPoint> points, bool largerX, bool largerY)
{
    const auto better = [](double one, double other, bool larger) { return larger ? one > other : one < other; };
    // From the best x on: a point is on the front if its y is better than that of all before it.
    std::sort(points.begin(), points.end(), [&](const ScatterPoint& a, const ScatterPoint& b) {
        return a.x != b.x ? better(a.x, b.x, largerX) : better(a.y, b.y, largerY);
    });
    std::vector<ScatterPoint> front;
    for (const ScatterPoint& point : points)
        if (front.empty() || better(point.y, front.back().y, largerY))
            front.push_back(point);
    std::sort(front.begin(), front.end(), [](const auto& a, const auto& b) { return a.x < b.x; });
    return front;
}

ScatterView::ScatterView(QWidget* parent) : ChartWidget(parent), colours_(&colours(palette()))
{
    setWindowTitle(tr("Points"));
    QCustomPlot* chart = plot();
    chart->plotLayout()->clear();
    chart->setMinimumSize(240, 140);
    rect_ = plainAxisRect(*chart, 0, 0);
    rect_->setMinimumMargins({64, 14, 40, 24});
    new ScatterOverlay(*this);
    followPointer();
    connect(chart, &QCustomPlot::mousePress, this, [this](const QMouseEvent* event) {
        if (const ScatterPoint* point = nearest(event->pos()); point && event->button() == Qt::LeftButton)
            emit pointChosen(point->number);
    });
    setEmptyPage(
        emptyPage(tr("Each finished point that has both figures is drawn here, one figure against the other.")));
    applyColours(*colours_);
}

void ScatterView::setContent(const ScatterAxis& x, const ScatterAxis& y, std::vector<ScatterPoint> points,
                             Naming nameOf)
{
    cloud_ = {};
    nameOf_ = std::move(nameOf);
    x_ = x;
    y_ = y;
    points_ = std::move(points);
    front_.clear();
    if (x.largerIsBetter && y.largerIsBetter && !points_.empty())
        front_ = paretoFront(points_, *x.largerIsBetter, *y.largerIsBetter);
    QCPAxis* const bottom = rect_->axis(QCPAxis::atBottom);
    QCPAxis* const left = rect_->axis(QCPAxis::atLeft);
    bottom->setLabel(axisTitle(x.name, x.unit));
    left->setLabel(axisTitle(y.name, y.unit));
    plot()->clearGraphs();
    QVector<double> frontX, frontY;
    for (const ScatterPoint& point : front_) {
        frontX.append(point.x);
        frontY.append(point.y);
    }
    plot()->addGraph(bottom, left)->setData(frontX, frontY, true);
    applyColours(*colours_);
    const auto setScale = [&](QCPAxis& axis, const ScatterAxis& column, double ScatterPoint::*coordinate, int ticks,
                              std::function<double()> fitting = {}) {
        bool logarithmic = false;
        if (!points_.empty())
            axis.setRange(rangeOf(points_, coordinate, column.steps, logarithmic));
        axis.setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        axis.setTicker(quantityTicker(column.unit, logarithmic, ticks, std::move(fitting)));
    };
    setScale(*bottom, x, &ScatterPoint::x, 5);
    setScale(*left, y, &ScatterPoint::y, 4, labelsBeside(*rect_));
    updatePage();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void ScatterView::setSelected(std::optional<qulonglong> point)
{
    if (std::exchange(selected_, point) != point)
        plot()->replot(QCustomPlot::rpQueuedReplot);
}

QPointF ScatterView::place(const ScatterPoint& point) const
{
    return {rect_->axis(QCPAxis::atBottom)->coordToPixel(point.x), rect_->axis(QCPAxis::atLeft)->coordToPixel(point.y)};
}

const ScatterPoint* ScatterView::nearest(const QPointF& at) const
{
    const ScatterPoint* best = nullptr;
    double least = reachPixels;
    for (const ScatterPoint& point : points_)
        if (const double away = QLineF(place(point), at).length(); away < least) {
            least = away;
            best = &point;
        }
    return best;
}

void ScatterView::applyColours(const Colours& set)
{
    colours_ = &set;
    cloud_ = {};
    plot()->setBackground(QBrush(set.surface));
    styleAxes(*rect_, set);
    for (int i = 0; i < plot()->graphCount(); ++i)
        plot()->graph(i)->setPen(QPen(set.accent, 1.4));
}

DataTable ScatterView::table() const
{
    DataTable result{windowTitle(), {{"point", {}}, {"parameters", {}}, {x_.name, x_.unit}, {y_.name, y_.unit}}, {}};
    for (const ScatterPoint& point : points_)
        result.rows.push_back({QString::number(point.number), nameOf_(point.index), point.x, point.y});
    return result;
}

} // namespace headroom::widgets
