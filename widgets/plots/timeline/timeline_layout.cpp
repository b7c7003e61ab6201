// Where the panels of the timeline lie.
#include "widgets/plots/timeline/timeline_overlay.h"
#include "widgets/plots/timeline/timeline_view.h"

#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr int titleWidth = 104;  // pixels: for titles, left of the axis numbers
constexpr int scaleWidth = 62;   // pixels: for the numbers of an axis
constexpr int buttonWidth = 28;  // pixels
constexpr int roomForTime = 70;  // pixels; with less, labels of the time axis would touch
constexpr int roomForThree = 80; // pixels; with less, three numbers are too close

} // namespace

void TimelineView::arrangeMargins()
{
    const double widest = plot()->width() * 0.35;
    const int right = static_cast<int>(std::min(widest, std::max(60.0, overlay_->labelWidth() + 20))) + buttonWidth;
    const QFontMetrics small(smallFont());
    const int axisHeight = small.height() + 10;
    const int top = small.height() + 2; // for the word above the shaded warm-up
    const int count = static_cast<int>(panels_.size());
    const int height = isOnPaper() ? plot()->viewport().height() : plot()->height();
    const auto withMargins = [&](int forCurves, int gap) {
        return top + axisHeight + count * forCurves + 2 * (count - 1) * gap;
    };
    // Where the room is short the panels move together; where it is shorter still they are scrolled.
    const bool close = height < withMargins(36, 10);
    const int gap = close ? 3 : 10, leastHeight = close ? 2 * small.height() - 4 : 36; // a title has two lines
    setContentHeight(withMargins(leastHeight, gap));
    const int forCurves = std::max(height, contentHeight()) - withMargins(0, gap);
    // Panels with many curves get more height for their labels, within limits.
    const auto weight = [&](int panel) {
        return close ? 1 : 1 + 0.25 * std::clamp<double>(specs_[panel].curves.size() - 1.0, 0.0, 4.0);
    };
    double weights = 0;
    for (int i = 0; i < count; ++i)
        weights += weight(i);
    for (int i = 0; i < count; ++i) {
        QCPAxisRect* rect = panels_[static_cast<std::size_t>(i)].rect;
        const QMargins margins(titleWidth + scaleWidth, i == 0 ? top : gap, right, i + 1 == count ? axisHeight : gap);
        rect->setMargins(margins);
        const int time = plot()->width() - margins.left() - margins.right();
        rect->axis(QCPAxis::atBottom)->ticker()->setTickCount(std::clamp(time / roomForTime, 2, 7));
        rect->axis(QCPAxis::atLeft)->ticker()->setTickCount(rect->height() < roomForThree ? 2 : 3);
        rect->setMinimumSize(40, leastHeight); // without the margins
        plot()->plotLayout()->setRowStretchFactor(i,
                                                  forCurves * weight(i) / weights + margins.top() + margins.bottom());
    }
}

/// The content is at least as high as it can be read.
void TimelineView::placeContent()
{
    if (isOnPaper())
        return;
    const int height = std::max(plot()->height(), contentHeight());
    plot()->setViewport({0, -scrolledBy(), plot()->width(), height});
}

QRect TimelineView::visibleArea() const
{
    return isOnPaper() ? plot()->viewport() : plot()->rect();
}

} // namespace headroom::widgets
