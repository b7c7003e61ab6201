#include "widgets/plots/requests/request_drawing.h"

#include "widgets/plots/chart/reading_box.h"
#include "widgets/plots/data/time_kind.h"
#include "widgets/theme/number_text.h"

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

using Entry = RequestSpans::Entry;
using Kind = RequestSpans::Kind;

constexpr int waitHeight = 5; // strip below its block
constexpr int textRoom = 24;  // minimum width of a bar with a name

/// The waits and services of a path, in the order of the legend.
constexpr std::pair<TimeKind, const char*> legend[] = {
    {TimeKind::processor, QT_TRANSLATE_NOOP("RequestDrawing", "processor")},
    {TimeKind::storage, QT_TRANSLATE_NOOP("RequestDrawing", "storage")},
    {TimeKind::network, QT_TRANSLATE_NOOP("RequestDrawing", "network")},
    {TimeKind::queue, QT_TRANSLATE_NOOP("RequestDrawing", "queueing")},
    {TimeKind::answer, QT_TRANSLATE_NOOP("RequestDrawing", "waits for an answer")},
    {TimeKind::memory, QT_TRANSLATE_NOOP("RequestDrawing", "memory")},
    {TimeKind::delay, QT_TRANSLATE_NOOP("RequestDrawing", "delay, black box")},
};

} // namespace

RequestDrawing::RequestDrawing(RequestTimeline& view) : ChartDrawing(view, "main")
{
    setAntialiased(false);
}

double RequestDrawing::rowTop(std::size_t row) const
{
    return view_.rect_->top() - view_.scrolledBy() + static_cast<double>(row) * rowHeight;
}

QColor RequestDrawing::colourOf(const Entry& wait) const
{
    return seriesColour(widgets::colourOf(timeKindOf(view_.spans_->text(wait.name))), view_.colours_->dark);
}

void RequestDrawing::draw(QCPPainter* painter)
{
    if (view_.rows_.empty())
        return;
    const QRect place = view_.rect_->rect();
    painter->save();
    painter->setClipping(true);
    painter->setClipRect(QRectF(0, place.top(), place.right(), place.height()));
    const auto first = static_cast<std::size_t>(std::max(0, view_.scrolledBy() / rowHeight));
    const auto end = std::min(view_.rows_.size(), first + static_cast<std::size_t>(place.height() / rowHeight) + 2);
    for (std::size_t row = first; row < end; ++row)
        drawRow(painter, view_.rows_[row], rowTop(row));
    if (view_.trace_)
        drawCalls(painter);
    painter->restore();
    painter->setClipping(false);
    drawLegend(painter);
    drawReading(painter);
}

void RequestDrawing::drawRow(QCPPainter* painter, const SpanRow& row, double top)
{
    const QRect place = view_.rect_->rect();
    const Colours& c = *view_.colours_;
    painter->setPen(QPen(c.grid, 1));
    if (row.firstOfNode)
        painter->drawLine(QPointF(rhythm::margin, top), QPointF(place.right(), top));
    painter->setFont(smallFont());
    const QString& node = view_.spans_->text(row.node);
    const QRectF name(rhythm::margin, top, nameWidth - 2 * rhythm::step, rowHeight);
    if (row.firstOfNode) {
        painter->setPen(c.text);
        painter->drawText(name, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetricsF(smallFont()).elidedText(node, Qt::ElideMiddle, name.width()));
    }
    painter->save();
    painter->setClipRect(QRectF(place.left(), place.top(), place.width(), place.height()));
    drawEntries(painter, row, Kind::request, top + 2, rowHeight - 4);
    drawEntries(painter, row, Kind::block, top + 3, rowHeight - 6 - waitHeight);
    drawEntries(painter, row, Kind::wait, top + rowHeight - 3 - waitHeight, waitHeight);
    painter->restore();
}

/// Draws the entries within the visible range. Entries in the same pixel are drawn once, so the whole run costs no more
/// than a part of it.
void RequestDrawing::drawEntries(QCPPainter* painter, const SpanRow& row, Kind kind, double top, double height)
{
    const auto& list = row.of(kind);
    const auto& entries = view_.spans_->entries();
    const QCPAxis* time = view_.rect_->axis(QCPAxis::atBottom);
    const auto fromEnd = [&](std::uint32_t index, double t) { return entries[index].end < t; };
    const auto fromBegin = [&](std::uint32_t index, double t) { return entries[index].begin < t; };
    auto at = std::lower_bound(list.begin(), list.end(), time->range().lower, fromEnd);
    while (at != list.end() && entries[*at].begin <= time->range().upper) {
        const Entry& entry = entries[*at];
        // At a large zoom, coordinates would exceed the range of the painter.
        const double left = std::max(time->coordToPixel(entry.begin), view_.rect_->left() - 10.0);
        const double right = std::min(time->coordToPixel(entry.end), view_.rect_->right() + 10.0);
        drawEntry(painter, entry, {left, top, std::max(1.0, right - left), height});
        ++at;
        if (right - left < 1)
            at = std::lower_bound(at, list.end(), time->pixelToCoord(std::floor(left) + 1), fromBegin);
    }
}

void RequestDrawing::drawEntry(QCPPainter* painter, const Entry& entry, const QRectF& box)
{
    const Colours& c = *view_.colours_;
    switch (entry.kind) {
    case Kind::request:
        painter->fillRect(box, c.track);
        return;
    case Kind::wait:
        painter->fillRect(box, colourOf(entry));
        return;
    case Kind::block:
        break;
    }
    painter->fillRect(box, c.selection);
    painter->fillRect(QRectF(box.left(), box.top(), 1, box.height()), c.wire);
    if (box.width() < textRoom)
        return;
    painter->setPen(c.text);
    painter->setFont(smallFont());
    painter->drawText(
        box.adjusted(3, -2, -1, 2), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
        QFontMetricsF(smallFont()).elidedText(view_.spans_->text(entry.name), Qt::ElideRight, box.width() - 4));
}

/// Draws a line from each calling block to the called request, at the time of its arrival.
void RequestDrawing::drawCalls(QCPPainter* painter)
{
    const auto& entries = view_.spans_->entries();
    std::unordered_map<std::uint64_t, std::size_t> rowOfBlock;
    for (std::size_t r = 0; r < view_.rows_.size(); ++r)
        for (const std::uint32_t index : view_.rows_[r].of(Kind::block))
            rowOfBlock[entries[index].id] = r;
    painter->setPen(QPen(view_.colours_->wire, 1, Qt::DotLine));
    const QCPAxis* time = view_.rect_->axis(QCPAxis::atBottom);
    for (std::size_t r = 0; r < view_.rows_.size(); ++r)
        for (const std::uint32_t index : view_.rows_[r].of(Kind::request)) {
            const Entry& request = entries[index];
            const auto caller = rowOfBlock.find(request.parent);
            const double x = time->coordToPixel(request.begin - request.acceptWait);
            if (caller == rowOfBlock.end() || x < view_.rect_->left() || x > view_.rect_->right())
                continue;
            painter->drawLine(QPointF(x, rowTop(caller->second) + rowHeight / 2.0),
                              QPointF(x, rowTop(r) + rowHeight / 2.0));
        }
}

void RequestDrawing::drawLegend(QCPPainter* painter)
{
    const QFontMetricsF metrics(smallFont());
    double x = view_.rect_->left();
    const double y = (legendHeight - metrics.height()) / 2;
    painter->setFont(smallFont());
    for (const auto& [kind, label] : legend) {
        const QString text = QCoreApplication::translate("RequestDrawing", label);
        const double width = metrics.horizontalAdvance(text);
        if (x + width + 20 > view_.rect_->right())
            return;
        painter->fillRect(QRectF(x, y + metrics.height() / 2 - 2, 12, waitHeight),
                          seriesColour(widgets::colourOf(kind), view_.colours_->dark));
        painter->setPen(view_.colours_->dimText);
        painter->drawText(QPointF(x + 18, y + metrics.ascent()), text);
        x += width + 18 + 2 * rhythm::step;
    }
    if (view_.spans_->leftOut() > 0)
        painter->drawText(QPointF(x, y + metrics.ascent()),
                          view_.spans_->leftOut() == 1
                              ? RequestTimeline::tr("1 span is not shown: too many")
                              : RequestTimeline::tr("%1 spans are not shown: too many").arg(view_.spans_->leftOut()));
}

void RequestDrawing::drawReading(QCPPainter* painter)
{
    const auto hit = view_.pointer() ? view_.hitAt(*view_.pointer()) : std::nullopt;
    if (!hit || (!hit->request && !hit->block))
        return;
    const auto& entries = view_.spans_->entries();
    const auto duration = [](const Entry& entry) { return valueText(entry.end - entry.begin, "s"); };
    QVector<ReadingRow> rows;
    if (hit->wait)
        rows.append({colourOf(entries[*hit->wait]), view_.spans_->text(entries[*hit->wait].name),
                     duration(entries[*hit->wait])});
    if (hit->block)
        rows.append({QColor(), view_.spans_->text(entries[*hit->block].name), duration(entries[*hit->block])});
    if (hit->request) {
        const Entry& request = entries[*hit->request];
        rows.append(
            {QColor(),
             RequestTimeline::tr("%1 %2").arg(view_.spans_->text(request.role), view_.spans_->text(request.name)),
             duration(request)});
        if (request.acceptWait > 0)
            rows.append({QColor(), RequestTimeline::tr("waited to be accepted"), valueText(request.acceptWait, "s")});
    }
    const double time = view_.rect_->axis(QCPAxis::atBottom)->pixelToCoord(view_.pointer()->x());
    drawReadingBox(
        *painter, *view_.colours_, *view_.pointer(), view_.plot()->viewport(),
        RequestTimeline::tr("%1 at %2 s").arg(view_.spans_->text(view_.rows_[hit->row].node)).arg(time, 0, 'f', 6),
        rows);
}

} // namespace headroom::widgets
