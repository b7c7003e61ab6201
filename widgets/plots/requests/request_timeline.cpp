#include "widgets/plots/requests/request_timeline.h"

#include "widgets/controls/elided_combo_box.h"
#include "widgets/plots/chart/axis_style.h"
#include "widgets/plots/requests/request_drawing.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/theme.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalBlocker>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

using Kind = RequestSpans::Kind;

constexpr std::size_t requestsListed = 200;
constexpr double shortestTime = 1e-8; // s; limited by the resolution of simulated time
constexpr double requestKeyStep = 0.1, requestKeyZoom = 1.5;

} // namespace

RequestTimeline::RequestTimeline(QWidget* parent)
    : ChartWidget(parent), requests_(named(new ElidedComboBox, "requestChoice", tr("Request"))),
      colours_(&colours(palette()))
{
    setWindowTitle(tr("Requests"));
    requests_->setMinimumContentsLength(32);
    choices()->addWidget(requests_);
    choices()->addStretch();
    QCustomPlot* chart = plot();
    rect_ = timeAxisRect(
        *chart, {RequestDrawing::nameWidth, RequestDrawing::legendHeight, 40, QFontMetrics(smallFont()).height() + 12});
    QCPAxis* time = rect_->axis(QCPAxis::atBottom);
    connect(time, qOverload<const QCPRange&>(&QCPAxis::rangeChanged), this,
            [this, time](const QCPRange& range) { time->setRange(visibleTime(range, begin_, end_, shortestTime)); });
    new RequestDrawing(*this);
    connect(chart, &QCustomPlot::mousePress, this, [this](const QMouseEvent* event) { pressed_ = event->pos(); });
    connect(chart, &QCustomPlot::mouseRelease, this, &RequestTimeline::onMouseRelease);
    connect(chart, &QCustomPlot::mouseMove, this, [this](const QMouseEvent* event) {
        const auto hit = hitAt(event->pos());
        plot()->setCursor(hit && hit->block ? Qt::PointingHandCursor : Qt::ArrowCursor);
    });
    followPointer();
    connect(requests_, &QComboBox::currentIndexChanged, this, [this](int index) {
        const QVariant trace = requests_->itemData(index);
        showRequest(trace.isValid() ? std::optional(trace.toUInt()) : std::nullopt);
    });
    setEmptyPage(emptyPage(tr("When a run has ended, this shows sampled requests on their way over roles and nodes.")));
    applyColours(*colours_);
}

void RequestTimeline::setSpans(std::shared_ptr<const RequestSpans> spans)
{
    spans_ = std::move(spans);
    trace_.reset();
    fillRequests();
    rebuild();
    updatePage();
}

/// Slowest requests first, because they are the most interesting.
void RequestTimeline::fillRequests()
{
    const QSignalBlocker quiet(requests_);
    requests_->clear();
    requests_->addItem(tr("All sampled requests"));
    if (!spans_)
        return;
    const auto& entries = spans_->entries();
    auto requests = spans_->usersRequests();
    const auto duration = [&](std::uint32_t i) { return entries[i].end - entries[i].begin; };
    std::sort(requests.begin(), requests.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::pair(-duration(a), a) < std::pair(-duration(b), b);
    });
    requests_->setItemText(0, requests.size() == 1 ? tr("The sampled request")
                                                   : tr("All %1 sampled requests").arg(requests.size()));
    if (requests.size() > requestsListed)
        requests.resize(requestsListed);
    for (const std::uint32_t index : requests)
        requests_->addItem(tr("%1, %2, at %3 s")
                               .arg(spans_->text(entries[index].name), valueText(duration(index), "s"))
                               .arg(entries[index].begin, 0, 'f', 3),
                           entries[index].trace);
}

void RequestTimeline::showRequest(std::optional<std::uint32_t> trace)
{
    trace_ = trace;
    const QSignalBlocker quiet(requests_);
    requests_->setCurrentIndex(std::max(0, trace ? requests_->findData(*trace) : 0));
    rebuild();
}

void RequestTimeline::showSlowest()
{
    if (requests_->count() > 1)
        showRequest(requests_->itemData(1).toUInt());
}

void RequestTimeline::rebuild()
{
    rows_ = spans_ ? spanRows(*spans_, trace_) : std::vector<SpanRow>();
    begin_ = std::numeric_limits<double>::infinity();
    end_ = 0;
    for (const SpanRow& row : rows_)
        for (const auto& list : row.entries)
            for (const std::uint32_t index : list) {
                begin_ = std::min(begin_, spans_->entries()[index].begin);
                end_ = std::max(end_, spans_->entries()[index].end);
            }
    if (rows_.empty())
        begin_ = 0;
    end_ = std::max(end_, begin_ + shortestTime);
    // The time of a single request is counted from its beginning.
    rect_->axis(QCPAxis::atBottom)->setTicker(trace_ ? timeSinceTicker(begin_) : timeTicker());
    setContentHeight(RequestDrawing::legendHeight + static_cast<int>(rows_.size()) * RequestDrawing::rowHeight +
                     rect_->margins().bottom() + rhythm::step);
    forgetPointer();
    showWholeTime();
}

void RequestTimeline::showTime(double begin, double end)
{
    rect_->axis(QCPAxis::atBottom)->setRange(begin, end);
    plot()->replot(QCustomPlot::rpQueuedReplot);
}

void RequestTimeline::showWholeTime()
{
    showTime(begin_, end_);
}

double RequestTimeline::visibleBegin() const
{
    return rect_->axis(QCPAxis::atBottom)->range().lower;
}

double RequestTimeline::visibleEnd() const
{
    return rect_->axis(QCPAxis::atBottom)->range().upper;
}

int RequestTimeline::rowCentre(std::size_t row) const
{
    return rect_->top() - scrolledBy() + static_cast<int>(row) * RequestDrawing::rowHeight +
           RequestDrawing::rowHeight / 2;
}

int RequestTimeline::timePixel(double time) const
{
    return static_cast<int>(rect_->axis(QCPAxis::atBottom)->coordToPixel(time));
}

std::optional<RequestTimeline::Hit> RequestTimeline::hitAt(const QPoint& position) const
{
    if (!spans_ || !rect_->rect().contains(position))
        return {};
    const auto row = static_cast<std::size_t>((position.y() - rect_->top() + scrolledBy()) / RequestDrawing::rowHeight);
    if (row >= rows_.size())
        return {};
    const QCPAxis* time = rect_->axis(QCPAxis::atBottom);
    const double at = time->pixelToCoord(position.x());
    const double reach = time->range().size() / std::max(1, rect_->width());
    return Hit{row, entryAt(*spans_, rows_[row], Kind::request, at, reach),
               entryAt(*spans_, rows_[row], Kind::block, at, reach),
               entryAt(*spans_, rows_[row], Kind::wait, at, reach)};
}

/// Handles a click, but not the end of a drag.
void RequestTimeline::onMouseRelease(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || (event->pos() - pressed_).manhattanLength() > 3)
        return;
    const auto hit = hitAt(event->pos());
    if (!hit || !hit->block)
        return;
    const auto& block = spans_->entries()[*hit->block];
    emit blockChosen(spans_->text(block.role), spans_->text(block.operation), spans_->text(block.name));
}

void RequestTimeline::zoomTime(double factor)
{
    const double middle = (visibleBegin() + visibleEnd()) / 2, half = (visibleEnd() - visibleBegin()) / 2 * factor;
    showTime(middle - half, middle + half);
}

void RequestTimeline::keyPressEvent(QKeyEvent* event)
{
    const double step = (visibleEnd() - visibleBegin()) * requestKeyStep;
    switch (event->key()) {
    case Qt::Key_Left:
        return showTime(visibleBegin() - step, visibleEnd() - step);
    case Qt::Key_Right:
        return showTime(visibleBegin() + step, visibleEnd() + step);
    case Qt::Key_Up:
        return scrollBy(-RequestDrawing::rowHeight);
    case Qt::Key_Down:
        return scrollBy(RequestDrawing::rowHeight);
    case Qt::Key_Plus:
        return zoomTime(1 / requestKeyZoom);
    case Qt::Key_Minus:
        return zoomTime(requestKeyZoom);
    case Qt::Key_Home:
        return showWholeTime();
    default:
        ChartWidget::keyPressEvent(event);
    }
}

/// The wheel zooms; with Shift it scrolls through the rows.
bool RequestTimeline::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == plot() && event->type() == QEvent::Wheel) {
        const auto* wheel = static_cast<QWheelEvent*>(event);
        if (wheel->modifiers() & Qt::ShiftModifier) {
            scrollBy(-wheel->angleDelta().y() / 2);
            return true;
        }
    }
    return ChartWidget::eventFilter(watched, event);
}

void RequestTimeline::extendMenu(QMenu& menu, const QPoint& position)
{
    if (const auto hit = hitAt(position); hit && hit->request) {
        const std::uint32_t trace = spans_->entries()[*hit->request].trace;
        if (!trace_)
            menu.addAction(tr("Only this request"), this, [this, trace] { showRequest(trace); });
    }
    if (trace_)
        menu.addAction(tr("All requests"), this, [this] { showRequest(std::nullopt); });
    menu.addAction(tr("Show the whole time"), this, &RequestTimeline::showWholeTime);
}

void RequestTimeline::applyColours(const Colours& set)
{
    colours_ = &set;
    plot()->setBackground(QBrush(set.surface));
    styleAxes(*rect_, set);
}

DataTable RequestTimeline::table() const
{
    DataTable result{windowTitle(),
                     {{"request", "1"},
                      {"kind", {}},
                      {"name", {}},
                      {"role", {}},
                      {"operation", {}},
                      {"node", {}},
                      {"lane", "1"},
                      {"begin", "s"},
                      {"end", "s"}},
                     {}};
    static constexpr const char* kinds[] = {"request", "block", "wait"};
    if (!spans_)
        return result;
    for (const auto& entry : spans_->entries())
        if (!trace_ || entry.trace == *trace_)
            result.rows.push_back({double(entry.trace), QString(kinds[static_cast<std::size_t>(entry.kind)]),
                                   spans_->text(entry.name), spans_->text(entry.role), spans_->text(entry.operation),
                                   spans_->text(entry.node), double(entry.lane), entry.begin, entry.end});
    return result;
}

} // namespace headroom::widgets
