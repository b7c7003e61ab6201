#include "widgets/plots/requests/breakdown_view.h"

#include "record/figures/figures.h"
#include "widgets/plots/chart/axis_style.h"
#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/theme/number_text.h"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace headroom::widgets {

namespace {

constexpr int rowHeight = 20;
constexpr int barHeight = 18;
constexpr int legendWidth = 330; // width of a legend column
constexpr int numberWidth = 200;
constexpr int columnGap = 32;
constexpr int hatchStep = 4;
constexpr std::size_t mostBlocks = 12;

/// A block, for a mean request of its operation.
QString blockName(const record::TimeAtBlock& part)
{
    const QString operation = QString::fromStdString(part.operation);
    return part.diagram.empty() ? BreakdownView::tr("%1 · to be accepted").arg(operation)
                                : QString::fromStdString(part.operation + " · " + part.diagram + " · " + part.block);
}

/// Service and waiting time per completed operation.
double timeAt(const record::ResourceSummary& resource)
{
    return resource.servedS + resource.waitingS.value_or(0);
}

/// False for links, which serve several requests at a time, and for workers and slots, which are occupied while others
/// serve: their time would be counted twice.
bool countsOnce(const record::ResourceSummary& resource)
{
    const auto is = [&](const char* kind) { return resource.resource.starts_with(kind); };
    return is("processor") || is("disk ") || is("stage ");
}

} // namespace

/// Operations on the left, resources on the right; both scroll together.
class BreakdownDrawing : public ChartDrawing<BreakdownView>
{
public:
    explicit BreakdownDrawing(BreakdownView& view) : ChartDrawing(view, "main") {}

    /// Total height for a plot of this width.
    int heightAt(double width) const
    {
        const double half = (width - columnGap) / 2;
        int left = 2 * rhythm::step;
        for (const OperationBreakdown& breakdown : view_.breakdowns_)
            left += operationHeight(breakdown, half);
        const std::size_t blockRows = view_.blocks_.empty() ? 0 : view_.blocks_.size() + 3;
        return std::max(left, static_cast<int>(view_.resources_.size() + 3 + blockRows) * rowHeight + 2 * rhythm::step);
    }

protected:
    void draw(QCPPainter* painter) override
    {
        painter->setClipping(false);
        const double width = view_.plot()->viewport().width() - 2 * rhythm::margin;
        const double half = (width - columnGap) / 2, top = rhythm::step - view_.scrolledBy();
        double y = top;
        if (view_.breakdowns_.empty())
            text(painter, {rhythm::margin, y, half, double(rowHeight)}, smallFont(), view_.colours_->dimText,
                 BreakdownView::tr("This result does not divide the time of its requests."));
        // Background work may take a thousand times as long as the requests of users: it has a scale of its own.
        double longest[2] = {0, 0};
        for (const OperationBreakdown& breakdown : view_.breakdowns_)
            longest[breakdown.background] = std::max(longest[breakdown.background], breakdown.meanS);
        for (const OperationBreakdown& breakdown : view_.breakdowns_) {
            drawOperation(painter, breakdown, {rhythm::margin, y, half, 0}, longest[breakdown.background]);
            y += operationHeight(breakdown, half);
        }
        drawResources(painter, {rhythm::margin + half + columnGap, top, half, 0});
    }

private:
    int operationHeight(const OperationBreakdown& breakdown, double width) const
    {
        const int columns = legendColumns(width);
        const int rows = (static_cast<int>(breakdown.parts.size()) + columns - 1) / columns;
        return (rows + 1) * rowHeight + barHeight + 3 * rhythm::step;
    }
    int legendColumns(double width) const { return std::max(1, static_cast<int>(width) / legendWidth); }

    void text(QCPPainter* painter, const QRectF& box, const QFont& font, const QColor& colour, const QString& words,
              Qt::Alignment alignment = Qt::AlignLeft) const
    {
        painter->setFont(font);
        painter->setPen(colour);
        painter->drawText(box, static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextSingleLine,
                          QFontMetricsF(font).elidedText(words, Qt::ElideRight, box.width()));
    }

    /// The first of these texts, the longest, that fits; else the last.
    static QString fitting(double width, const QStringList& texts)
    {
        for (const QString& words : texts)
            if (QFontMetricsF(smallFont()).horizontalAdvance(words) <= width)
                return words;
        return texts.back();
    }

    static QStringList meanTexts(const OperationBreakdown& breakdown)
    {
        const QString mean = valueText(breakdown.meanS, "s");
        if (breakdown.background)
            return {BreakdownView::tr("%1 on average, in the background").arg(mean), mean};
        return {BreakdownView::tr("%1 on average; of parallel paths, the one that was waited for").arg(mean),
                BreakdownView::tr("%1 on average").arg(mean)};
    }

    void drawOperation(QCPPainter* painter, const OperationBreakdown& breakdown, QRectF place, double longest) const
    {
        const Colours& c = *view_.colours_;
        place.setHeight(rowHeight);
        text(painter, place, strongFont(), c.text, breakdown.name);
        const double name = QFontMetricsF(strongFont()).horizontalAdvance(breakdown.name) + rhythm::step;
        text(painter, place.adjusted(name, 0, 0, 0), smallFont(), c.dimText,
             fitting(place.width() - name, meanTexts(breakdown)));
        double x = place.left();
        const double y = place.bottom() + rhythm::half;
        for (const BreakdownPart& part : breakdown.parts) {
            const double width = longest > 0 ? place.width() * part.seconds / longest : 0;
            fill(painter, QRectF(x, y, std::max(0.5, width - 1), barHeight), colour(part), part.waiting);
            x += width;
        }
        drawLegend(painter, breakdown, {place.left(), y + barHeight + rhythm::half, place.width(), 0});
    }

    void drawLegend(QCPPainter* painter, const OperationBreakdown& breakdown, const QRectF& place) const
    {
        const int columns = legendColumns(place.width());
        const int rows = (static_cast<int>(breakdown.parts.size()) + columns - 1) / columns;
        const double width = place.width() / columns;
        for (int i = 0; i < static_cast<int>(breakdown.parts.size()); ++i) {
            const BreakdownPart& part = breakdown.parts[static_cast<std::size_t>(i)];
            const QRectF row(place.left() + i / rows * width, place.top() + i % rows * rowHeight,
                             width - 2 * rhythm::step, rowHeight);
            fill(painter, QRectF(row.left(), row.center().y() - 5, 10, 10), colour(part), part.waiting);
            text(painter, row.adjusted(18, 0, -120, 0), smallFont(), view_.colours_->text, partName(part));
            text(painter, row.adjusted(0, 0, -52, 0), smallFont(), view_.colours_->text, valueText(part.seconds, "s"),
                 Qt::AlignRight);
            text(painter, row, smallFont(), view_.colours_->dimText, valueText(part.seconds / breakdown.meanS, "share"),
                 Qt::AlignRight);
        }
    }

    void drawResources(QCPPainter* painter, QRectF place) const
    {
        const Colours& c = *view_.colours_;
        place.setHeight(rowHeight);
        text(painter, place, strongFont(), c.text, BreakdownView::tr("Work of each resource"));
        place.translate(0, rowHeight);
        text(painter, place, smallFont(), c.dimText,
             fitting(place.width(),
                     {BreakdownView::tr("for each completed request of any operation, with parallel paths and the "
                                        "background"),
                      BreakdownView::tr("for each completed request of any operation")}));
        drawKey(painter, place.translated(0, rowHeight));
        place.translate(0, 2 * rowHeight);
        const double longest = view_.resources_.empty() ? 0 : timeAt(view_.resources_.front());
        for (const auto& resource : view_.resources_) {
            drawTimes(painter, QString::fromStdString(record::resourceInWords(record::nameOf(resource))), resource,
                      colourOf(timeKindOfResource(QString::fromStdString(resource.resource)), 0), place, longest);
            place.translate(0, rowHeight);
        }
        if (!view_.blocks_.empty())
            drawBlocks(painter, place.translated(0, rowHeight));
    }

    void drawBlocks(QCPPainter* painter, QRectF place) const
    {
        const Colours& c = *view_.colours_;
        text(painter, place, strongFont(), c.text, BreakdownView::tr("A mean request, at each block"));
        place.translate(0, rowHeight);
        text(painter, place, smallFont(), c.dimText,
             fitting(place.width(),
                     {BreakdownView::tr("of parallel paths, the one that was waited for; the longest first"),
                      BreakdownView::tr("the longest first")}));
        place.translate(0, rowHeight);
        for (const record::TimeAtBlock& part : view_.blocks_) {
            drawTimes(painter, blockName(part), part, colourOf(TimeKind::other, 0), place,
                      view_.blocks_.front().seconds());
            place.translate(0, rowHeight);
        }
    }

    void drawKey(QCPPainter* painter, const QRectF& place) const
    {
        double x = place.left();
        for (const bool waiting : {false, true}) {
            const QString name = waiting ? BreakdownView::tr("waiting") : BreakdownView::tr("service");
            fill(painter, QRectF(x, place.center().y() - 5, 10, 10), view_.colours_->dimText, waiting);
            text(painter, {x + 18, place.top(), 80, place.height()}, smallFont(), view_.colours_->text, name);
            x += 96;
        }
    }

    /// A row with the times of `part`, served and waiting.
    template <class Part>
    void drawTimes(QCPPainter* painter, const QString& name, const Part& part, const QColor& colour,
                   const QRectF& place, double longest) const
    {
        const Colours& c = *view_.colours_;
        const double nameWidth = std::min(220.0, place.width() * 0.35);
        text(painter, {place.left(), place.top(), nameWidth - rhythm::step, place.height()}, smallFont(), c.text, name);
        const double room = std::max(20.0, place.width() - nameWidth - numberWidth);
        const double scale = longest > 0 ? room / longest : 0;
        const QRectF bar(place.left() + nameWidth, place.top() + 4, part.servedS * scale, rowHeight - 8);
        fill(painter, bar, colour, false);
        fill(painter, QRectF(bar.right(), bar.top(), part.waitingS.value_or(0) * scale, bar.height()), colour, true);
        const QString served = valueText(part.servedS, "s");
        const QString numbers = part.waitingS && *part.waitingS > 0
                                    ? BreakdownView::tr("%1 + %2").arg(served, valueText(*part.waitingS, "s"))
                                    : served;
        text(painter,
             {place.right() - numberWidth + rhythm::step, place.top(), numberWidth - rhythm::step, place.height()},
             smallFont(), c.dimText, numbers);
    }

    QColor colour(const BreakdownPart& part) const { return colourOf(part.kind, view_.shadeOf(part)); }
    QColor colourOf(TimeKind kind, int shade) const
    {
        static constexpr float shades[] = {1, 0.7F, 0.5F, 0.35F, 0.25F};
        QColor result = seriesColour(widgets::colourOf(kind), view_.colours_->dark);
        result.setAlphaF(shades[std::min<std::size_t>(static_cast<std::size_t>(shade), std::size(shades) - 1)]);
        return result;
    }

    /// Waiting is hatched, with lines of its own: an exported SVG knows neither patterns nor clipping.
    void fill(QCPPainter* painter, const QRectF& box, const QColor& colour, bool waiting) const
    {
        if (!waiting)
            return painter->fillRect(box, colour);
        QColor ground = colour;
        ground.setAlphaF(ground.alphaF() * 0.3F);
        painter->fillRect(box, ground);
        painter->setPen(QPen(colour, 1));
        for (double x = box.left() - box.height(); x < box.right(); x += hatchStep) {
            const double from = std::max(x, box.left()), to = std::min(x + box.height(), box.right());
            if (to > from)
                painter->drawLine(QPointF(from, box.bottom() - (from - x)), QPointF(to, box.bottom() - (to - x)));
        }
    }
};

BreakdownView::BreakdownView(QWidget* parent) : ChartWidget(parent), colours_(&colours(palette()))
{
    setWindowTitle(tr("Where time goes"));
    plot()->plotLayout()->clear();
    plot()->setMinimumSize(320, leastChartHeight);
    auto* drawing = new BreakdownDrawing(*this);
    connect(plot(), &QCustomPlot::mouseWheel, this,
            [this](const QWheelEvent* event) { scrollBy(-event->angleDelta().y() / 2); });
    connect(plot(), &QCustomPlot::beforeReplot, this,
            [this, drawing] { setContentHeight(drawing->heightAt(plot()->width() - 2 * rhythm::margin)); });
    setEmptyPage(emptyPage(tr("When a run has ended, this shows where the time of its requests went: at which devices, "
                              "waiting or being served, on the network.")));
    applyColours(*colours_);
}

void BreakdownView::setRun(const std::optional<record::Summary>& summary)
{
    breakdowns_ = summary ? breakdownOf(*summary) : std::vector<OperationBreakdown>();
    shades_.clear();
    for (const OperationBreakdown& breakdown : breakdowns_)
        for (const BreakdownPart& part : breakdown.parts)
            if (QStringList& known = shades_[part.kind]; !known.contains(part.place))
                known += part.place;
    resources_.clear();
    if (summary)
        for (const auto& resource : summary->resources)
            if (countsOnce(resource) && timeAt(resource) > 0)
                resources_.push_back(resource);
    std::stable_sort(resources_.begin(), resources_.end(),
                     [](const auto& a, const auto& b) { return timeAt(a) > timeAt(b); });
    blocks_ = summary ? summary->timeAtBlocks : std::vector<record::TimeAtBlock>();
    std::ranges::stable_sort(blocks_, std::greater(), &record::TimeAtBlock::seconds);
    blocks_.resize(std::min(blocks_.size(), mostBlocks));
    updatePage();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

int BreakdownView::shadeOf(const BreakdownPart& part) const
{
    return static_cast<int>(shades_.value(part.kind).indexOf(part.place));
}

bool BreakdownView::isFilled() const
{
    return !breakdowns_.empty() || !resources_.empty();
}

void BreakdownView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
}

DataTable BreakdownView::table() const
{
    DataTable result{windowTitle(), {{"operation", {}}, {"time", {}}, {"mean", "s"}}, {}};
    for (const OperationBreakdown& breakdown : breakdowns_)
        for (const BreakdownPart& part : breakdown.parts)
            result.rows.push_back({breakdown.name, partName(part), part.seconds});
    for (const auto& resource : resources_)
        for (const auto& [what, seconds] :
             {std::pair(tr("service"), std::optional(resource.servedS)), std::pair(tr("waiting"), resource.waitingS)})
            result.rows.push_back(
                {tr("all, work of resources"),
                 QString::fromStdString(record::resourceInWords(record::nameOf(resource))) + ", " + what,
                 seconds ? DataTable::Cell(*seconds) : DataTable::Cell()});
    for (const record::TimeAtBlock& part : blocks_)
        result.rows.push_back(
            {QString::fromStdString(part.operation), tr("block %1").arg(blockName(part)), part.seconds()});
    return result;
}

} // namespace headroom::widgets
