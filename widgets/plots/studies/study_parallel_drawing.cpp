#include "widgets/plots/studies/study_parallel_drawing.h"

#include "widgets/plots/chart/reading_box.h"
#include "widgets/plots/studies/study_parallel_view.h"
#include "widgets/theme/axis_text.h"
#include "widgets/theme/number_text.h"

#include <QComboBox>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

constexpr double sideRoom = 14, lastAxisRoom = 64; // left of the first axis, right of the last
constexpr double nameRow = 17, legendRoom = 30;
constexpr int mostNameRows = 4;
constexpr double leastNameWidth = 96; // a longer name is shortened
constexpr double stepGap = 5, leastStepWidth = 18;
constexpr double rangeWidth = 12;
constexpr double scaleLength = 120, scaleThickness = 8, keyGap = 14;
constexpr std::size_t linesOnPaper = 5000; // more are a picture there
constexpr double picturesOnPaper = 2;      // pixels of it for one of the paper

} // namespace

std::vector<PlacedName> placedNames(const QRectF& plot, const std::vector<ParallelAxis>& axes)
{
    constexpr double gapOfNames = 8;
    const QFontMetricsF metrics(smallFont());
    const double width = plot.width() - sideRoom - lastAxisRoom;
    const double gap = axes.size() > 1 ? width / (static_cast<double>(axes.size()) - 1) : width;
    const double least = plot.left() + 4, most = plot.right() - 4;
    std::vector<double> ends;
    std::vector<PlacedName> names;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const double x = axes.size() > 1 ? plot.left() + sideRoom + gap * static_cast<double>(i)
                                         : plot.left() + sideRoom + width / 2;
        QString text = metrics.elidedText(axes[i].name, Qt::ElideMiddle, std::max(leastNameWidth, gap - stepGap));
        double wide = metrics.horizontalAdvance(text);
        double left = std::clamp(x - wide / 2, least, std::max(least, most - wide));
        std::size_t row = 0;
        while (row < ends.size() && ends[row] + gapOfNames > left)
            ++row;
        if (row == ends.size() && row < static_cast<std::size_t>(mostNameRows))
            ends.push_back(0);
        if (row == ends.size()) {
            row = static_cast<std::size_t>(std::min_element(ends.begin(), ends.end()) - ends.begin());
            left = ends[row] + gapOfNames;
            const double room = std::min(x + wide / 2, most) - left;
            text = room > 0 ? metrics.elidedText(text, Qt::ElideMiddle, room) : QString();
            wide = metrics.horizontalAdvance(text);
        }
        ends[row] = left + wide;
        names.push_back({text, left, static_cast<int>(row)});
    }
    return names;
}

namespace {

int rowsOf(const std::vector<PlacedName>& names)
{
    int rows = 1;
    for (const PlacedName& name : names)
        rows = std::max(rows, name.row + 1);
    return rows;
}

} // namespace

StudyParallelDrawing::StudyParallelDrawing(StudyParallelView& view) : ChartDrawing(view, "main") {}

QRectF StudyParallelDrawing::areaIn(const QRectF& plot, const std::vector<ParallelAxis>& axes)
{
    return plot.adjusted(sideRoom, 10 + nameRow * rowsOf(placedNames(plot, axes)), -lastAxisRoom, -legendRoom);
}

QColor StudyParallelDrawing::verdictColour(StudyVerdict verdict, const Colours& colours)
{
    switch (verdict) {
    case StudyVerdict::met:
        return colours.good;
    case StudyVerdict::missed:
        return colours.bad;
    default:
        return colours.dimText;
    }
}

QColor StudyParallelDrawing::scaleColour(double share, const Colours& colours)
{
    const float part = static_cast<float>(std::clamp(share, 0.0, 1.0));
    const auto between = [part](float from, float to) { return from + part * (to - from); };
    const QColor &least = colours.dimText, &most = colours.accent; // a thin line is seen in both
    return QColor::fromRgbF(between(least.redF(), most.redF()), between(least.greenF(), most.greenF()),
                            between(least.blueF(), most.blueF()));
}

void StudyParallelDrawing::draw(QCPPainter* painter)
{
    painter->setClipping(false);
    if (!view_.isFilled())
        return;
    view_.area_ = areaIn(view_.plot()->viewport(), view_.axes_);
    if (view_.area_.width() < 1 || view_.area_.height() < 1)
        return;
    painter->setFont(smallFont());
    if (view_.axes_.size() < 2) {
        painter->setPen(view_.colours_->dimText);
        painter->drawText(
            view_.area_, Qt::AlignCenter | Qt::TextWordWrap,
            StudyParallelView::tr("Lines need two axes or more. Tick parameters and figures under “Axes”."));
        return;
    }
    drawLines(*painter);
    drawAxes(*painter);
    drawNames(*painter);
    drawRanges(*painter);
    drawLegend(*painter);
    for (const StudyPoint& point : view_.study().points)
        if (view_.selected() == point.number)
            drawMarked(*painter, point, view_.colours_->text);
    if (const StudyPoint* near = view_.hovered()) {
        drawMarked(*painter, *near, view_.colours_->accent);
        drawReading(*painter, *near);
    }
}

void StudyParallelDrawing::drawLines(QCPPainter& painter) const
{
    const QRect plot = view_.plot()->viewport();
    if (!view_.isOnPaper()) {
        view_.beginLayers(plot.size(), view_.plot()->bufferDevicePixelRatio());
        painter.drawImage(plot.topLeft(), view_.faded_.image());
        painter.drawImage(plot.topLeft(), view_.lit_.image());
        return;
    }
    if (view_.study().points.size() <= linesOnPaper)
        return view_.paintAllLines(painter);
    QImage picture(plot.size() * picturesOnPaper, QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(picturesOnPaper);
    picture.fill(Qt::transparent);
    QPainter into(&picture);
    view_.paintAllLines(into);
    into.end();
    painter.drawImage(QRectF(plot), picture, QRectF(picture.rect()));
}

void StudyParallelDrawing::drawAxes(QCPPainter& painter) const
{
    for (std::size_t axis = 0; axis < view_.axes_.size(); ++axis) {
        painter.setPen(QPen(view_.colours_->dimText, 1));
        painter.drawLine(view_.placeOn(axis, 0), view_.placeOn(axis, 1));
        drawSteps(painter, axis);
    }
}

/// Named steps, or some values of the scale; those that have room, both ends first.
void StudyParallelDrawing::drawSteps(QCPPainter& painter, std::size_t axis) const
{
    const ParallelAxis& on = view_.axes_[axis];
    const QFontMetricsF metrics(smallFont());
    const double height = metrics.height(), x = view_.placeOn(axis, 0).x();
    const bool isLast = axis + 1 == view_.axes_.size();
    const double room =
        isLast ? view_.plot()->viewport().right() - x - stepGap - 2 : view_.placeOn(axis + 1, 0).x() - x - 2 * stepGap;
    std::vector<std::pair<double, QString>> steps = on.steps;
    if (steps.empty()) {
        const int count = std::clamp(static_cast<int>(view_.area_.height() / 70), 1, 4);
        for (int i = 0; i <= (on.high > on.low ? count : 0); ++i) {
            const double share = on.high > on.low ? static_cast<double>(i) / count : 0.5;
            const QString text = valueText(on.valueAt(share), on.unit);
            steps.emplace_back(share,
                               metrics.horizontalAdvance(text) <= room ? text : tickText(on.valueAt(share), on.unit));
        }
    }
    if (steps.size() > 1)
        std::swap(steps[1], steps.back());
    QVector<double> taken;
    for (const auto& [share, text] : steps) {
        const double y = view_.placeOn(axis, share).y();
        if (std::any_of(taken.begin(), taken.end(), [&](double other) { return std::fabs(other - y) < height; }))
            continue;
        taken.append(y);
        painter.setPen(QPen(view_.colours_->dimText, 1));
        painter.drawLine(QPointF(x - 3, y), QPointF(x + 3, y));
        if (room < leastStepWidth || (!on.isOfNames && metrics.horizontalAdvance(text) > room))
            continue; // a part of a number would be another number
        const QString shown = metrics.elidedText(text, Qt::ElideMiddle, room);
        const QRectF box(x + stepGap, y - height / 2, metrics.horizontalAdvance(shown), height);
        QColor ground = view_.colours_->surface;
        ground.setAlphaF(0.75F); // lines behind it stay visible, and the text legible
        painter.fillRect(box.adjusted(-1, 1, 1, -1), ground);
        painter.setPen(view_.colours_->text);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
    }
}

void StudyParallelDrawing::drawNames(QCPPainter& painter) const
{
    const QRectF plot = view_.plot()->viewport();
    const auto names = placedNames(plot, view_.axes_);
    for (std::size_t axis = 0; axis < names.size(); ++axis) {
        const QPointF top = view_.placeOn(axis, 1);
        const double y = plot.top() + 2 + nameRow * names[axis].row;
        painter.setPen(QPen(view_.colours_->grid, 1));
        painter.drawLine(QPointF(top.x(), y + nameRow - 2), top);
    }
    for (std::size_t axis = 0; axis < names.size(); ++axis) {
        const double y = plot.top() + 2 + nameRow * names[axis].row;
        const QRectF box(names[axis].left, y, plot.width(), nameRow);
        const double wide = QFontMetricsF(smallFont()).horizontalAdvance(names[axis].text);
        painter.fillRect(QRectF(box.left() - 1, y + 1, wide + 2, nameRow - 2), view_.colours_->surface);
        painter.setPen(view_.colours_->text);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, names[axis].text);
    }
}

void StudyParallelDrawing::drawRanges(QCPPainter& painter) const
{
    for (const AxisRange& range : view_.ranges_)
        for (std::size_t axis = 0; axis < view_.axes_.size(); ++axis)
            if (view_.axes_[axis].name == range.axis) {
                const auto [low, high] = sharesOf(view_.axes_[axis], range);
                const QPointF top = view_.placeOn(axis, high), bottom = view_.placeOn(axis, low);
                QColor fill = view_.colours_->accent;
                fill.setAlphaF(0.3F);
                painter.setBrush(fill);
                painter.setPen(QPen(view_.colours_->accent, 1.5));
                painter.drawRect(QRectF(top.x() - rangeWidth / 2, top.y() - 1, rangeWidth, bottom.y() - top.y() + 2));
            }
}

/// Draws the meaning of the colours, below the axes.
void StudyParallelDrawing::drawLegend(QCPPainter& painter) const
{
    const QFontMetricsF metrics(smallFont());
    const double y = view_.area_.bottom() + legendRoom - metrics.height() - 2, middle = y + metrics.height() / 2;
    double x = view_.area_.left() - sideRoom / 2;
    const auto say = [&](const QString& text) {
        painter.setPen(view_.colours_->dimText);
        painter.drawText(QPointF(x, y + metrics.ascent()), text);
        x += metrics.horizontalAdvance(text) + 6;
    };
    const int by = view_.colour_->currentData().toInt();
    if (by == StudyParallelView::byGoals)
        for (const auto& [verdict, text] : {std::pair(StudyVerdict::met, StudyParallelView::tr("meets all goals")),
                                            std::pair(StudyVerdict::missed, StudyParallelView::tr("misses one")),
                                            std::pair(StudyVerdict::unknown, StudyParallelView::tr("not yet known"))}) {
            painter.setPen(QPen(verdictColour(verdict, *view_.colours_), 2.5));
            painter.drawLine(QPointF(x, middle), QPointF(x + 14, middle));
            x += 18;
            say(text);
            x += keyGap;
        }
    if (by < 0 || view_.least_ > view_.most_)
        return;
    const StudyColumn& column = view_.study().figures[static_cast<std::size_t>(by)];
    say(column.name + ' ' + valueText(view_.least_, column.unit));
    for (int i = 0; i < scaleLength; ++i)
        painter.fillRect(QRectF(x + i, middle - scaleThickness / 2, 1.5, scaleThickness),
                         scaleColour(i / (scaleLength - 1), *view_.colours_));
    x += scaleLength + 6;
    say(valueText(view_.most_, column.unit));
}

void StudyParallelDrawing::drawMarked(QCPPainter& painter, const StudyPoint& point, const QColor& colour) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& [ground, width] : {std::pair(view_.colours_->surface, 5.0), std::pair(colour, 2.5)}) {
        painter.setPen(QPen(ground, width, Qt::SolidLine, Qt::RoundCap));
        view_.paintLine(painter, view_.indexOf(point));
    }
}

/// At the pointer, with the value on each axis.
void StudyParallelDrawing::drawReading(QCPPainter& painter, const StudyPoint& point) const
{
    QVector<ReadingRow> rows;
    const std::size_t index = view_.indexOf(point);
    for (const ParallelAxis& axis : view_.axes_) {
        const QString text = axis.textOf(view_.study().points[index]);
        rows.append({QColor(), axis.name, text});
    }
    drawReadingBox(painter, *view_.colours_, *view_.pointer(), view_.plot()->viewport(),
                   StudyParallelView::tr("Point %1").arg(point.number), rows);
}

} // namespace headroom::widgets
