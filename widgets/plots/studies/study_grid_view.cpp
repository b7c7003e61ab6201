#include "widgets/plots/studies/study_grid_view.h"

#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/chart/reading_box.h"
#include "widgets/theme/number_text.h"

#include <QComboBox>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr double rowNames = 120, columnNames = 40, scaleStrip = 26, edge = 10; // pixels around the cells
constexpr int legendWidth = 120, legendHeight = 8;
constexpr double darkEnough = 0.45; // lightness below which text on a cell is white

QPalette paletteOf(const Colours& colours)
{
    return colours.dark ? QPalette(Qt::black) : QPalette(Qt::white);
}

} // namespace

class StudyGridDrawing : public ChartDrawing<StudyGridView>
{
public:
    explicit StudyGridDrawing(StudyGridView& view) : ChartDrawing(view, "main") {}

protected:
    void draw(QCPPainter* painter) override
    {
        painter->setClipping(false);
        if (!view_.isFilled() || view_.area().width() < 1 || view_.area().height() < 1)
            return;
        painter->setFont(smallFont());
        if (view_.cells_.empty())
            return drawNote(*painter);
        drawCells(*painter);
        drawNames(*painter);
        drawScale(*painter);
        if (const StudyPoint* near = view_.hovered()) {
            const StudyColumn& column = view_.study().figures[view_.figure()];
            drawReadingBox(*painter, *view_.colours_, *view_.placeOf(near->number), view_.plot()->viewport(),
                           view_.titleOf(*near),
                           {{QColor(), column.name, valueText(view_.valueOf(*near), column.unit)}});
        }
    }

private:
    void drawNote(QCPPainter& painter) const
    {
        painter.setPen(view_.colours_->dimText);
        painter.drawText(view_.plot()->viewport().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap,
                         StudyGridView::tr("A heat map needs a study of two parameters. Choose two different ones."));
    }

    void drawCells(QCPPainter& painter) const
    {
        const QFontMetricsF metrics(smallFont());
        const QString& unit = view_.study().figures[view_.figure()].unit;
        for (std::size_t row = 0; row < view_.rows_.size(); ++row)
            for (std::size_t column = 0; column < view_.columns_.size(); ++column) {
                const StudyPoint* point = view_.at(column, row);
                const QRectF place = view_.cell(column, row).adjusted(0.5, 0.5, -0.5, -0.5);
                const double value = point ? view_.valueOf(*point) : NAN;
                if (!std::isfinite(value))
                    continue;
                const QColor colour = colourOf(value);
                painter.fillRect(place, colour);
                const QString text = valueText(value, unit);
                if (metrics.horizontalAdvance(text) + 6 < place.width() && metrics.height() < place.height()) {
                    painter.setPen(colour.lightnessF() < darkEnough ? Qt::white : Qt::black);
                    painter.drawText(place, Qt::AlignCenter, text);
                }
                if (view_.selected() == point->number) {
                    painter.setBrush(Qt::NoBrush);
                    painter.setPen(QPen(view_.colours_->text, 2.5));
                    painter.drawRect(place.adjusted(1, 1, -1, -1));
                }
            }
    }

    QColor colourOf(double value) const
    {
        const double range = view_.most_ - view_.least_;
        return heatColour(range > 0 ? (value - view_.least_) / range : 0.5, paletteOf(*view_.colours_));
    }

    /// Names of values that have room, then those of both parameters.
    void drawNames(QCPPainter& painter) const
    {
        const QRectF area = view_.area();
        const QFontMetricsF metrics(smallFont());
        painter.setPen(view_.colours_->dimText);
        double free = area.left() - 1;
        for (std::size_t column = 0; column < view_.columns_.size(); ++column) {
            const QRectF cell = view_.cell(column, 0);
            const QString name =
                metrics.elidedText(view_.columns_[column], Qt::ElideMiddle, std::max(cell.width() - 6, 36.0));
            const double width = metrics.horizontalAdvance(name), left = cell.center().x() - width / 2;
            if (left <= free)
                continue;
            painter.drawText(QPointF(left, area.bottom() + 4 + metrics.ascent()), name);
            free = left + width + 4;
        }
        double above = area.bottom() + 1;
        for (std::size_t row = 0; row < view_.rows_.size(); ++row) {
            const QRectF cell = view_.cell(0, row);
            if (cell.center().y() + metrics.height() / 2 >= above)
                continue;
            above = cell.center().y() - metrics.height() / 2;
            painter.drawText(QRectF(edge, above, rowNames - edge - 6, metrics.height()),
                             Qt::AlignRight | Qt::AlignVCenter,
                             metrics.elidedText(view_.rows_[row], Qt::ElideMiddle, rowNames - edge - 6));
        }
        painter.setPen(view_.colours_->text);
        painter.drawText(QRectF(area.left(), area.bottom() + 4 + metrics.height(), area.width(), metrics.height()),
                         Qt::AlignCenter, view_.across_->currentText());
        painter.drawText(QRectF(edge, 6, rowNames - edge - 6, metrics.height()), Qt::AlignRight,
                         metrics.elidedText(view_.up_->currentText(), Qt::ElideMiddle, rowNames - edge - 6));
    }

    /// Draws the meaning of the colours, above the cells.
    void drawScale(QCPPainter& painter) const
    {
        const QRectF area = view_.area();
        const QFontMetricsF metrics(smallFont());
        const QString& unit = view_.study().figures[view_.figure()].unit;
        const QString low = valueText(view_.least_, unit), high = valueText(view_.most_, unit);
        double x = area.left();
        painter.setPen(view_.colours_->dimText);
        painter.drawText(QPointF(x, 6 + metrics.ascent()), low);
        x += metrics.horizontalAdvance(low) + 6;
        const double y = 6 + (metrics.height() - legendHeight) / 2;
        for (int i = 0; i < legendWidth; ++i)
            painter.fillRect(QRectF(x + i, y, 1.5, legendHeight),
                             heatColour(i / (legendWidth - 1.0), paletteOf(*view_.colours_)));
        painter.drawText(QPointF(x + legendWidth + 6, 6 + metrics.ascent()), high);
    }
};

StudyGridView::StudyGridView(QWidget* parent)
    : StudyChart(parent), figure_(addChoice("gridFigure", tr("Figure"))),
      across_(addChoice("gridAcross", tr("Horizontal parameter"))), up_(addChoice("gridUp", tr("Vertical parameter"))),
      colours_(&colours(palette()))
{
    setWindowTitle(tr("Heat map"));
    new StudyGridDrawing(*this);
    applyColours(*colours_);
}

std::size_t StudyGridView::figure() const
{
    return static_cast<std::size_t>(figure_->currentData().toInt());
}

std::size_t StudyGridView::across() const
{
    return static_cast<std::size_t>(across_->currentData().toInt());
}

std::size_t StudyGridView::up() const
{
    return static_cast<std::size_t>(up_->currentData().toInt());
}

QRectF StudyGridView::area() const
{
    return QRectF(plot()->viewport()).adjusted(rowNames, scaleStrip, -edge, -columnNames);
}

QRectF StudyGridView::cell(std::size_t column, std::size_t row) const
{
    const QRectF whole = area();
    const double width = whole.width() / static_cast<double>(columns_.size()),
                 height = whole.height() / static_cast<double>(rows_.size());
    return {whole.left() + width * static_cast<double>(column), whole.bottom() - height * static_cast<double>(row + 1),
            width, height};
}

const StudyPoint* StudyGridView::at(std::size_t column, std::size_t row) const
{
    return cells_.empty() ? nullptr : cells_[row * columns_.size() + column];
}

void StudyGridView::rebuild()
{
    offer(*figure_, study().figures, true, 0);
    offer(*across_, study().parameters, false, 0);
    offer(*up_, study().parameters, false, 1);
    columns_.clear();
    rows_.clear();
    cells_.clear();
    if (figure_->count() == 0 || across_->count() < 2 || across() == up())
        return showOthers({});
    showOthers({across(), up()});
    const auto slice = sliceThrough(study(), *anchor(), {across(), up()});
    columns_ = valuesAt(slice, across());
    rows_ = valuesAt(slice, up());
    cells_.assign(columns_.size() * rows_.size(), nullptr);
    least_ = HUGE_VAL;
    most_ = -HUGE_VAL;
    for (const StudyPoint* point : slice) {
        const auto column = std::find(columns_.begin(), columns_.end(), point->settings[across()]) - columns_.begin();
        const auto row = std::find(rows_.begin(), rows_.end(), point->settings[up()]) - rows_.begin();
        cells_[static_cast<std::size_t>(row) * columns_.size() + static_cast<std::size_t>(column)] = point;
        if (const double value = valueOf(*point); std::isfinite(value)) {
            least_ = std::min(least_, value);
            most_ = std::max(most_, value);
        }
    }
}

std::optional<QPointF> StudyGridView::placeOf(qulonglong number) const
{
    for (std::size_t i = 0; i < cells_.size(); ++i)
        if (cells_[i] && cells_[i]->number == number)
            return cell(i % columns_.size(), i / columns_.size()).center();
    return {};
}

const StudyPoint* StudyGridView::pointAt(const QPointF& at) const
{
    if (cells_.empty() || !area().contains(at))
        return nullptr;
    const QRectF whole = area();
    const auto share = [](double part, std::size_t count) {
        return std::min(static_cast<std::size_t>(part * static_cast<double>(count)), count - 1);
    };
    return this->at(share((at.x() - whole.left()) / whole.width(), columns_.size()),
                    share((whole.bottom() - at.y()) / whole.height(), rows_.size()));
}

void StudyGridView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
}

DataTable StudyGridView::table() const
{
    DataTable result{windowTitle(), {}, {}};
    if (cells_.empty())
        return result;
    const StudyColumn& column = study().figures[figure()];
    result.columns = {{"point", {}},
                      {study().parameters[across()].name, {}},
                      {study().parameters[up()].name, {}},
                      {column.name, column.unit}};
    for (const StudyPoint* point : cells_)
        if (point)
            result.rows.push_back({QString::number(point->number), point->settings[across()], point->settings[up()],
                                   DataTable::cell(valueOf(*point))});
    return result;
}

} // namespace headroom::widgets
