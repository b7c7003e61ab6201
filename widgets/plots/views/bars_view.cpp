#include "widgets/plots/views/bars_view.h"

#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/chart/horizontal_bars.h"
#include "widgets/theme/number_text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <set>

namespace headroom::widgets {

namespace {

constexpr int barsRowHeight = 24;
constexpr int groupGap = 12;
constexpr int barsGroupWidth = 104;
constexpr int leastNamesWidth = 264; // width of node group and resource: "workers container-server"
constexpr double largestNameShare = 0.45;
constexpr int barsNumberWidth = 260; ///< mean, busiest and goal
constexpr int thinBarHeight = 10;

} // namespace

class BarsDrawing : public ChartDrawing<BarsView>
{
public:
    explicit BarsDrawing(BarsView& view) : ChartDrawing(view, "main") {}

protected:
    void draw(QCPPainter* painter) override
    {
        if (!view_.now_)
            return;
        painter->setClipping(false);
        names_ = std::max<double>(leastNamesWidth,
                                  std::min(view_.nameWidth_, largestNameShare * view_.plot()->viewport().width()));
        double y = rhythm::step - view_.scrolledBy();
        std::string group;
        for (const auto& resource : view_.now_->resources) {
            if (resource.nodeGroup != group) {
                y += group.empty() ? 0 : groupGap;
                group = resource.nodeGroup;
                painter->setFont(strongFont());
                HorizontalBars(*painter, *view_.colours_, {}, thinBarHeight)
                    .name(QRectF(rhythm::margin, y, 90, barsRowHeight), QString::fromStdString(group),
                          view_.colours_->text);
            }
            drawRow(painter, resource, y);
            y += barsRowHeight;
        }
    }

private:
    void drawRow(QCPPainter* painter, const record::ResourceSummary& resource, double y)
    {
        const Colours& c = *view_.colours_;
        const double width =
            std::max<double>(40.0, view_.plot()->viewport().width() - names_ - barsNumberWidth - rhythm::margin);
        const double middle = y + barsRowHeight / 2.0;
        const HorizontalBars bars(*painter, c, {names_, width}, thinBarHeight);
        painter->setFont(smallFont());
        bars.name(QRectF(barsGroupWidth, y, names_ - barsGroupWidth - rhythm::step, barsRowHeight),
                  QString::fromStdString(resource.resource), c.text);
        bars.bar(middle, 0, 1, c.track);
        const double mean = std::clamp(resource.utilisationMean, 0.0, 1.0);
        painter->setBrush(loadColour(mean, c.dark ? QPalette(Qt::black) : QPalette(Qt::white)));
        painter->setPen(QPen(c.wire, 1));
        painter->drawRect(bars.barOf(middle, 0, mean).adjusted(0.5, 0.5, -0.5, -0.5));
        if (const auto* before = view_.former(resource))
            bars.mark(middle, before->utilisationMean, 3, c.text);
        QString goals;
        for (const GoalLine& goal : view_.goals_)
            if (goal.isOf(resource)) {
                bars.mark(middle, goal.value, 4, c.bad);
                goals +=
                    BarsView::tr(", goal %1 %2")
                        .arg(goal.atMost ? QStringLiteral("≤") : QStringLiteral("≥"), valueText(goal.value, "share"));
            }
        painter->setFont(QFont());
        bars.number(QRectF(bars.right() + 10, y, 52, barsRowHeight), valueText(resource.utilisationMean, "share"));
        painter->setFont(smallFont());
        bars.name(QRectF(bars.right() + 74, y, barsNumberWidth - 74, barsRowHeight),
                  BarsView::tr("busiest %1").arg(valueText(resource.utilisationMax, "share")) + goals, c.dimText);
    }

    double names_ = leastNamesWidth; ///< where the bars begin
};

BarsView::BarsView(QWidget* parent) : ChartWidget(parent), colours_(&colours(palette()))
{
    setWindowTitle(tr("Utilisation"));
    plot()->plotLayout()->clear();
    new BarsDrawing(*this);
    connect(plot(), &QCustomPlot::mouseWheel, this,
            [this](const QWheelEvent* event) { scrollBy(-event->angleDelta().y() / 2); });
    setEmptyPage(emptyPage(tr("When a run has ended, this shows how busy each resource was.")));
    applyColours(*colours_);
}

void BarsView::setSummaries(const std::optional<record::Summary>& now, const std::optional<record::Summary>& former)
{
    now_ = now;
    former_ = former;
    goals_ = now_ ? goalLines(now_->goals, now_->conditions) : QVector<GoalLine>();
    if (now_) // the rows of a group are adjacent
        std::stable_sort(now_->resources.begin(), now_->resources.end(),
                         [](const auto& a, const auto& b) { return a.nodeGroup < b.nodeGroup; });
    const int rows = now_ ? static_cast<int>(now_->resources.size()) : 0;
    std::set<std::string> groups;
    if (now_)
        for (const auto& resource : now_->resources)
            groups.insert(resource.nodeGroup);
    const QFontMetricsF metrics(smallFont());
    nameWidth_ = 0;
    if (now_)
        for (const auto& resource : now_->resources)
            nameWidth_ = std::max(nameWidth_, barsGroupWidth + rhythm::step + 1 +
                                                  metrics.horizontalAdvance(QString::fromStdString(resource.resource)));
    plot()->setMinimumWidth(leastNamesWidth + barsNumberWidth + 60);
    setContentHeight(rows * barsRowHeight + static_cast<int>(groups.size()) * groupGap + 2 * rhythm::step);
    updatePage();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

const record::ResourceSummary* BarsView::former(const record::ResourceSummary& resource) const
{
    if (!former_)
        return nullptr;
    const auto found = std::find_if(former_->resources.begin(), former_->resources.end(), [&](const auto& other) {
        return other.nodeGroup == resource.nodeGroup && other.resource == resource.resource;
    });
    return found == former_->resources.end() ? nullptr : &*found;
}

bool BarsView::isFilled() const
{
    return now_ && !now_->resources.empty();
}

void BarsView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
}

DataTable BarsView::table() const
{
    DataTable result{windowTitle(),
                     {{"node group", {}},
                      {"resource", {}},
                      {"utilisation mean", "share"},
                      {"utilisation max", "share"},
                      {"queue mean", "1"},
                      {"former utilisation mean", "share"}},
                     {}};
    if (!now_)
        return result;
    for (const auto& resource : now_->resources) {
        const auto* before = former(resource);
        result.rows.push_back({QString::fromStdString(resource.nodeGroup), QString::fromStdString(resource.resource),
                               resource.utilisationMean, resource.utilisationMax, resource.queueMean,
                               before ? DataTable::Cell(before->utilisationMean) : DataTable::Cell()});
    }
    return result;
}

} // namespace headroom::widgets
