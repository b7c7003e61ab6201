#include "widgets/plots/views/load_limit_view.h"

#include "widgets/plots/chart/axis_style.h"
#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/chart/reading_box.h"
#include "widgets/theme/number_text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace headroom::widgets {

namespace {

constexpr double pointerReach = 12;
constexpr double above = 1.12; ///< room beyond the largest value

} // namespace

/// Draws the trials, the limit across both parts, and the reading under the pointer.
class LoadLimitOverlay : public ChartDrawing<LoadLimitView>
{
public:
    explicit LoadLimitOverlay(LoadLimitView& view) : ChartDrawing(view, "overlay") {}

protected:
    void draw(QCPPainter* painter) override
    {
        const Colours& colours = *view_.colours_;
        const LoadTrial* near = nullptr;
        QPointF nearAt;
        for (const LoadLimitView::Part& part : view_.parts_) {
            drawLimit(*painter, *part.rect);
            if (part.figure == &LoadTrial::p99S)
                drawGoals(*painter, *part.rect);
            for (const LoadTrial& trial : view_.trials_) {
                if (!std::isfinite(trial.*part.figure))
                    continue;
                const QPointF at = view_.placeIn(part, trial);
                painter->setPen(QPen(trial.holds ? colours.surface : colours.bad, 1.4));
                painter->setBrush(trial.holds ? colours.accent : colours.surface);
                painter->drawEllipse(at, 4.5, 4.5);
                if (view_.pointer() && QLineF(at, *view_.pointer()).length() < pointerReach) {
                    near = &trial;
                    nearAt = at;
                }
            }
        }
        if (near)
            drawReadingBox(
                *painter, colours, nearAt, view_.plot()->viewport(),
                (view_.parameter_.isEmpty()
                     ? LoadLimitView::tr("%1 times the present load: %2").arg(valueText(near->load, {}))
                     : QStringLiteral("%1 %2: %3").arg(view_.parameter_, valueText(near->load * view_.present_, {})))
                    .arg(near->holds ? LoadLimitView::tr("holds") : near->why),
                {{QColor(), LoadLimitView::tr("completed"), valueText(near->perSecond, "1/s")},
                 {QColor(), LoadLimitView::tr("latency p99"), valueText(near->p99S, "s")}});
    }

private:
    void drawGoals(QCPPainter& painter, const QCPAxisRect& rect) const
    {
        painter.setFont(rect.axis(QCPAxis::atLeft)->tickLabelFont());
        for (const LoadLimitView::Goal& goal : view_.goals_) {
            const double y = rect.axis(QCPAxis::atLeft)->coordToPixel(goal.atMostS);
            if (y < rect.top() || y > rect.bottom())
                continue;
            painter.setPen(QPen(view_.colours_->warning, 1.2, Qt::DashLine));
            painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y));
            const int height = painter.fontMetrics().height();
            painter.drawText(QRectF(rect.left() + 6, y - height - 1, rect.width() - 12, height),
                             Qt::AlignLeft | Qt::AlignBottom, goal.text);
        }
    }

    void drawLimit(QCPPainter& painter, const QCPAxisRect& rect) const
    {
        if (!view_.limit_)
            return;
        const auto [load, low, high] =
            LoadLimitView::Limit{view_.limit_->load * view_.present_, view_.limit_->low * view_.present_,
                                 view_.limit_->high * view_.present_};
        const QCPAxis& axis = *rect.axis(QCPAxis::atBottom);
        if (low < high) {
            QColor band = view_.colours_->good;
            band.setAlphaF(0.18F);
            const double left = axis.coordToPixel(low);
            painter.fillRect(QRectF(left, rect.top(), axis.coordToPixel(high) - left, rect.height()), band);
        }
        painter.setPen(QPen(view_.colours_->good, 1.4, Qt::DashLine));
        const double at = axis.coordToPixel(load);
        painter.drawLine(QPointF(at, rect.top()), QPointF(at, rect.bottom()));
    }
};

LoadLimitView::LoadLimitView(QWidget* parent) : ChartWidget(parent), colours_(&colours(palette()))
{
    setWindowTitle(tr("Load"));
    QCustomPlot* chart = plot();
    chart->plotLayout()->clear();
    chart->setMinimumSize(260, 200);
    parts_ = {{plainAxisRect(*chart, 0, 0), &LoadTrial::perSecond}, {plainAxisRect(*chart, 1, 0), &LoadTrial::p99S}};
    const char* const units[] = {"1/s", "s"};
    const QString names[] = {tr("Completed"), tr("Latency p99")};
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        QCPAxisRect& rect = *parts_[i].rect;
        rect.setMinimumMargins({64, 10, 14, i == 0 ? 8 : 40});
        rect.axis(QCPAxis::atLeft)->setLabel(names[i]);
        rect.axis(QCPAxis::atLeft)->setTicker(quantityTicker(units[i], i == 1, 4, labelsBeside(rect)));
        rect.axis(QCPAxis::atLeft)->setScaleType(i == 1 ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        rect.axis(QCPAxis::atBottom)->setTicker(quantityTicker("", false, 6));
    }
    parts_[0].rect->axis(QCPAxis::atBottom)->setTickLabels(false);
    parts_[1].rect->axis(QCPAxis::atBottom)->setLabel(tr("Load, times the present one"));
    auto* group = new QCPMarginGroup(chart);
    for (const Part& part : parts_)
        part.rect->setMarginGroup(QCP::msLeft | QCP::msRight, group);
    new LoadLimitOverlay(*this);
    followPointer();
    setEmptyPage(emptyPage(tr("Each load that is simulated is drawn here: what is completed, and the latency.")));
    applyColours(*colours_);
}

void LoadLimitView::setContent(std::vector<LoadTrial> trials, std::optional<Limit> limit)
{
    trials_ = std::move(trials);
    limit_ = limit;
    plot()->clearGraphs();
    for (const Part& part : parts_)
        fill(part);
    applyColours(*colours_);
    updatePage();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void LoadLimitView::setParameter(const QString& name, double present)
{
    parameter_ = name;
    present_ = name.isEmpty() || !(present > 0) ? 1 : present;
    parts_[1].rect->axis(QCPAxis::atBottom)->setLabel(name.isEmpty() ? tr("Load, times the present one") : name);
}

void LoadLimitView::setGoals(std::vector<Goal> goals)
{
    goals_ = std::move(goals);
}

/// A line through the means over the seeds of each load, and ranges that hold all trials.
void LoadLimitView::fill(const Part& part)
{
    std::map<double, std::pair<double, int>> sums;
    double highest = 0, lowest = HUGE_VAL, farthest = 1;
    for (const LoadTrial& trial : trials_) {
        farthest = std::max(farthest, trial.load);
        const double value = trial.*part.figure;
        if (!std::isfinite(value) || value <= 0)
            continue;
        highest = std::max(highest, value);
        lowest = std::min(lowest, value);
        sums[trial.load].first += value;
        ++sums[trial.load].second;
    }
    if (part.figure == &LoadTrial::p99S)
        for (const Goal& goal : goals_) {
            highest = std::max(highest, goal.atMostS);
            lowest = std::min(lowest, goal.atMostS);
        }
    QVector<double> x, y;
    for (const auto& [load, sum] : sums) {
        x.append(load * present_);
        y.append(sum.first / sum.second);
    }
    QCPAxis* const left = part.rect->axis(QCPAxis::atLeft);
    plot()->addGraph(part.rect->axis(QCPAxis::atBottom), left)->setData(x, y, true);
    part.rect->axis(QCPAxis::atBottom)->setRange(0, farthest * present_ * 1.05);
    if (left->scaleType() == QCPAxis::stLogarithmic)
        left->setRange(std::isfinite(lowest) ? lowest / 1.5 : 1e-3, highest > 0 ? highest * 1.5 : 1);
    else
        left->setRange(0, highest > 0 ? highest * above : 1);
}

QPointF LoadLimitView::placeIn(const Part& part, const LoadTrial& trial) const
{
    return {part.rect->axis(QCPAxis::atBottom)->coordToPixel(trial.load * present_),
            part.rect->axis(QCPAxis::atLeft)->coordToPixel(trial.*part.figure)};
}

QPointF LoadLimitView::place(const LoadTrial& trial) const
{
    return placeIn(parts_.front(), trial);
}

void LoadLimitView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
    for (const Part& part : parts_)
        styleAxes(*part.rect, set);
    for (int i = 0; i < plot()->graphCount(); ++i)
        plot()->graph(i)->setPen(QPen(set.accent, 1.4));
}

DataTable LoadLimitView::table() const
{
    DataTable result{windowTitle(),
                     {{parameter_.isEmpty() ? QStringLiteral("load") : parameter_, {}},
                      {"completed", "1/s"},
                      {"latency p99", "s"},
                      {"holds", {}},
                      {"why not", {}}},
                     {}};
    for (const LoadTrial& trial : trials_)
        result.rows.push_back({trial.load * present_, trial.perSecond, trial.p99S,
                               trial.holds ? QString("yes") : QString("no"), trial.why});
    return result;
}

} // namespace headroom::widgets
