#include "widgets/plots/studies/study_lines_view.h"

#include "widgets/plots/chart/axis_style.h"
#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/chart/reading_box.h"
#include "widgets/theme/number_text.h"

#include <QComboBox>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr double lineReach = 12; // of the pointer, in pixels
constexpr float bandOpacity = 0.18F;
constexpr double logFactor = 20; // the ends of an axis that is drawn logarithmic
constexpr int legendRow = 18, legendGap = 16, legendMark = 12, legendName = 200;

} // namespace

/// Draws the names of the lines above the plot, the selected point and the reading under the pointer.
class StudyLinesOverlay : public ChartDrawing<StudyLinesView>
{
public:
    explicit StudyLinesOverlay(StudyLinesView& view) : ChartDrawing(view, "overlay") {}

protected:
    void draw(QCPPainter* painter) override
    {
        painter->setClipping(false);
        if (!view_.isFilled())
            return;
        drawLegend(*painter);
        const Colours& colours = *view_.colours_;
        if (const auto at = view_.selected() ? view_.placeOf(*view_.selected()) : std::nullopt) {
            painter->setBrush(Qt::NoBrush);
            painter->setPen(QPen(colours.text, 2));
            painter->drawEllipse(*at, 8, 8);
        }
        if (std::all_of(view_.lines_.begin(), view_.lines_.end(),
                        [](const auto& line) { return line.points.size() < 2; }))
            drawNote(*painter);
        if (const StudyPoint* near = view_.hovered())
            drawReading(*painter, *near);
    }

private:
    void drawLegend(QCPPainter& painter) const
    {
        const Colours& colours = *view_.colours_;
        const QRect plot = view_.plot()->viewport();
        const QFontMetricsF metrics(smallFont());
        painter.setFont(smallFont());
        double x = view_.rect_->left(), y = 4;
        for (std::size_t i = 0; i < view_.lines_.size(); ++i) {
            const QString name = metrics.elidedText(view_.lines_[i].name, Qt::ElideMiddle, legendName);
            const double width = legendMark + 4 + metrics.horizontalAdvance(name);
            if (name.isEmpty())
                continue;
            if (x > view_.rect_->left() && x + width > plot.right()) {
                x = view_.rect_->left();
                y += legendRow;
            }
            if (y + legendRow > view_.rect_->top())
                break; // there is no more room; the reading names each line
            painter.setPen(QPen(seriesColour(static_cast<int>(i), colours.dark), 2.5));
            painter.drawLine(QPointF(x, y + legendRow / 2.0), QPointF(x + legendMark, y + legendRow / 2.0));
            painter.setPen(colours.text);
            painter.drawText(QRectF(x + legendMark + 4, y, legendName + 8, legendRow), Qt::AlignLeft | Qt::AlignVCenter,
                             name);
            x += width + legendGap;
        }
    }

    void drawNote(QCPPainter& painter) const
    {
        painter.setFont(smallFont());
        painter.setPen(view_.colours_->dimText);
        painter.drawText(view_.rect_->rect().adjusted(16, 16, -16, -16),
                         Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap,
                         StudyLinesView::tr("No two finished points differ in %1 alone. The chart “Points” shows "
                                            "samples.")
                             .arg(view_.over_->currentText()));
    }

    void drawReading(QCPPainter& painter, const StudyPoint& point) const
    {
        const StudyColumn& column = view_.study().figures[view_.figure()];
        const StudyValue& value = point.figures[view_.figure()];
        QVector<ReadingRow> rows = {{QColor(), column.name, valueText(value.value, column.unit)}};
        if (value.hasInterval())
            rows.append({QColor(), StudyLinesView::tr("95 % interval"),
                         StudyLinesView::tr("%1 to %2")
                             .arg(valueText(value.low, column.unit), valueText(value.high, column.unit))});
        drawReadingBox(painter, *view_.colours_, view_.place(point), view_.plot()->viewport(), view_.titleOf(point),
                       rows);
    }
};

StudyLinesView::StudyLinesView(QWidget* parent)
    : StudyChart(parent), figure_(addChoice("linesFigure", tr("Figure"))),
      over_(addChoice("linesOver", tr("Parameter along the axis"))),
      each_(addChoice("linesEach", tr("A line for each"))), colours_(&colours(palette()))
{
    setWindowTitle(tr("Lines"));
    each_->addItem(tr("one line"), -1);
    rect_ = plainAxisRect(*plot(), 0, 0);
    new StudyLinesOverlay(*this);
    applyColours(*colours_);
}

std::size_t StudyLinesView::over() const
{
    return static_cast<std::size_t>(over_->currentData().toInt());
}

std::size_t StudyLinesView::figure() const
{
    return static_cast<std::size_t>(figure_->currentData().toInt());
}

std::optional<std::size_t> StudyLinesView::each() const
{
    const int index = each_->currentData().toInt();
    return index < 0 || static_cast<std::size_t>(index) == over() ? std::optional<std::size_t>()
                                                                  : static_cast<std::size_t>(index);
}

void StudyLinesView::rebuild()
{
    offer(*figure_, study().figures, true, 0);
    offer(*over_, study().parameters, true, 0);
    offer(*each_, study().parameters, false, over_->currentData().toInt() == 0 ? 1 : 0);
    chooseLines();
    drawLines();
    setRanges();
    applyColours(*colours_);
}

void StudyLinesView::chooseLines()
{
    lines_.clear();
    if (over_->count() == 0 || figure_->count() == 0)
        return showOthers({});
    std::vector<std::size_t> free = {over()};
    if (each())
        free.push_back(*each());
    showOthers(free);
    auto slice = sliceThrough(study(), *anchor(), free);
    std::erase_if(slice, [this](const StudyPoint* point) { return !std::isfinite(point->figures[figure()].value); });
    std::stable_sort(slice.begin(), slice.end(), [this](const StudyPoint* a, const StudyPoint* b) {
        return a->numbers[over()] < b->numbers[over()];
    });
    if (!each()) {
        lines_.push_back({{}, slice});
        return;
    }
    for (const QString& value : valuesAt(slice, *each())) {
        Line line{study().parameters[*each()].name + " = " + value, {}};
        std::copy_if(slice.begin(), slice.end(), std::back_inserter(line.points),
                     [&](const StudyPoint* point) { return point->settings[*each()] == value; });
        lines_.push_back(std::move(line));
    }
}

/// Three graphs for each line: both ends of the band, and the figure.
void StudyLinesView::drawLines()
{
    plot()->clearGraphs();
    for (const Line& line : lines_) {
        QVector<double> x, bandX, low, high, value;
        for (const StudyPoint* point : line.points) {
            const StudyValue& cell = point->figures[figure()];
            x.append(point->numbers[over()]);
            value.append(cell.value);
            bandX.append(x.back());
            low.append(cell.hasInterval() ? cell.low : cell.value);
            high.append(cell.hasInterval() ? cell.high : cell.value);
        }
        QCPAxis* const bottom = rect_->axis(QCPAxis::atBottom);
        QCPAxis* const left = rect_->axis(QCPAxis::atLeft);
        QCPGraph* lower = plot()->addGraph(bottom, left);
        lower->setData(bandX, low, true);
        QCPGraph* upper = plot()->addGraph(bottom, left);
        upper->setData(bandX, high, true);
        upper->setChannelFillGraph(lower);
        plot()->addGraph(bottom, left)->setData(x, value, true);
    }
}

void StudyLinesView::setRanges()
{
    double left = HUGE_VAL, right = -HUGE_VAL, top = 0, bottom = 0;
    for (const Line& line : lines_)
        for (const StudyPoint* point : line.points) {
            const StudyValue& cell = point->figures[figure()];
            left = std::min(left, point->numbers[over()]);
            right = std::max(right, point->numbers[over()]);
            top = std::max({top, cell.value, cell.hasInterval() ? cell.high : cell.value});
            bottom = std::min({bottom, cell.value, cell.hasInterval() ? cell.low : cell.value});
        }
    QCPAxis* const across = rect_->axis(QCPAxis::atBottom);
    QCPAxis* const up = rect_->axis(QCPAxis::atLeft);
    const bool drawn = std::isfinite(left);
    const bool logarithmic = drawn && left > 0 && right / left >= logFactor;
    across->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    const QString unit = drawn ? study().figures[figure()].unit : QString();
    const QString unitAcross = drawn ? study().parameters[over()].unit : QString();
    across->setTicker(quantityTicker(unitAcross, logarithmic, 5));
    across->setLabel(axisTitle(over_->currentText(), unitAcross));
    up->setTicker(quantityTicker(unit, false, 4, labelsBeside(*rect_)));
    up->setLabel(axisTitle(figure_->currentText(), unit));
    if (!drawn)
        return;
    const double beside = right > left ? 0.05 * (right - left) : std::max(std::fabs(right) * 0.05, 1e-9);
    const double factor = std::pow(right / left, 0.05);
    across->setRange(logarithmic ? QCPRange(left / factor, right * factor) : QCPRange(left - beside, right + beside));
    up->setRange(bottom < 0 ? bottom * 1.08 : 0, std::max(top * 1.08, 1e-12));
    const bool named = lines_.size() > 1;
    const int rows = named ? std::min<int>(3, 1 + static_cast<int>(lines_.size()) / 3) : 0;
    rect_->setMinimumMargins({64, 14 + rows * legendRow, 24, 24});
}

QPointF StudyLinesView::place(const StudyPoint& point) const
{
    return {rect_->axis(QCPAxis::atBottom)->coordToPixel(point.numbers[over()]),
            rect_->axis(QCPAxis::atLeft)->coordToPixel(point.figures[figure()].value)};
}

std::optional<QPointF> StudyLinesView::placeOf(qulonglong number) const
{
    for (const Line& line : lines_)
        for (const StudyPoint* point : line.points)
            if (point->number == number)
                return place(*point);
    return {};
}

const StudyPoint* StudyLinesView::pointAt(const QPointF& at) const
{
    const StudyPoint* best = nullptr;
    double least = lineReach;
    for (const Line& line : lines_)
        for (const StudyPoint* point : line.points)
            if (const double away = QLineF(place(*point), at).length(); away < least) {
                least = away;
                best = point;
            }
    return best;
}

void StudyLinesView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
    styleAxes(*rect_, set);
    for (int i = 0; i + 2 < plot()->graphCount(); i += 3) {
        const QColor colour = seriesColour(i / 3, set.dark);
        QColor band = colour;
        band.setAlphaF(bandOpacity);
        plot()->graph(i)->setPen(Qt::NoPen);
        plot()->graph(i + 1)->setPen(Qt::NoPen);
        plot()->graph(i + 1)->setBrush(band);
        plot()->graph(i + 2)->setPen(QPen(colour, 1.8));
        plot()->graph(i + 2)->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, colour, colour, 6));
    }
}

DataTable StudyLinesView::table() const
{
    DataTable result{windowTitle(), {{"line", {}}, {"point", {}}}, {}};
    if (lines_.empty())
        return result;
    const StudyColumn& parameter = study().parameters[over()];
    const StudyColumn& column = study().figures[figure()];
    result.columns += {{parameter.name, parameter.unit},
                       {column.name, column.unit},
                       {column.name + " low", column.unit},
                       {column.name + " high", column.unit}};
    for (const Line& line : lines_)
        for (const StudyPoint* point : line.points) {
            const StudyValue& value = point->figures[figure()];
            result.rows.push_back({line.name, QString::number(point->number), DataTable::cell(point->numbers[over()]),
                                   DataTable::cell(value.value), DataTable::cell(value.low),
                                   DataTable::cell(value.high)});
        }
    return result;
}

} // namespace headroom::widgets
