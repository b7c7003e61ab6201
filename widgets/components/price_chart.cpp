#include "widgets/components/price_chart.h"

#include "project/vocabulary/component_kinds.h"
#include "widgets/components/figure_units.h"
#include "widgets/parameters/fields/component_names.h"
#include "widgets/theme/axis_text.h"

#include <QMouseEvent>
#include <qcustomplot.h>

namespace headroom::widgets {

namespace {

constexpr double nearPx = 8;

/// Tick labels such as "$ 1.5 k", "500 MB/s".
class FigureTicks : public QCPAxisTicker
{
public:
    void setFigure(const std::string& figure) { figure_ = figure; }

protected:
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override
    {
        const FigureUnit unit = unitOf(figure_);
        if (figure_.ends_with("_bps"))
            return tickTexts(ticks, "b/s");
        if (unit.base.isEmpty() || unit.base == "USD")
            return tickTexts(ticks, "1");
        QVector<double> scaled;
        for (const double tick : ticks)
            scaled.append(tick * unit.factor);
        QVector<QString> texts = tickTexts(scaled, unit.base);
        if (unit.base == "W")
            for (QString& text : texts)
                text += QStringLiteral(" W");
        return texts;
    }

private:
    std::string figure_;
};

} // namespace

PriceChart::PriceChart(QWidget* parent) : ChartWidget(parent)
{
    setWindowTitle(tr("Price against performance"));
    setEmptyPage(emptyPage(tr("No component of this kind states both a price and this figure.")));
    all_ = plot()->addGraph();
    chosen_ = plot()->addGraph();
    for (QCPGraph* graph : {all_, chosen_})
        graph->setLineStyle(QCPGraph::lsNone);
    plot()->xAxis->setTicker(QSharedPointer<FigureTicks>::create());
    plot()->yAxis->setTicker(QSharedPointer<FigureTicks>::create());
    plot()->xAxis->setLabel(tr("Price, USD"));
    label_ = new QCPItemText(plot());
    label_->setVisible(false);
    label_->setPositionAlignment(Qt::AlignLeft | Qt::AlignBottom);
    label_->setPadding(QMargins(6, 3, 6, 3));
    label_->setFont(smallFont());
    connect(plot(), &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { showLabel(event->position()); });
    connect(plot(), &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        if (const QString id = componentAt(event->position()); !id.isEmpty() && event->button() == Qt::LeftButton)
            emit picked(id);
    });
    applyColours(colours(palette()));
}

void PriceChart::setComponents(const std::vector<project::Component>& components, const std::string& figure,
                               const std::set<std::string>& picked)
{
    points_.clear();
    figure_ = figure;
    const auto* kind = components.empty() ? nullptr : project::findComponentKind(components.front().kind);
    const std::string price = kind ? kind->priceFigure : "price_usd";
    QVector<double> x, y, pickedX, pickedY;
    for (const project::Component& component : components) {
        if (!component.has(price) || !component.has(figure))
            continue;
        points_.push_back({component.id, titleOf(component), component.figure(price), component.figure(figure)});
        const bool isPicked = picked.contains(component.id);
        (isPicked ? pickedX : x).append(points_.back().price);
        (isPicked ? pickedY : y).append(points_.back().performance);
    }
    all_->setData(x, y);
    chosen_->setData(pickedX, pickedY);
    qSharedPointerCast<FigureTicks>(plot()->xAxis->ticker())->setFigure(price);
    qSharedPointerCast<FigureTicks>(plot()->yAxis->ticker())->setFigure(figure);
    if (!components.empty())
        plot()->yAxis->setLabel(figureLabel(components.front().kind, figure));
    plot()->rescaleAxes();
    for (QCPAxis* axis : {plot()->xAxis, plot()->yAxis}) {
        axis->setRangeLower(0); // starts at 0, so that distances compare correctly
        axis->setRangeUpper(axis->range().upper * 1.08);
    }
    label_->setVisible(false);
    updatePage();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

const PriceChart::Point* PriceChart::pointAt(const QPointF& place) const
{
    const Point* best = nullptr;
    double nearest = nearPx * nearPx;
    for (const Point& point : points_) {
        const QPointF offset =
            place - QPointF(plot()->xAxis->coordToPixel(point.price), plot()->yAxis->coordToPixel(point.performance));
        const double distance = QPointF::dotProduct(offset, offset);
        if (distance <= nearest) {
            nearest = distance;
            best = &point;
        }
    }
    return best;
}

QString PriceChart::componentAt(const QPointF& place) const
{
    const Point* point = pointAt(place);
    return point ? QString::fromStdString(point->id) : QString();
}

void PriceChart::showLabel(const QPointF& place)
{
    const Point* point = pointAt(place);
    if (!point && !label_->visible())
        return;
    label_->setVisible(point != nullptr);
    if (point) {
        label_->setText(
            tr("%1\n%2 · %3")
                .arg(point->title, figureText("price_usd", point->price), figureText(figure_, point->performance)));
        const bool right = point->price > plot()->xAxis->range().center();
        label_->setPositionAlignment(
            (right ? Qt::AlignRight : Qt::AlignLeft) |
            (point->performance > plot()->yAxis->range().center() ? Qt::AlignTop : Qt::AlignBottom));
        label_->position->setCoords(point->price, point->performance);
    }
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void PriceChart::prepareForExport()
{
    label_->setVisible(false);
}

void PriceChart::applyColours(const Colours& set)
{
    plot()->setBackground(QBrush(set.surface));
    for (QCPAxis* axis : {plot()->xAxis, plot()->yAxis}) {
        axis->setBasePen(QPen(set.border));
        axis->setTickPen(QPen(set.border));
        axis->setSubTickPen(Qt::NoPen);
        axis->setTickLabelColor(set.dimText);
        axis->setLabelColor(set.dimText);
        axis->setTickLabelFont(smallFont());
        axis->setLabelFont(smallFont());
        axis->grid()->setPen(QPen(set.grid));
        axis->grid()->setZeroLinePen(QPen(set.grid));
    }
    all_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(set.accent, 1.5), Qt::NoBrush, 8));
    chosen_->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(set.accent, 1.5), set.accent, 12));
    label_->setColor(set.text);
    label_->setBrush(set.surface);
    label_->setPen(QPen(set.fieldBorder));
}

DataTable PriceChart::table() const
{
    DataTable result{
        tr("Components"), {{"component", {}}, {"price", "USD"}, {QString::fromStdString(figure_), {}}}, {}};
    for (const Point& point : points_)
        result.rows.push_back({point.title, point.price, point.performance});
    return result;
}

} // namespace headroom::widgets
