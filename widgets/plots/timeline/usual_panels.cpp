#include "widgets/plots/timeline/usual_panels.h"

#include "widgets/theme/theme.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace headroom::widgets {

namespace {

constexpr double worthShowing = 0.02; // utilisation below which a curve would be almost on the axis
constexpr int loadCurves = 8;         // the number of colours

struct PanelWords
{
    Q_DECLARE_TR_FUNCTIONS(UsualPanels)
};

QString last(const record::SeriesInfo& series)
{
    return series.path.empty() ? QString() : QString::fromStdString(series.path.back());
}

QString owner(const record::SeriesInfo& series)
{
    return series.path.size() < 2 ? QString() : QString::fromStdString(series.path[1]);
}

bool isOperation(const record::SeriesInfo& series)
{
    return series.path.size() == 3 && series.path[0] == "operation";
}

bool isLoad(const record::SeriesInfo& series)
{
    return !isOperation(series) && series.unit == "share" && !record::ofSingleNode(series) &&
           !record::isHitRatio(series);
}

/// The peak of the busiest resource that is still shown, so that those that limit a run are not left out for others
/// that only come first, such as processors before workers.
double leastLoadShown(const std::vector<record::SeriesInfo>& series,
                      const std::function<double(const record::SeriesInfo&)>& peak)
{
    std::vector<double> peaks;
    for (const auto& one : series)
        if (isLoad(one))
            peaks.push_back(peak(one));
    if (peaks.size() <= loadCurves)
        return 0;
    const auto last = peaks.begin() + loadCurves - 1;
    std::nth_element(peaks.begin(), last, peaks.end(), std::greater<>());
    return *last;
}

} // namespace

QString nameOf(const record::SeriesInfo& series)
{
    return QString::fromStdString(record::seriesName(series));
}

QString shortLabel(const record::SeriesInfo& series)
{
    QStringList parts;
    for (std::size_t i = 1; i < series.path.size(); ++i)
        parts += QString::fromStdString(series.path[i]);
    return parts.join(' ');
}

QString curveLabel(const record::SeriesInfo& series)
{
    const QString label = shortLabel(series);
    return last(series) == "busiest" ? PanelWords::tr("%1 at each time").arg(label) : label;
}

QStringList usualSeries(const std::vector<record::SeriesInfo>& series,
                        const std::function<double(const record::SeriesInfo&)>& peak,
                        const std::function<bool(const QString&)>& isBackground)
{
    bool traffic = false, awaited = false;
    for (const auto& one : series) {
        traffic |= isOperation(one) && last(one) == "throughput" && peak(one) > 0;
        awaited |= isOperation(one) && isBackground && !isBackground(owner(one));
    }
    const auto beside = [&](const record::SeriesInfo& one) { return awaited && isBackground(owner(one)); };
    QStringList names;
    const double least = leastLoadShown(series, peak);
    int loads = 0;
    for (const auto& one : series) {
        bool take = false;
        if (isOperation(one)) {
            const bool kind = last(one) == "throughput" || last(one) == "latency p50" || last(one) == "latency p99";
            take = kind && (!traffic || peak(one) > 0) && (last(one) == "throughput" || !beside(one));
        } else if (isLoad(one)) {
            take = peak(one) > worthShowing && peak(one) >= least && loads < loadCurves;
            loads += take ? 1 : 0;
        }
        if (take)
            names += nameOf(one);
    }
    // While nothing is busy, the panel shows the processors.
    if (loads == 0)
        for (const auto& one : series)
            if (isLoad(one) && last(one) == "processor")
                names += nameOf(one);
    return names;
}

void tellApart(PanelSpec& panel)
{
    if (panel.curves.size() > seriesColourCount)
        return;
    std::vector<CurveSpec*> curves;
    for (CurveSpec& curve : panel.curves)
        curves.push_back(&curve);
    std::stable_sort(curves.begin(), curves.end(),
                     [](const CurveSpec* a, const CurveSpec* b) { return a->colour < b->colour; });
    std::array<bool, seriesColourCount> taken{};
    std::vector<CurveSpec*> others;
    for (CurveSpec* curve : curves)
        if (std::exchange(taken[static_cast<std::size_t>(curve->colour % seriesColourCount)], true))
            others.push_back(curve);
    for (CurveSpec* curve : others) {
        const auto free = std::find(taken.begin(), taken.end(), false);
        curve->colour = static_cast<int>(free - taken.begin());
        *free = true;
    }
    for (BandSpec& band : panel.bands)
        for (const CurveSpec& curve : panel.curves)
            if (curve.series == band.lower)
                band.colour = curve.colour;
}

QVector<PanelSpec> usualPanels(const std::vector<record::SeriesInfo>& series, const QStringList& names,
                               const std::function<int(const QString&)>& colourOf)
{
    PanelSpec throughput{PanelWords::tr("Throughput"), PanelWords::tr("operations/s"), "1/s", {}};
    PanelSpec latency{PanelWords::tr("Latency"), PanelWords::tr("p50 to p99"), "s", {}};
    PanelSpec load{PanelWords::tr("Load"), PanelWords::tr("share of capacity"), "share", {}};
    const QSet<QString> wanted(names.begin(), names.end());
    QStringList operations;
    for (const auto& one : series) {
        const QString name = nameOf(one);
        if (!wanted.contains(name))
            continue;
        if (!isOperation(one))
            load.curves.append({one.id, curveLabel(one), colourOf(shortLabel(one)), name});
        else if (last(one) == "throughput") {
            operations += owner(one);
            throughput.curves.append({one.id, owner(one), colourOf(owner(one)), name});
        }
    }
    std::map<QString, std::uint32_t> medians;
    for (const auto& one : series) {
        const QString name = nameOf(one);
        if (!isOperation(one) || !wanted.contains(name) || !last(one).startsWith("latency"))
            continue;
        const QString percentile = last(one).mid(QStringLiteral("latency ").size());
        const QString label = operations.size() > 1 ? owner(one) + ' ' + percentile : percentile;
        const QString thing = percentile == "p50" ? owner(one) : owner(one) + ' ' + percentile;
        latency.curves.append({one.id, label, colourOf(thing), name});
        if (percentile == "p50")
            medians[owner(one)] = one.id;
        else if (const auto median = medians.find(owner(one)); median != medians.end())
            latency.bands.append({median->second, one.id, colourOf(owner(one))});
    }
    if (operations.size() == 1)
        throughput.subtitle = operations.front() + "/s";
    for (PanelSpec* panel : {&throughput, &latency, &load})
        tellApart(*panel);
    return {throughput, latency, load};
}

} // namespace headroom::widgets
