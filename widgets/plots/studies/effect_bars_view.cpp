#include "widgets/plots/studies/effect_bars_view.h"

#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/chart/horizontal_bars.h"
#include "widgets/theme/number_text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr int effectBar = 9, effectGap = 10, effectHead = 24;
constexpr double effectNames = 0.34, effectNumber = 84, effectTools = 34; // of the width; in pixels
constexpr double effectWhisker = 3;

bool hasSecond(const EffectBars& content)
{
    return !content.second.isEmpty();
}

int rowHeightOf(const EffectBars& content)
{
    return effectGap + std::max(hasSecond(content) ? 2 * effectBar + 6 : effectBar, 16);
}

} // namespace

class EffectBarsDrawing : public ChartDrawing<EffectBarsView>
{
public:
    explicit EffectBarsDrawing(EffectBarsView& view) : ChartDrawing(view, "main") {}

protected:
    void draw(QCPPainter* painter) override
    {
        painter->setClipping(false);
        if (!view_.isFilled())
            return;
        painter->setFont(smallFont());
        setScale();
        double y = view_.plot()->viewport().top() - view_.scrolledBy();
        drawLegend(*painter, y);
        y += effectHead;
        for (const EffectRow& row : view_.content_.rows) {
            drawRow(*painter, row, y);
            y += rowHeightOf(view_.content_);
        }
    }

private:
    QColor colourOf(bool second) const
    {
        return second ? seriesColour(1, view_.colours_->dark) : view_.colours_->accent;
    }

    void setScale()
    {
        least_ = most_ = 0;
        for (const EffectRow& row : view_.content_.rows)
            for (const StudyValue* value : {&row.first, &row.second})
                for (const double end : {value->value, value->low, value->high})
                    if (std::isfinite(end)) {
                        least_ = std::min(least_, end);
                        most_ = std::max(most_, end);
                    }
    }

    HorizontalBars barsWith(QCPPainter& painter) const
    {
        const QRectF all = view_.plot()->viewport();
        const double left = all.left() + effectNames * all.width();
        const double width = std::max(1.0, all.right() - effectNumber - effectTools - left);
        return {painter, *view_.colours_, {left, width, least_, most_}, effectBar};
    }

    void drawLegend(QCPPainter& painter, double y) const
    {
        const QFontMetricsF metrics(smallFont());
        double x = view_.plot()->viewport().left() + rhythm::step;
        for (const bool second : {false, true}) {
            const QString& text = second ? view_.content_.second : view_.content_.first;
            if (text.isEmpty())
                continue;
            const double width =
                HorizontalBars::legendSample + HorizontalBars::legendGap + metrics.horizontalAdvance(text);
            barsWith(painter).legend(QRectF(x, y + 8 + (effectBar - 16) / 2.0, width + 1, 16), effectBar,
                                     colourOf(second), text);
            x += width + 16;
        }
    }

    void drawRow(QCPPainter& painter, const EffectRow& row, double y) const
    {
        const QRectF all = view_.plot()->viewport();
        const QRectF place(all.left(), y, all.width(), rowHeightOf(view_.content_));
        const HorizontalBars bars = barsWith(painter);
        bars.name(QRectF(all.left() + rhythm::step, y, effectNames * all.width() - 2 * rhythm::step, place.height()),
                  row.name, view_.colours_->text);
        bars.zero(place);
        const bool two = hasSecond(view_.content_);
        const double middle = place.center().y(), apart = two ? effectBar / 2.0 + 2 : 0;
        drawBar(bars, row.first, middle - apart, colourOf(false));
        if (two)
            drawBar(bars, row.second, middle + apart, colourOf(true));
    }

    void drawBar(const HorizontalBars& bars, const StudyValue& value, double y, const QColor& colour) const
    {
        if (!std::isfinite(value.value))
            return;
        bars.bar(y, 0, value.value, colour);
        if (value.hasInterval())
            bars.whisker(y, value.low, value.high, effectWhisker);
        const QRectF all = view_.plot()->viewport();
        bars.number(QRectF(all.right() - effectNumber - effectTools, y - 8, effectNumber, 16),
                    valueText(value.value, view_.content_.unit));
    }

    double least_ = 0, most_ = 0; ///< of the scale
};

EffectBarsView::EffectBarsView(QWidget* parent) : ChartWidget(parent), colours_(&colours(palette()))
{
    setWindowTitle(tr("What matters"));
    plot()->plotLayout()->clear();
    new EffectBarsDrawing(*this);
    applyColours(*colours_);
}

void EffectBarsView::setContent(EffectBars content)
{
    content_ = std::move(content);
    const int height =
        isFilled() ? effectHead + static_cast<int>(content_.rows.size()) * rowHeightOf(content_) + rhythm::step : 0;
    plot()->setFixedHeight(std::max(height, 40));
    setFixedHeight(isFilled() ? std::max(height, 40) : 0);
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void EffectBarsView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
}

DataTable EffectBarsView::table() const
{
    DataTable result{windowTitle(), {{"parameter", {}}}, {}};
    const bool two = hasSecond(content_);
    for (const bool second : {false, true})
        if (!second || two)
            for (const char* const end : {"", " low", " high"})
                result.columns.append({(second ? content_.second : content_.first) + end, content_.unit});
    for (const EffectRow& row : content_.rows) {
        std::vector<DataTable::Cell> cells = {row.name};
        for (const StudyValue* value : {&row.first, &row.second})
            if (value == &row.first || two)
                for (const double each : {value->value, value->low, value->high})
                    cells.push_back(DataTable::cell(each));
        result.rows.push_back(std::move(cells));
    }
    return result;
}

} // namespace headroom::widgets
