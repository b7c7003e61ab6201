// Curves of the first run with those of the others behind them, and the time breakdown.
#include "app/report/sections.h"

#include "widgets/plots/data/comparison.h"
#include "widgets/plots/requests/breakdown_view.h"
#include "widgets/plots/timeline/thing_colours.h"
#include "widgets/plots/timeline/timeline_view.h"
#include "widgets/plots/timeline/usual_panels.h"
#include "widgets/plots/views/bars_view.h"
#include "widgets/plots/views/latency_view.h"
#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace headroom::app {

using widgets::report::Figure;

namespace {

struct Charts
{
    Q_DECLARE_TR_FUNCTIONS(ReportCharts)
};

constexpr int breakdownRow = 20, breakdownRoom = 60; ///< pixels
constexpr int width = 740; ///< pixels: little wider than the text of a page, so that small texts remain readable

Figure figureOf(widgets::ChartWidget& chart, int height, const QString& caption)
{
    const QSize size(width, height);
    chart.plot()->resize(size); // a chart that was never shown has another size, by which it arranges its margins
    // Fonts are drawn in whole pixels.
    const double text = std::floor(widgets::smallFont().pointSizeF() * widgets::pixelsPerInch / 72);
    return {caption, chart.picture(size), size, text};
}

double peak(const ReportedRun& run, std::uint32_t id)
{
    for (std::size_t i = 0; i < run.series.size(); ++i)
        if (run.series[i].id == id && !run.values[i].empty())
            return *std::max_element(run.values[i].begin(), run.values[i].end());
    return 0;
}

Figure timelineOf(const ReportedRun& run, const ReportedRun* former, const QString& prefix,
                  widgets::ThingColours& colours)
{
    widgets::TimelineView view;
    const auto colourOf = [&](const QString& thing) { return colours.of(thing); };
    const QStringList names = widgets::usualSeries(
        run.series, [&](const record::SeriesInfo& series) { return peak(run, series.id); },
        [&](const QString& operation) { return widgets::isBackground(run.summary, operation.toStdString()); });
    view.setTimeRange(0, run.summary.simulatedS);
    view.setWarmUp(run.summary.warmUpS);
    view.setPanels(widgets::usualPanels(run.series, names, colourOf));
    for (std::size_t i = 0; i < run.series.size(); ++i) {
        const QString name = widgets::nameOf(run.series[i]);
        if (!names.contains(name))
            continue;
        for (std::size_t k = 0; k < run.times[i].size(); ++k)
            view.append(run.series[i].id, run.times[i][k], run.values[i][k]);
        for (std::size_t j = 0; former && j < former->series.size(); ++j)
            if (widgets::nameOf(former->series[j]) == name)
                view.setGhost(run.series[i].id, former->times[j], former->values[j]);
    }
    view.paintNow();
    const QString caption = former ? Charts::tr("%1 over time; grey: %2. Shaded: the warm-up, which does not count.")
                                         .arg(run.name, former->name)
                                   : prefix + Charts::tr("Throughput, latency and load over time. Shaded: the warm-up, "
                                                         "which does not count.");
    return figureOf(view, 460, caption);
}

Figure latencyOf(const ReportedRun& run, const ReportedRun* former, const QString& prefix,
                 widgets::ThingColours& colours)
{
    widgets::LatencyView view;
    view.setColours([&](const QString& operation) { return colours.of(operation); });
    view.setSummaries(run.summary, former ? std::optional(former->summary) : std::nullopt);
    return figureOf(view, 260,
                    former ? Charts::tr("How latencies are distributed; grey: %1.").arg(former->name)
                           : prefix + Charts::tr("How latencies are distributed."));
}

Figure breakdownOf(const ReportedRun& run)
{
    widgets::BreakdownView view;
    view.setRun(run.summary);
    int height = 0; // a row for each part and each title, a bar, and some room
    for (const widgets::OperationBreakdown& breakdown : view.breakdowns())
        height += breakdownRow * (static_cast<int>(breakdown.parts.size()) + 1) + breakdownRoom;
    return figureOf(view, std::max(200, height), Charts::tr("Where the time of requests goes (%1).").arg(run.name));
}

/// Without the resources that neither run used.
Figure barsOf(const ReportedRun& run, const ReportedRun* former, const QString& prefix)
{
    record::Summary summary = run.summary;
    std::erase_if(summary.resources, [&](const record::ResourceSummary& resource) {
        const record::Summary* const before = former ? &former->summary : nullptr;
        return !(resource.utilisationMax > 0) &&
               (!before || std::none_of(before->resources.begin(), before->resources.end(), [&](const auto& other) {
                   return other.nodeGroup == resource.nodeGroup && other.resource == resource.resource &&
                          other.utilisationMax > 0;
               }));
    });
    widgets::BarsView view;
    view.setSummaries(summary, former ? std::optional(former->summary) : std::nullopt);
    const int rows = static_cast<int>(summary.resources.size());
    return figureOf(view, std::clamp(40 + 24 * rows, 160, 700),
                    former ? Charts::tr("How busy the resources are; marks: %1.").arg(former->name)
                           : prefix + Charts::tr("How busy the resources are."));
}

} // namespace

Parts charts(const Runs& runs)
{
    Parts parts;
    const bool systems = ofSeveralSystems(runs); // a curve of one would say nothing behind that of another
    const ReportedRun* baseline = runs.size() > 1 && !systems ? &runs.front() : nullptr;
    widgets::ThingColours colours; // the same in all charts, and as in the studio
    for (const ReportedRun& run : runs) {
        if (&run == baseline)
            continue; // drawn behind the others
        const QString prefix = systems ? prefixOf(run, runs) : QString();
        colours.know(run.series);
        parts.append(timelineOf(run, baseline, prefix, colours));
        parts.append(latencyOf(run, baseline, prefix, colours));
        parts.append(breakdownOf(run));
        parts.append(barsOf(run, baseline, prefix));
    }
    return parts;
}

} // namespace headroom::app
