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
        drawLimit(*painter, *view_.completions_);
        drawLimit(*painter, *view_.latencies_);
        drawGoals(*painter, *view_.latencies_);
        for (const LoadLimitView::Line& line : view_.lines())
            for (const LoadTrial& trial : view_.trials_) {
                if (!std::isfinite(line.value(trial)))
                    continue;
                const QPointF at = view_.placeIn(line, trial);
                painter->setPen(QPen(trial.holds ? colours.surface : colours.bad, 1.4));
                painter->setBrush(trial.holds ? view_.colourOf(line) : colours.surface);
                painter->drawEllipse(at, 4.5, 4.5);
                if (view_.pointer() && QLineF(at, *view_.pointer()).length() < pointerReach) {
                    near = &trial;
                    nearAt = at;
                }
            }
        if (near)
            drawReadingBox(
                *painter, colours, nearAt, view_.plot()->viewport(),
                (view_.parameter_.isEmpty()
                     ? LoadLimitView::tr("%1 times the present load: %2").arg(valueText(near->load, {}))
                     : QStringLiteral("%1 %2: %3").arg(view_.parameter_, valueText(near->load * view_.present_, {})))
                    .arg(near->holds ? LoadLimitView::tr("holds") : near->why),
                readingOf(*near));
    }

private:
    QVector<ReadingRow> readingOf(const LoadTrial& trial) const
    {
        QVector<ReadingRow> rows;
        for (const LoadLimitView::Line& line : view_.lines())
            rows.push_back({line.colour < 0 ? QColor() : view_.colourOf(line), line.name,
                            valueText(line.value(trial), rows.isEmpty() ? "1/s" : "s")});
        return rows;
    }

    void drawGoals(QCPPainter& painter, const QCPAxisRect& rect) const
    {
        painter.setFont(rect.axis(QCPAxis::atLeft)->tickLabelFont());
        for (int i = 0; i < static_cast<int>(view_.goals_.size()); ++i) {
            const LoadLimitView::Goal& goal = view_.goals_[static_cast<std::size_t>(i)];
            const double y = rect.axis(QCPAxis::atLeft)->coordToPixel(goal.atMostS);
            if (y < rect.top() || y > rect.bottom())
                continue;
            painter.setPen(QPen(seriesColour(i, view_.colours_->dark), 1.2, Qt::DashLine));
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
    completions_ = plainAxisRect(*chart, 0, 0);
    latencies_ = plainAxisRect(*chart, 1, 0);
    for (QCPAxisRect* rect : {completions_, latencies_}) {
        const bool below = rect == latencies_;
        rect->setMinimumMargins({64, 10, 14, below ? 40 : 8});
        rect->axis(QCPAxis::atLeft)->setTicker(quantityTicker(below ? "s" : "1/s", below, 4, labelsBeside(*rect)));
        rect->axis(QCPAxis::atLeft)->setScaleType(below ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        rect->axis(QCPAxis::atBottom)->setTicker(quantityTicker("", false, 6));
    }
    completions_->axis(QCPAxis::atLeft)->setLabel(tr("Completed"));
    completions_->axis(QCPAxis::atBottom)->setTickLabels(false);
    latencies_->axis(QCPAxis::atBottom)->setLabel(tr("Load, times the present one"));
    setGoals({});
    auto* group = new QCPMarginGroup(chart);
    for (QCPAxisRect* rect : {completions_, latencies_})
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, group);
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
    for (QCPAxisRect* rect : {completions_, latencies_})
        fill(*rect);
    applyColours(*colours_);
    updatePage();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void LoadLimitView::setParameter(const QString& name, double present)
{
    parameter_ = name;
    present_ = name.isEmpty() || !(present > 0) ? 1 : present;
    latencies_->axis(QCPAxis::atBottom)->setLabel(name.isEmpty() ? tr("Load, times the present one") : name);
}

void LoadLimitView::setGoals(std::vector<Goal> goals)
{
    goals_ = std::move(goals);
    latencies_->axis(QCPAxis::atLeft)->setLabel(goals_.empty() ? tr("Latency p99") : tr("Latency"));
}

QColor LoadLimitView::colourOf(const Line& line) const
{
    return line.colour < 0 ? colours_->accent : seriesColour(line.colour, colours_->dark);
}

std::vector<LoadLimitView::Line> LoadLimitView::lines() const
{
    std::vector<Line> all{{completions_, tr("completed"), [](const LoadTrial& trial) { return trial.perSecond; }}};
    if (goals_.empty())
        all.push_back({latencies_, tr("latency p99"), [](const LoadTrial& trial) { return trial.p99S; }});
    for (std::size_t i = 0; i < goals_.size(); ++i)
        all.push_back({latencies_, goals_[i].metric,
                       [i](const LoadTrial& trial) { return i < trial.ofGoalsS.size() ? trial.ofGoalsS[i] : NAN; },
                       static_cast<int>(i)});
    return all;
}

/// Lines through the means over the seeds of each load, and ranges that hold all trials.
void LoadLimitView::fill(QCPAxisRect& rect)
{
    double highest = 0, lowest = HUGE_VAL, farthest = 1;
    const auto hold = [&](double value) {
        if (!std::isfinite(value) || value <= 0)
            return;
        highest = std::max(highest, value);
        lowest = std::min(lowest, value);
    };
    for (const LoadTrial& trial : trials_)
        farthest = std::max(farthest, trial.load);
    for (const Line& line : lines())
        if (line.rect == &rect) {
            for (const LoadTrial& trial : trials_)
                hold(line.value(trial));
            addGraph(line);
        }
    if (&rect == latencies_)
        for (const Goal& goal : goals_)
            hold(goal.atMostS);
    QCPAxis* const left = rect.axis(QCPAxis::atLeft);
    rect.axis(QCPAxis::atBottom)->setRange(0, farthest * present_ * 1.05);
    if (left->scaleType() == QCPAxis::stLogarithmic)
        left->setRange(std::isfinite(lowest) ? lowest / 1.5 : 1e-3, highest > 0 ? highest * 1.5 : 1);
    else
        left->setRange(0, highest > 0 ? highest * above : 1);
}

void LoadLimitView::addGraph(const Line& line)
{
    std::map<double, std::pair<double, int>> sums;
    for (const LoadTrial& trial : trials_)
        if (const double value = line.value(trial); std::isfinite(value) && value > 0) {
            sums[trial.load].first += value;
            ++sums[trial.load].second;
        }
    QVector<double> x, y;
    for (const auto& [load, sum] : sums) {
        x.append(load * present_);
        y.append(sum.first / sum.second);
    }
    plot()->addGraph(line.rect->axis(QCPAxis::atBottom), line.rect->axis(QCPAxis::atLeft))->setData(x, y, true);
}

QPointF LoadLimitView::placeIn(const Line& line, const LoadTrial& trial) const
{
    return {line.rect->axis(QCPAxis::atBottom)->coordToPixel(trial.load * present_),
            line.rect->axis(QCPAxis::atLeft)->coordToPixel(line.value(trial))};
}

QPointF LoadLimitView::place(const LoadTrial& trial) const
{
    return placeIn(lines().front(), trial);
}

void LoadLimitView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
    for (QCPAxisRect* rect : {completions_, latencies_})
        styleAxes(*rect, set);
    const std::vector<Line> drawn = lines();
    for (int i = 0; i < std::min(plot()->graphCount(), static_cast<int>(drawn.size())); ++i)
        plot()->graph(i)->setPen(QPen(colourOf(drawn[static_cast<std::size_t>(i)]), 1.4));
}

DataTable LoadLimitView::table() const
{
    DataTable result{
        windowTitle(),
        {{parameter_.isEmpty() ? QStringLiteral("load") : parameter_, {}}, {"completed", "1/s"}, {"latency p99", "s"}},
        {}};
    for (const Goal& goal : goals_)
        result.columns.push_back({goal.metric, "s"});
    result.columns.push_back({"holds", {}});
    result.columns.push_back({"why not", {}});
    for (const LoadTrial& trial : trials_) {
        auto& row = result.rows.emplace_back();
        row = {trial.load * present_, trial.perSecond, trial.p99S};
        for (std::size_t i = 0; i < goals_.size(); ++i)
            row.push_back(DataTable::cell(i < trial.ofGoalsS.size() ? trial.ofGoalsS[i] : NAN));
        row.push_back(trial.holds ? QString("yes") : QString("no"));
        row.push_back(trial.why);
    }
    return result;
}

} // namespace headroom::widgets
