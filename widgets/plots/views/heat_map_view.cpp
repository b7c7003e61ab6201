#include "widgets/plots/views/heat_map_view.h"

#include "widgets/plots/chart/axis_style.h"
#include "widgets/plots/chart/chart_drawing.h"
#include "widgets/plots/chart/reading_box.h"
#include "widgets/theme/axis_text.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QSignalBlocker>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace headroom::widgets {

namespace {

constexpr int mapFrameMs = 100; // a heat map needs few updates
constexpr int groupWidth = 190;
constexpr int nameWidth = groupWidth - rhythm::step - rhythm::margin;
constexpr int listWidth = 210;
constexpr std::size_t listed = 12;
constexpr int shades = 256;

QString groupOf(const QString& node)
{
    const qsizetype dash = node.lastIndexOf('-');
    bool number = false;
    node.mid(dash + 1).toUInt(&number);
    return dash > 0 && number ? node.left(dash) : node;
}

std::array<QRgb, shades> shadesFor(const Colours& colours)
{
    std::array<QRgb, shades> result{};
    const QPalette palette = colours.dark ? QPalette(Qt::black) : QPalette(Qt::white);
    for (int i = 0; i < shades; ++i)
        result[static_cast<std::size_t>(i)] = heatColour(i / (shades - 1.0), palette).rgb();
    return result;
}

} // namespace

class HeatDrawing : public ChartDrawing<HeatMapView>
{
public:
    explicit HeatDrawing(HeatMapView& view) : ChartDrawing(view, "main") { setAntialiased(false); }

protected:
    void draw(QCPPainter* painter) override
    {
        painter->setClipping(false);
        const QRect place = view_.rect_->rect();
        if (view_.map_.columns() == 0 || place.width() < 2 || place.height() < 2)
            return;
        painter->drawImage(place, image(place.size()));
        if (place.height() >= static_cast<int>(view_.map_.rows()) * (QFontMetrics(smallFont()).height() + 1))
            drawNodes(painter, place);
        else
            drawGroups(painter, place);
        drawScale(painter, place);
        drawHottest(painter, place);
        drawReading(painter, place);
    }

private:
    /// One image pixel per screen pixel. If several cells share a pixel, the highest value is shown, so that one hot
    /// node among hundreds is visible.
    QImage image(const QSize& size) const
    {
        const HeatData& data = view_.map_;
        const auto shade = shadesFor(*view_.colours_);
        const QRgb nothing = view_.colours_->surface.rgb();
        const double scale = (shades - 1) / view_.scaleEnd();
        const QCPRange range = view_.rect_->axis(QCPAxis::atBottom)->range();
        QImage result(size, QImage::Format_RGB32);
        std::vector<float> column(data.rows());
        std::size_t former = data.columns() + 1, formerLast = former;
        std::vector<QRgb> pixels(static_cast<std::size_t>(size.height()), nothing);
        for (int x = 0; x < size.width(); ++x) {
            const double left = range.lower + range.size() * x / size.width();
            const double right = range.lower + range.size() * (x + 1) / size.width();
            const std::size_t first = data.columnAt(left), last = std::min(data.columnAt(right), data.columns() - 1);
            if (first != former || last != formerLast) {
                former = first;
                formerLast = last;
                highest(first, last, column);
                shadePixels(column, pixels, shade, scale, nothing);
            }
            for (int y = 0; y < size.height(); ++y)
                reinterpret_cast<QRgb*>(result.scanLine(y))[x] = pixels[static_cast<std::size_t>(y)];
        }
        return result;
    }

    void highest(std::size_t first, std::size_t last, std::vector<float>& column) const
    {
        const HeatData& data = view_.map_;
        std::fill(column.begin(), column.end(), std::numeric_limits<float>::quiet_NaN());
        for (std::size_t c = first; c <= last && c < data.columns(); ++c)
            for (std::size_t row = 0; row < data.rows(); ++row)
                column[row] = std::fmax(column[row], data.value(row, c));
    }

    static void shadePixels(const std::vector<float>& column, std::vector<QRgb>& pixels,
                            const std::array<QRgb, shades>& shade, double scale, QRgb nothing)
    {
        const std::size_t rows = column.size(), height = pixels.size();
        for (std::size_t y = 0; y < height; ++y) {
            const std::size_t first = y * rows / height;
            const std::size_t end = std::max(first + 1, (y + 1) * rows / height);
            float value = std::numeric_limits<float>::quiet_NaN();
            for (std::size_t row = first; row < end; ++row)
                value = std::fmax(value, column[row]);
            pixels[y] = std::isnan(value)
                            ? nothing
                            : shade[static_cast<std::size_t>(std::clamp(value * scale, 0.0, shades - 1.0))];
        }
    }

    /// Names each row; there is room for all names.
    void drawNodes(QCPPainter* painter, const QRect& place) const
    {
        const QFontMetricsF metrics(smallFont());
        const double height = place.height() / static_cast<double>(view_.map_.rows());
        painter->setFont(smallFont());
        for (const auto& group : view_.groups_) {
            drawBorder(painter, place, group);
            painter->setPen(view_.colours_->text);
            for (std::size_t row = group.first; row < group.first + group.count; ++row)
                painter->drawText(
                    QRectF(rhythm::margin, place.top() + height * static_cast<double>(row), nameWidth, height),
                    Qt::AlignLeft | Qt::AlignVCenter,
                    metrics.elidedText(view_.nodes_[static_cast<qsizetype>(row)], Qt::ElideMiddle, nameWidth));
        }
    }

    /// The line above a group that is not the first.
    void drawBorder(QCPPainter* painter, const QRect& place, const HeatMapView::Group& group) const
    {
        if (group.first == 0)
            return;
        const double top =
            place.top() + place.height() * static_cast<double>(group.first) / static_cast<double>(view_.map_.rows());
        painter->setPen(QPen(view_.colours_->surface, 1.5));
        painter->drawLine(QPointF(place.left(), top), QPointF(place.right(), top));
    }

    void drawGroups(QCPPainter* painter, const QRect& place) const
    {
        const Colours& c = *view_.colours_;
        const QFontMetricsF metrics(smallFont());
        const double rows = static_cast<double>(view_.map_.rows());
        painter->setFont(smallFont());
        double free = place.top() - 1.0;
        for (const auto& group : view_.groups_) {
            const double top = place.top() + place.height() * static_cast<double>(group.first) / rows;
            const double bottom = place.top() + place.height() * static_cast<double>(group.first + group.count) / rows;
            drawBorder(painter, place, group);
            const double y = std::max(free, (top + bottom - metrics.height()) / 2);
            if (y + metrics.height() > place.bottom() + metrics.height() / 2)
                continue;
            painter->setPen(c.text);
            const QString name =
                group.count > 1 ? HeatMapView::tr("%1 ×%2").arg(group.name).arg(group.count) : group.name;
            painter->drawText(QRectF(rhythm::margin, y, nameWidth, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                              metrics.elidedText(name, Qt::ElideMiddle, nameWidth));
            free = y + metrics.height();
        }
    }

    void drawScale(QCPPainter* painter, const QRect& place) const
    {
        const QFontMetricsF metrics(smallFont());
        const double left = place.right() + 24.0, width = listWidth - 40, y = place.bottom() - 10.0;
        const auto shade = shadesFor(*view_.colours_);
        for (int i = 0; i < static_cast<int>(width); ++i)
            painter->fillRect(QRectF(left + i, y, 1.5, 10), QColor(shade[static_cast<std::size_t>(i * 255 / width)]));
        painter->setFont(smallFont());
        painter->setPen(view_.colours_->dimText);
        painter->drawText(QPointF(left, y + 12 + metrics.ascent()), tickText(0, view_.unit_));
        const QString end = valueText(view_.scaleEnd(), view_.unit_);
        painter->drawText(QPointF(left + width - metrics.horizontalAdvance(end), y + 12 + metrics.ascent()), end);
    }

    void drawHottest(QCPPainter* painter, const QRect& place) const
    {
        const Colours& c = *view_.colours_;
        const QFontMetricsF metrics(smallFont());
        const double left = place.right() + 24.0, width = listWidth - 40, height = metrics.height() + 2;
        double y = place.top() - 4.0;
        painter->setFont(strongFont());
        painter->setPen(c.text);
        painter->drawText(QPointF(left, y + metrics.ascent()), HeatMapView::tr("Hottest (mean, peak)"));
        painter->setFont(smallFont());
        y += height + 4;
        const double room = place.bottom() - 24 - y;
        const auto fitting = static_cast<std::size_t>(std::clamp(room / height, 0.0, double(listed)));
        for (const auto& hot : view_.hottest(fitting)) {
            const QString numbers = valueText(hot.mean, view_.unit_) + "  " + valueText(hot.maximum, view_.unit_);
            painter->setPen(c.text);
            painter->drawText(QRectF(left, y, width, height), Qt::AlignLeft | Qt::AlignVCenter,
                              metrics.elidedText(hot.node, Qt::ElideMiddle,
                                                 width - metrics.horizontalAdvance(numbers) - rhythm::step));
            painter->setPen(c.dimText);
            painter->drawText(QRectF(left, y, width, height), Qt::AlignRight | Qt::AlignVCenter, numbers);
            y += height;
        }
    }

    void drawReading(QCPPainter* painter, const QRect& place) const
    {
        if (!view_.pointer())
            return;
        const auto row = view_.rowAt(*view_.pointer());
        const double time = view_.rect_->axis(QCPAxis::atBottom)->pixelToCoord(view_.pointer()->x());
        const std::size_t column = view_.map_.columnAt(time);
        if (!row || column >= view_.map_.columns())
            return;
        const float value = view_.map_.value(*row, column);
        drawReadingBox(*painter, *view_.colours_, *view_.pointer(), place, valueText(time, "s"),
                       {{QColor(), view_.nodes_[static_cast<qsizetype>(*row)],
                         valueText(static_cast<double>(value), view_.unit_)}});
    }
};

HeatMapView::HeatMapView(QWidget* parent)
    : ChartWidget(parent), metrics_(named(new QComboBox, "heatMetric", tr("Metric"))), reason_(new QLabel),
      colours_(&colours(palette()))
{
    setWindowTitle(tr("Heat map"));
    metrics_->setMinimumContentsLength(18);
    choices()->addWidget(metrics_);
    choices()->addStretch();
    QCustomPlot* chart = plot();
    rect_ = timeAxisRect(*chart, {groupWidth, 14, listWidth, QFontMetrics(smallFont()).height() + 12});
    QCPAxis* time = rect_->axis(QCPAxis::atBottom);
    time->grid()->setVisible(false);
    connect(time, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this, [this, time](const QCPRange& range) {
        time->setRange(visibleTime(range, from_, until_, (until_ - from_) * 1e-4));
    });
    new HeatDrawing(*this);
    followPointer();
    connect(metrics_, &QComboBox::currentTextChanged, this, &HeatMapView::metricChosen);
    timer_.setInterval(mapFrameMs);
    timer_.setSingleShot(true);
    connect(&timer_, &QTimer::timeout, this, [this] {
        updatePage();
        plot()->replot();
    });
    reason_->setWordWrap(true);
    reason_->setAlignment(Qt::AlignCenter);
    setLook(reason_, Look::dim);
    setEmptyPage(emptyPage(tr("While a project runs, and after it, this shows every node over time."), reason_));
    applyColours(*colours_);
}

void HeatMapView::setMetrics(const QStringList& metrics)
{
    QStringList present;
    for (int i = 0; i < metrics_->count(); ++i)
        present += metrics_->itemText(i);
    if (present == metrics)
        return;
    const QString chosen = metrics_->currentText();
    {
        const QSignalBlocker quiet(metrics_);
        metrics_->clear();
        metrics_->addItems(metrics);
        metrics_->setCurrentIndex(std::max(0, metrics_->findText(chosen)));
    }
    if (metrics_->currentText() != chosen)
        emit metricChosen(metrics_->currentText());
}

QString HeatMapView::chosenMetric() const
{
    return metrics_->currentText();
}

void HeatMapView::chooseMetric(const QString& metric)
{
    metrics_->setCurrentIndex(metrics_->findText(metric));
}

void HeatMapView::begin(const QStringList& nodes, const QString& unit, double from, double until, double warmUp)
{
    nodes_ = nodes;
    unit_ = unit;
    from_ = from;
    until_ = std::max(until, from + 1e-9);
    map_ = HeatData(static_cast<std::size_t>(nodes.size()));
    map_.setBegin(from);
    map_.countFrom(warmUp);
    groups_.clear();
    for (qsizetype i = 0; i < nodes.size(); ++i) {
        const QString group = groupOf(nodes[i]);
        if (groups_.empty() || groups_.back().name != group)
            groups_.push_back({group, static_cast<std::size_t>(i), 0});
        ++groups_.back().count;
    }
    forgetPointer();
    showWholeTime();
    updatePage();
}

void HeatMapView::append(double time, const std::vector<float>& values)
{
    map_.append(time, values);
    markDirty();
}

void HeatMapView::setMap(HeatData map)
{
    map_ = std::move(map);
    updatePage();
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void HeatMapView::setReason(const QString& sentence)
{
    reason_->setText(sentence);
}

void HeatMapView::markDirty()
{
    if (!timer_.isActive())
        timer_.start();
}

void HeatMapView::showWholeTime()
{
    rect_->axis(QCPAxis::atBottom)->setRange(from_, until_);
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

/// The end of the colour scale, which begins at 0: the highest value, so that differences at a low load are visible.
/// Loads below a tenth stay pale, because nothing is hot then.
double HeatMapView::scaleEnd() const
{
    return std::max(map_.maximum(), unit_ == "share" ? 0.1 : 1e-12);
}

std::optional<std::size_t> HeatMapView::rowAt(const QPoint& position) const
{
    const QRect place = rect_->rect();
    if (!place.contains(position) || map_.rows() == 0)
        return {};
    const auto y = static_cast<std::size_t>(position.y() - place.top());
    return std::min(map_.rows() - 1, y * map_.rows() / static_cast<std::size_t>(place.height()));
}

std::vector<HeatMapView::Hot> HeatMapView::hottest(std::size_t count) const
{
    std::vector<std::size_t> order;
    for (std::size_t row = 0; row < map_.rows(); ++row)
        if (std::isfinite(map_.mean(row)))
            order.push_back(row);
    count = std::min(count, order.size());
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
        [this](std::size_t a, std::size_t b) { return std::pair(map_.mean(a), b) > std::pair(map_.mean(b), a); });
    std::vector<Hot> result;
    for (std::size_t i = 0; i < count; ++i)
        result.push_back({nodes_[static_cast<qsizetype>(order[i])], map_.mean(order[i]), map_.maximum(order[i])});
    return result;
}

void HeatMapView::extendMenu(QMenu& menu, const QPoint&)
{
    menu.addAction(tr("Show the whole time"), this, &HeatMapView::showWholeTime);
}

void HeatMapView::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
    styleAxes(*rect_, set);
}

DataTable HeatMapView::table() const
{
    DataTable result{windowTitle() + ' ' + chosenMetric(), {{"time", "s"}}, {}};
    for (const QString& node : nodes_)
        result.columns.append({node + ' ' + chosenMetric(), unit_});
    for (std::size_t column = 0; column < map_.columns(); ++column) {
        auto& row = result.rows.emplace_back();
        row.emplace_back(map_.time(column));
        for (std::size_t node = 0; node < map_.rows(); ++node)
            row.emplace_back(static_cast<double>(map_.value(node, column)));
    }
    return result;
}

} // namespace headroom::widgets
