#include "widgets/plots/timeline/timeline_layout.h"

#include "widgets/plots/chart/axis_style.h"
#include "widgets/theme/theme.h"

#include <algorithm>

namespace headroom::widgets {

namespace {

constexpr int titleWidth = 104;  // pixels: for titles, left of the axis numbers
constexpr int scaleWidth = 62;   // pixels: for the numbers of an axis
constexpr int roomForTime = 70;  // pixels; with less, labels of the time axis would touch
constexpr int roomForThree = 80; // pixels; with less, three numbers are too close

/// The topmost label stays, as it says most; each further one if it is clear of the one above it and of the topmost one
/// that the panel below may have.
void thinLabels(const QCPAxis& axis, const QVector<double>& ticks, QVector<QString>& labels)
{
    const double height = QFontMetricsF(smallFont()).height();
    const QCPAxisRect& rect = *axis.axisRect();
    const double next = rect.bottom() + 2 * rect.margins().bottom(); // where the next panel begins
    double above = 0;
    for (auto i = ticks.size() - 1; i >= 0; --i) {
        const double middle = axis.coordToPixel(ticks[i]);
        const bool topmost = i == ticks.size() - 1;
        if (topmost || (middle - above > height && next - middle > height))
            above = middle;
        else
            labels[i].clear();
    }
}

} // namespace

QSharedPointer<QCPAxisTicker> valueTicker(const QCPAxis& axis, const QString& unit, bool logarithmic)
{
    const auto fitting = [&axis] { return axis.axisRect()->height() / QFontMetricsF(smallFont()).height(); };
    return quantityTicker(
        unit, logarithmic, 3, fitting,
        [&axis](const QVector<double>& ticks, QVector<QString>& labels) { thinLabels(axis, ticks, labels); });
}

int arrangePanels(const std::vector<PanelPlace>& panels, int height, int right)
{
    const QFontMetrics small(smallFont());
    const int axisHeight = small.height() + 10;
    const int top = small.height() + 2; // for the word above the shaded warm-up
    const int count = static_cast<int>(panels.size());
    const auto withMargins = [&](int forCurves, int gap) {
        return top + axisHeight + count * forCurves + 2 * (count - 1) * gap;
    };
    const bool close = height < withMargins(36, 10);
    const int gap = close ? 3 : 10, leastHeight = close ? 2 * small.height() - 4 : 36; // a title has two lines
    const int contentHeight = withMargins(leastHeight, gap);
    const auto weight = [close](const PanelPlace& panel) {
        return close ? 1 : 1 + 0.25 * std::clamp(panel.curves - 1, 0, 4);
    };
    double weights = 0;
    for (const PanelPlace& panel : panels)
        weights += weight(panel);
    const int forCurves = std::max(height, contentHeight) - withMargins(0, gap);
    for (int i = 0; i < count; ++i) {
        const PanelPlace& panel = panels[static_cast<std::size_t>(i)];
        const QMargins margins(titleWidth + scaleWidth, i == 0 ? top : gap, right, i + 1 == count ? axisHeight : gap);
        panel.rect->setMargins(margins);
        panel.rect->setMinimumSize(40, leastHeight); // without the margins
        const int time = panel.rect->parentPlot()->width() - margins.left() - margins.right();
        panel.rect->axis(QCPAxis::atBottom)->ticker()->setTickCount(std::clamp(time / roomForTime, 2, 7));
        panel.rect->axis(QCPAxis::atLeft)->ticker()->setTickCount(panel.rect->height() < roomForThree ? 2 : 3);
        panel.rect->parentPlot()->plotLayout()->setRowStretchFactor(i, forCurves * weight(panel) / weights +
                                                                           margins.top() + margins.bottom());
    }
    return contentHeight;
}

} // namespace headroom::widgets
