#include "widgets/plots/data/comparison.h"

#include "widgets/theme/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headroom::widgets {

namespace {

struct ComparisonWords
{
    Q_DECLARE_TR_FUNCTIONS(Comparison)
};

QString withSign(double value, int decimals)
{
    const QString number = QString::number(std::abs(value), 'f', decimals);
    return (value < 0 ? QStringLiteral("−") : QStringLiteral("+")) + number;
}

/// `uncertainty`: relative, of the ratio.
QString changeText(double ratio, double uncertainty)
{
    const bool large = ratio > 2;
    const double spread = uncertainty * ratio;
    if (large) {
        const int decimals = ratio < 9.95 ? 1 : 0;
        const QString times = QString::number(ratio, 'f', decimals) + QStringLiteral("×");
        if (!(uncertainty > 0)) // unknown for a run with few intervals
            return times;
        const int spreadDecimals = spread < 0.095 ? 2 : spread < 0.95 ? 1 : decimals;
        return times + QStringLiteral(" ± ") + QString::number(spread, 'f', spreadDecimals);
    }
    const double percent = (ratio - 1) * 100;
    const int decimals = std::abs(percent) < 9.95 ? 1 : 0;
    QString text = withSign(percent, decimals) + QStringLiteral(" %");
    if (uncertainty > 0)
        text += QStringLiteral(" ± ") + QString::number(spread * 100, 'f', spread < 0.0995 ? 1 : 0);
    return text;
}

ComparisonRow ratioRow(const QString& name, const QString& shown, double now, double former, double uncertainty,
                       bool moreIsBetter)
{
    ComparisonRow row{name, shown, {}, Judgement::neutral};
    if (!(former > 0) || !std::isfinite(now))
        return row;
    const double ratio = now / former;
    row.change = changeText(ratio, uncertainty);
    const double smallestTold = 0.0005; // smaller changes are not visible in the text
    if (std::abs(ratio - 1) > std::max(smallestTold, uncertainty * ratio))
        row.judgement = (ratio > 1) == moreIsBetter ? Judgement::better : Judgement::worse;
    return row;
}

const record::ResourceSummary* sameResource(const record::Summary* summary, const record::ResourceSummary& resource)
{
    if (!summary)
        return nullptr;
    for (const auto& other : summary->resources)
        if (other.nodeGroup == resource.nodeGroup && other.resource == resource.resource)
            return &other;
    return nullptr;
}

const record::DerivedFigure* sameResult(const record::Summary& summary, const record::DerivedFigure& result)
{
    const auto found = std::ranges::find_if(
        summary.results, [&](const auto& other) { return other.name == result.name && other.unit == result.unit; });
    return found == summary.results.end() ? nullptr : &*found;
}

/// Half the width of the interval over the value.
double relativeUncertainty(const record::DerivedFigure& result)
{
    const double share = (*result.high - *result.low) / 2 / std::abs(*result.value);
    return std::isfinite(share) ? share : 0;
}

/// Whether more of a derived result is better, nobody knows.
ComparisonRow derivedRow(const record::DerivedFigure& result, const record::DerivedFigure* before)
{
    const QString name = QString::fromStdString(result.name);
    if (!result.value)
        return {name, QStringLiteral("—"), {}, Judgement::neutral};
    QString shown = valueText(*result.value, "1");
    if (!result.unit.empty())
        shown += ' ' + QString::fromStdString(result.unit);
    const bool known = before && before->value;
    const double uncertainty = known ? std::hypot(relativeUncertainty(result), relativeUncertainty(*before)) : 0;
    ComparisonRow row = ratioRow(name, shown, *result.value, known ? *before->value : 0, uncertainty, true);
    row.judgement = Judgement::neutral;
    return row;
}

/// Resources with a lower utilisation have no row, because they neither limit nor affect the results.
constexpr double worthARow = 0.02;

/// The name of a row. Workers are named by their role only, which tells where they are.
QString resourceTitle(const QString& group, const QString& resource)
{
    if (resource.startsWith("workers "))
        return resource.mid(8) + QStringLiteral(" · workers");
    return group + QStringLiteral(" · ") + resource;
}

QString wordsOf(const QString& group, QString resource)
{
    if (resource == "processor")
        resource = ComparisonWords::tr("processors");
    else if (resource.startsWith("disk "))
        resource = ComparisonWords::tr("disks (%1)").arg(resource.mid(5));
    else if (resource.startsWith("workers "))
        return ComparisonWords::tr("workers of the %1").arg(resource.mid(8));
    return group + ' ' + resource;
}

} // namespace

QVector<ComparisonRow> compare(const record::Summary& now, const record::Summary* former)
{
    QVector<ComparisonRow> rows;
    const bool several = now.operations.size() > 1;
    for (const auto& [id, summary] : now.operations) {
        const record::OperationSummary& operation = summary;
        const record::OperationSummary* before = nullptr;
        if (former)
            if (const auto found = former->operations.find(id); found != former->operations.end())
                before = &found->second;
        const QString name = QString::fromStdString(id);
        const double uncertainty = before ? std::hypot(operation.ci95Relative, before->ci95Relative) : 0;
        rows.append(ratioRow(ComparisonWords::tr("%1 throughput").arg(name), valueText(operation.perSecond, "1/s"),
                             operation.perSecond, before ? before->perSecond : 0, uncertainty, true));
        const auto latency = [&](const char* label, double record::LatencySummary::*value) {
            const QString title =
                several ? name + ' ' + ComparisonWords::tr(label)
                        : ComparisonWords::tr(label).replace(0, 1, ComparisonWords::tr(label).left(1).toUpper());
            const double ms = operation.latency.*value;
            rows.append(ratioRow(title, valueText(ms / 1000, "s"), ms, before ? before->latency.*value : 0, 0, false));
        };
        latency("latency p50", &record::LatencySummary::p50Ms);
        latency("latency p99", &record::LatencySummary::p99Ms);
    }
    for (const record::DerivedFigure& result : now.results)
        rows.append(derivedRow(result, former ? sameResult(*former, result) : nullptr));
    for (const auto& resource : now.resources) {
        const auto* before = sameResource(former, resource);
        if (std::max(resource.utilisationMean, before ? before->utilisationMean : 0) < worthARow)
            continue;
        ComparisonRow row;
        row.name = resourceTitle(QString::fromStdString(resource.nodeGroup), QString::fromStdString(resource.resource));
        row.now = valueText(resource.utilisationMean, "share");
        if (before) {
            const double points = (resource.utilisationMean - before->utilisationMean) * 100;
            row.change = ComparisonWords::tr("%1 points")
                             .arg(std::abs(points) < 0.05 ? QStringLiteral("0")
                                                          : withSign(points, std::abs(points) < 9.95 ? 1 : 0));
        }
        rows.append(row);
    }
    return rows;
}

QString resourceWords(const QString& resource)
{
    const auto dot = resource.indexOf('.');
    return dot < 0 ? resource : wordsOf(resource.left(dot), resource.mid(dot + 1));
}

QString bottleneckSentence(const record::Summary& summary)
{
    const auto said = [](const QString& sentence, const QString& resource, double share) {
        return sentence.arg(resource, valueText(share, "share"));
    };
    const auto words = [](const std::string& resource) { return resourceWords(QString::fromStdString(resource)); };
    // The engine ignores resources that are only occupied while the limit serves (workers, slots), whatever their
    // utilisation.
    std::string resource;
    double share = 0;
    if (summary.bottleneck) {
        resource = summary.bottleneck->resource;
        share = summary.bottleneck->utilisation;
    } else {
        const auto busiest = std::ranges::max_element(summary.resources, {}, &record::ResourceSummary::utilisationMax);
        if (busiest == summary.resources.end())
            return {};
        resource = busiest->nodeGroup + '.' + busiest->resource;
        share = busiest->utilisationMax;
    }
    if (share < record::limitingShare)
        return said(ComparisonWords::tr("Nothing is near its limit. Highest: %1 (busiest at %2 of capacity)."),
                    words(resource), share);
    QString sentence = said(ComparisonWords::tr("Most used: %1 (busiest at %2 of capacity)."), words(resource), share);
    if (summary.bottleneck && !summary.bottleneck->next.empty())
        sentence += said(ComparisonWords::tr(" Next: %1 (busiest at %2 of capacity)."), words(summary.bottleneck->next),
                         summary.bottleneck->nextUtilisation);
    return sentence;
}

} // namespace headroom::widgets
