#include "widgets/plots/views/stacked_bars_view.h"

#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/chart/horizontal_bars.h"
#include "widgets/plots/chart/reading_box.h"
#include "widgets/theme/number_text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <numeric>

namespace headroom::widgets {

namespace {

constexpr int stackedRow = 26, stackedBar = 14, legendLine = 20;
constexpr double stackedNames = 0.34, stackedTotal = 104, stackedTools = 34; // of the width; in pixels

} // namespace

double StackedBar::total() const
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

class StackedBarsDrawing : public ChartDrawing<StackedBarsView>
{
public:
    explicit StackedBarsDrawing(StackedBarsView& view) : ChartDrawing(view, "main") {}

protected:
    void draw(QCPPainter* painter) override
    {
        painter->setClipping(false);
        if (!view_.isFilled())
            return;
        painter->setFont(smallFont());
        setScale();
        drawLegend(*painter);
        const QRectF all = view_.plot()->viewport();
        const auto& bars = view_.content_.bars;
        for (std::size_t i = 0; i < bars.size(); ++i)
            if (const QRectF row = view_.row(i); row.bottom() >= all.top() && row.top() <= all.bottom())
                drawBar(*painter, bars[i], row);
        for (std::size_t i = 0; i < bars.size(); ++i)
            if (view_.pointer() && view_.row(i).contains(*view_.pointer()))
                drawReading(*painter, bars[i]);
    }

private:
    QColor colourOf(qsizetype part) const { return seriesColour(static_cast<int>(part), view_.colours_->dark); }

    QString totalText(const StackedBar& bar) const
    {
        const QString total = valueText(bar.total(), view_.content_.unit);
        return bar.atLeast ? StackedBarsView::tr("from %1").arg(total) : total;
    }

    void setScale()
    {
        const QFontMetricsF metrics(smallFont());
        most_ = names_ = 0;
        for (const StackedBar& bar : view_.content_.bars) {
            most_ = std::max(most_, bar.total());
            names_ = std::max(names_, metrics.horizontalAdvance(bar.name));
        }
        names_ = std::min(names_, stackedNames * view_.plot()->viewport().width()) + 2 * rhythm::step;
    }

    HorizontalBars barsWith(QCPPainter& painter) const
    {
        const QRectF all = view_.plot()->viewport();
        const double room = std::max(1.0, all.width() - names_ - stackedTotal - stackedTools);
        return {painter, *view_.colours_, {all.left() + names_, room, 0, most_}, stackedBar};
    }

    void drawLegend(QCPPainter& painter) const
    {
        const QRectF all = view_.plot()->viewport();
        const QVector<QRectF> places = view_.legend(all.width());
        const QPointF corner = all.topLeft() - QPointF(0, view_.scrolledBy());
        for (qsizetype part = 0; part < places.size(); ++part)
            if (!places[part].isEmpty())
                barsWith(painter).legend(places[part].translated(corner), HorizontalBars::legendSample, colourOf(part),
                                         view_.content_.parts[part]);
    }

    void drawBar(QCPPainter& painter, const StackedBar& bar, const QRectF& row) const
    {
        const HorizontalBars bars = barsWith(painter);
        bars.name(QRectF(row.left() + rhythm::step, row.top(), names_ - 2 * rhythm::step + 1, row.height()), bar.name,
                  view_.colours_->text);
        double total = 0;
        for (qsizetype part = 0; part < bar.values.size(); ++part) {
            bars.bar(row.center().y(), total, total + bar.values[part], colourOf(part));
            total += bar.values[part];
        }
        const double end = bars.barOf(row.center().y(), 0, total).right();
        bars.number(QRectF(end + 6, row.top(), stackedTotal, row.height()), totalText(bar), Qt::AlignLeft);
    }

    void drawReading(QCPPainter& painter, const StackedBar& bar) const
    {
        QVector<ReadingRow> rows;
        for (qsizetype part = 0; part < bar.values.size(); ++part)
            if (bar.values[part] > 0)
                rows.append(
                    {colourOf(part), view_.content_.parts[part], valueText(bar.values[part], view_.content_.unit)});
        rows.append({QColor(), StackedBarsView::tr("together"), totalText(bar)});
        drawReadingBox(painter, *view_.colours_, *view_.pointer(), view_.plot()->viewport(), bar.name, rows);
    }

    double most_ = 0, names_ = 0; ///< the largest total; pixels of the names
};

StackedBarsView::StackedBarsView(const QString& whatFillsIt, QWidget* parent)
    : ChartWidget(parent), colours_(&colours(palette()))
{
    plot()->plotLayout()->clear();
    plot()->setMinimumSize(220, 3 * stackedRow);
    new StackedBarsDrawing(*this);
    followPointer();
    connect(plot(), &QCustomPlot::mouseWheel, this,
            [this](const QWheelEvent* event) { scrollBy(-event->angleDelta().y() / 2); });
    setEmptyPage(emptyPage(whatFillsIt));
    applyColours(*colours_);
}

void StackedBarsView::setContent(StackedBars content)
{
    content_ = std::move(content);
    setWindowTitle(content_.title);
    updateHeight();
    updatePage();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void StackedBarsView::updateHeight()
{
    setContentHeight(isFilled() ? static_cast<int>(legendHeight(plot()->viewport().width())) +
                                      static_cast<int>(content_.bars.size()) * stackedRow + rhythm::step
                                : 0);
}

void StackedBarsView::resizeEvent(QResizeEvent* event)
{
    ChartWidget::resizeEvent(event);
    updateHeight();
}

bool StackedBarsView::isUsed(int part) const
{
    return std::ranges::any_of(content_.bars, [part](const StackedBar& bar) { return bar.values[part] > 0; });
}

QVector<QRectF> StackedBarsView::legend(double width) const
{
    const QFontMetricsF metrics(smallFont());
    QVector<QRectF> places(content_.parts.size());
    double x = rhythm::step, y = rhythm::half;
    for (int part = 0; part < places.size(); ++part) {
        if (!isUsed(part))
            continue;
        const double wide = HorizontalBars::legendSample + 6 + metrics.horizontalAdvance(content_.parts[part]);
        if (x > rhythm::step && x + wide > width - stackedTools) {
            x = rhythm::step;
            y += legendLine;
        }
        places[part] = {x, y, wide, legendLine};
        x += wide + 2 * rhythm::step;
    }
    return places;
}

double StackedBarsView::legendHeight(double width) const
{
    double bottom = 0;
    for (const QRectF& place : legend(width))
        bottom = std::max(bottom, place.bottom());
    return bottom + rhythm::half;
}

QRectF StackedBarsView::row(std::size_t bar) const
{
    const QRectF all = plot()->viewport();
    return {all.left(), all.top() + legendHeight(all.width()) + stackedRow * static_cast<double>(bar) - scrolledBy(),
            all.width(), stackedRow};
}

void StackedBarsView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
}

DataTable StackedBarsView::table() const
{
    DataTable result{content_.title, {{content_.nameColumn, {}}}, {}};
    for (const QString& part : content_.parts)
        result.columns.append({part, content_.unit});
    result.columns.append({"together", content_.unit});
    result.columns.append(DataTable::Column{"at least", {}});
    for (const StackedBar& bar : content_.bars) {
        std::vector<DataTable::Cell> cells = {bar.name};
        for (const double value : bar.values)
            cells.push_back(DataTable::cell(value));
        cells.push_back(DataTable::cell(bar.total()));
        cells.emplace_back(bar.atLeast ? QString("yes") : QString("no"));
        result.rows.push_back(std::move(cells));
    }
    return result;
}

} // namespace headroom::widgets
