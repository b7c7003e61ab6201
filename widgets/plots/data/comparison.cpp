#include "widgets/plots/data/comparison.h"

#include "record/figures/figures.h"
#include "record/structure/result_tables.h"
#include "widgets/theme/number_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string_view>

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

/// "0.2", or "<0.01" for what its decimals would show as zero.
QString spreadText(double spread, int decimals)
{
    const double smallest = std::pow(10, -decimals);
    return spread < smallest / 2 ? '<' + QString::number(smallest, 'f', decimals)
                                 : QString::number(spread, 'f', decimals);
}

/// `uncertainty`: relative, of the ratio; NaN if unknown.
QString changeText(double ratio, double uncertainty)
{
    const bool large = ratio > 2;
    const double spread = uncertainty * ratio;
    if (large) {
        const int decimals = ratio < 9.95 ? 1 : 0;
        const QString times = QString::number(ratio, 'f', decimals) + QStringLiteral("×");
        if (!(uncertainty > 0))
            return times;
        const int spreadDecimals = spread < 0.095 ? 2 : spread < 0.95 ? 1 : decimals;
        return times + QStringLiteral(" ± ") + spreadText(spread, spreadDecimals);
    }
    const double percent = (ratio - 1) * 100;
    const int decimals = std::abs(percent) < 9.95 ? 1 : 0;
    QString text = withSign(percent, decimals) + QStringLiteral(" %");
    if (uncertainty > 0)
        text += QStringLiteral(" ± ") + spreadText(spread * 100, spread < 0.0995 ? 1 : 0);
    return text;
}

/// A figure of an operation, and the larger half of its 95 % interval over it: NaN if unknown.
struct Value
{
    double value = 0, relative = 0;
};

Value valueOf(const record::Summary& summary, const std::string& operation, const record::FigureValue& figure)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    std::string why;
    const std::string name = figure.name();
    const auto found = record::figureOf(summary, operation + '.' + name, why);
    const bool quantile = name.starts_with("latency.p");
    const bool hasInterval = !quantile || summary.replications || !summary.operations.at(operation).buckets.empty();
    if (!found || !hasInterval)
        return {figure.value().value_or(unknown), unknown};
    const double below = found->value - found->low, above = found->high - found->value;
    if (!(found->value > 0) || !std::isfinite(below) || !std::isfinite(above))
        return {found->value, unknown};
    return {found->value, std::max(below, above) / found->value};
}

/// `former`: null without an operation of that name.
ComparisonRow ratioRow(const QString& name, const QString& unit, const Value& now, const Value* former,
                       std::optional<bool> moreIsBetter)
{
    ComparisonRow row{name, valueText(now.value, unit), {}, Judgement::neutral};
    row.unit = unit;
    row.value = now.value;
    if (!former || !(former->value > 0) || !std::isfinite(now.value))
        return row;
    const double ratio = now.value / former->value;
    const double uncertainty = std::hypot(now.relative, former->relative);
    row.change = changeText(ratio, uncertainty);
    row.difference = ratio - 1;
    row.differenceHalf = uncertainty * ratio;
    const double smallestTold = 0.0005; // smaller changes are not visible in the text
    if (moreIsBetter && std::abs(ratio - 1) > smallestTold && std::abs(ratio - 1) > uncertainty * ratio)
        row.judgement = (ratio > 1) == *moreIsBetter ? Judgement::better : Judgement::worse;
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

Value valueOf(const record::DerivedFigure& result)
{
    const double half = (*result.high - *result.low) / 2 / std::abs(*result.value);
    return {*result.value, std::isfinite(half) ? half : std::numeric_limits<double>::quiet_NaN()};
}

/// A derived result is not judged: nobody knows whether more of it is better.
ComparisonRow derivedRow(const record::DerivedFigure& result, const record::DerivedFigure* before)
{
    const QString name = QString::fromStdString(result.name);
    if (!result.value)
        return {name, QStringLiteral("—"), {}, Judgement::neutral};
    QString shown = valueText(*result.value, "1");
    if (!result.unit.empty())
        shown += ' ' + QString::fromStdString(result.unit);
    std::optional<Value> former;
    if (before && before->value)
        former = valueOf(*before);
    ComparisonRow row = ratioRow(name, "1", valueOf(result), former ? &*former : nullptr, {});
    row.now = shown;
    return row;
}

/// "from 50 400 USD" if some parts have no figure.
QString atLeast(const QString& figure, bool partly)
{
    return partly ? ComparisonWords::tr("from %1").arg(figure) : figure;
}

QString withoutParts(const std::set<std::string>& parts)
{
    QStringList names;
    for (const std::string& part : parts)
        names += QString::fromStdString(part);
    return names.isEmpty()
               ? QString()
               : ComparisonWords::tr("Without %1: the libraries have no figure of it.").arg(names.join(", "));
}

/// Adds the capacity, cost and power of the cluster.
void addConsumption(QVector<ComparisonRow>& rows, const record::Summary& now, const record::Summary* former)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const auto ratio = [&](const QString& name, const QString& unit, std::optional<double> value,
                           std::optional<double> before) {
        const Value old{before.value_or(0), unknown};
        rows.append(ratioRow(name, unit, {*value, unknown}, before ? &old : nullptr, {}));
        if (before == value)
            rows.back().change = ComparisonWords::tr("unchanged");
    };
    if (now.usableBytes)
        ratio(ComparisonWords::tr("Usable capacity"), "B", now.usableBytes,
              former ? former->usableBytes : std::nullopt);
    if (const record::Price price = record::priceOf(now.costs); price.usd > 0) {
        ComparisonRow row{ComparisonWords::tr("Price"), atLeast(usdText(price.usd), !price.unknown.empty()), {}};
        row.detail = withoutParts(price.unknown);
        row.unit = QStringLiteral("USD");
        row.value = price.usd;
        if (const record::Price before = former ? record::priceOf(former->costs) : record::Price(); before.usd > 0) {
            const double more = std::round(price.usd) - std::round(before.usd);
            row.difference = price.usd / before.usd - 1;
            row.change = more == 0 ? ComparisonWords::tr("unchanged")
                                   : (more < 0 ? QStringLiteral("−") : QStringLiteral("+")) + usdText(std::abs(more));
        }
        rows.append(row);
    }
    if (now.energy) {
        ratio(ComparisonWords::tr("Power"), "W", now.energy->powerW,
              former && former->energy ? std::optional(former->energy->powerW) : std::nullopt);
        const std::set<std::string> missing(now.energy->unknown.begin(), now.energy->unknown.end());
        rows.back().now = atLeast(rows.back().now, !missing.empty());
        rows.back().detail = withoutParts(missing);
    }
}

/// The share of its capacity that a resource is used.
ComparisonRow useRow(const QString& name, double now, std::optional<double> before)
{
    ComparisonRow row{name, valueText(now, "share"), {}};
    row.use = true;
    row.unit = QStringLiteral("share");
    row.value = now;
    if (before)
        row.change = pointsText(now - *before);
    return row;
}

/// Resources with a lower utilisation have no row, because they neither limit nor affect the results.
constexpr double worthARow = 0.02;

/// The name of a row. Workers are named by their role only, which says where they are.
QString resourceTitle(const QString& group, const QString& resource)
{
    if (resource.startsWith("workers "))
        return resource.mid(8) + QStringLiteral(" · workers");
    if (resource.startsWith("helpers "))
        return resource.mid(8) + QStringLiteral(" · helper threads");
    return group + QStringLiteral(" · ") + resource;
}

/// Operations that alternate at random have nearly the shares that they should have.
constexpr double anotherMix = 0.05;

template <typename Named>
QString namesOf(const Named& things)
{
    QStringList names;
    for (const auto& [name, thing] : things)
        names += QString::fromStdString(name);
    return names.join(", ");
}

QString orNone(const QString& names)
{
    return names.isEmpty() ? ComparisonWords::tr("none") : names;
}

/// "PUT latency p99", or "Latency p99" without a name.
QString figureTitle(const std::string& name, const record::FigureValue& figure)
{
    const QString label = QString::fromStdString(figure.label());
    return name.empty() ? label.left(1).toUpper() + label.mid(1) : QString::fromStdString(name) + ' ' + label;
}

/// True if more is better; nothing if that is not known.
std::optional<bool> betterOf(const record::FigureRow& row)
{
    return row.better == record::Better::unknown ? std::nullopt : std::optional(row.better == record::Better::more);
}

/// The figures of a resource or a state, which `title` names; the mean use of a resource needs no other name. Their
/// intervals are not known, so that they are not judged.
void addElement(QVector<ComparisonRow>& rows, const QString& title, const std::vector<record::FigureValue>& figures,
                const std::vector<record::FigureValue>* before)
{
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const record::FigureValue& figure = figures[i];
        const auto value = figure.value();
        const auto was = before ? (*before)[i].value() : std::nullopt;
        if (!value)
            continue;
        const bool use = figure.name() == "used";
        const QString name = use ? title : title + ' ' + QString::fromStdString(figure.label());
        if (figure.unit() == "share") {
            rows.append(useRow(name, *value, was));
            rows.back().use = use;
        } else {
            const Value old{was.value_or(0), unknown};
            rows.append(
                ratioRow(name, QString::fromStdString(figure.unit()), {*value, unknown}, was ? &old : nullptr, {}));
        }
    }
}

const record::ResultTable::Row* sameRow(const record::ResultTable& table, const record::ResultTable::Row& row)
{
    const auto found = std::ranges::find(table.rows, row.keys, &record::ResultTable::Row::keys);
    return found == table.rows.end() ? nullptr : &*found;
}

/// How well caches hit, and the like.
void addStates(QVector<ComparisonRow>& rows, const record::Summary& now, const record::Summary* former)
{
    const record::ResultTable before =
        former ? record::stateTable(*former, record::Shown::comparison) : record::ResultTable();
    for (const record::ResultTable::Row& row : record::stateTable(now, record::Shown::comparison).rows) {
        const auto* same = sameRow(before, row);
        addElement(rows, QString::fromStdString(row.keys[0] + " · " + row.keys[1]), row.figures,
                   same ? &same->figures : nullptr);
    }
}

void addResources(QVector<ComparisonRow>& rows, const record::Summary& now, const record::Summary* former)
{
    const record::ResultTable table = record::resourceTable(now, record::Shown::comparison);
    for (std::size_t r = 0; r < now.resources.size(); ++r) {
        const record::ResourceSummary& resource = now.resources[r];
        const auto* before = sameResource(former, resource);
        if (std::max(resource.utilisationMean, before ? before->utilisationMean : 0) < worthARow)
            continue;
        std::vector<record::FigureValue> was;
        if (before) {
            was = record::figuresIn(*before);
            std::erase_if(was,
                          [](const auto& each) { return !record::shows(each.row.shown, record::Shown::comparison); });
        }
        addElement(rows,
                   resourceTitle(QString::fromStdString(resource.nodeGroup), QString::fromStdString(resource.resource)),
                   table.rows[r].figures, before ? &was : nullptr);
    }
}

QString spanText(double fromS, double toS)
{
    return ComparisonWords::tr("%1 to %2").arg(valueText(fromS, "s"), valueText(toS, "s"));
}

/// The time over which the rates of a workload are, if it is not the whole run.
void addActiveTimes(QVector<ComparisonRow>& rows, const record::Summary& now)
{
    for (const auto& [id, workload] : now.workloads)
        if (workload.activeS) {
            ComparisonRow& row = rows.emplace_back();
            row.name = ComparisonWords::tr("%1 active").arg(QString::fromStdString(id));
            row.now = ComparisonWords::tr("%1 of %2")
                          .arg(valueText(*workload.activeS, "s"), valueText(now.simulatedS - now.warmUpS, "s"));
            row.detail = ComparisonWords::tr("Its throughput is over the time in which it was active, not over the "
                                             "whole run.");
        }
}

/// The limit of each stage of the run, or what was busiest.
void addStages(QVector<ComparisonRow>& rows, const record::Summary& now)
{
    for (const record::StageSummary& stage : now.stages) {
        ComparisonRow& row = rows.emplace_back();
        row.name = ComparisonWords::tr("Stage %1").arg(QString::fromStdString(stage.stage));
        row.now =
            stage.bottleneck
                ? ComparisonWords::tr("%1 %2").arg(resourceWords(QString::fromStdString(stage.bottleneck->resource)),
                                                   valueText(stage.bottleneck->utilisation, "share"))
                : ComparisonWords::tr("nothing ended");
        row.detail = ComparisonWords::tr("%1, %2, mean latency %3. %4")
                         .arg(spanText(stage.fromS, stage.toS), valueText(stage.perSecond, "1/s"),
                              valueText(stage.latencyS, "s"), bottleneckSentence(record::ofStage(now, stage)));
    }
}

/// The operation's share of all that ended.
double shareOf(const record::Summary& summary, const record::OperationSummary& operation)
{
    double all = 0;
    for (const auto& [name, one] : summary.operations)
        all += static_cast<double>(one.count + one.errors);
    return all > 0 ? static_cast<double>(operation.count + operation.errors) / all : 0;
}

} // namespace

bool isBackground(const record::Summary& summary, const std::string& operation)
{
    const std::size_t colon = operation.find(": ");
    const auto workload =
        colon == std::string::npos ? summary.workloads.end() : summary.workloads.find(operation.substr(0, colon));
    return workload != summary.workloads.end() && workload->second.background;
}

std::vector<std::string> operationsInOrder(const record::Summary& summary)
{
    std::vector<std::string> ids;
    for (const auto& [id, operation] : summary.operations)
        ids.push_back(id);
    std::stable_partition(ids.begin(), ids.end(), [&](const std::string& id) { return !isBackground(summary, id); });
    return ids;
}

QString pointsText(double difference)
{
    const double points = difference * 100;
    return ComparisonWords::tr("%1 points")
        .arg(std::abs(points) < 0.05 ? QStringLiteral("0") : withSign(points, std::abs(points) < 9.95 ? 1 : 0));
}

QString latencyTitle(const std::string& operation, const char* quantile)
{
    return QString::fromStdString(operation) + ComparisonWords::tr(" latency %1").arg(quantile);
}

QVector<ComparisonRow> compare(const record::Summary& now, const record::Summary* former, bool named)
{
    QVector<ComparisonRow> rows;
    const bool several = named || now.operations.size() > 1;
    const bool judged = former && unlikeness(now, *former, {}).isEmpty();
    for (const std::string& id : operationsInOrder(now)) {
        const auto earlier = former ? former->operations.find(id) : now.operations.end();
        const bool known = former && earlier != former->operations.end();
        const auto before = record::figuresIn(known ? earlier->second : record::OperationSummary());
        const auto figures = record::figuresIn(now.operations.at(id));
        for (std::size_t i = 0; i < figures.size(); ++i) {
            const record::FigureValue& figure = figures[i];
            if (!record::shows(figure.row.shown, record::Shown::comparison))
                continue;
            const std::optional<Value> was = known ? std::optional(valueOf(*former, id, before[i])) : std::nullopt;
            const bool alone = figure.part && !several; // a latency that needs no name of an operation
            rows.append(ratioRow(figureTitle(alone ? std::string() : id, figure), QString::fromStdString(figure.unit()),
                                 valueOf(now, id, figure), was ? &*was : nullptr,
                                 judged ? betterOf(figure.row) : std::nullopt));
        }
    }
    for (const record::DerivedFigure& result : now.results)
        rows.append(derivedRow(result, former ? sameResult(*former, result) : nullptr));
    addActiveTimes(rows, now);
    addStages(rows, now);
    addStates(rows, now, former);
    addConsumption(rows, now, former);
    addResources(rows, now, former);
    return rows;
}

namespace {

/// The operations whose throughput is sampled and is not zero, and the series of their figures.
using SampledOperations = std::map<std::string, std::map<std::string, const record::SeriesInfo*>>;
using SampledOperation = std::pair<std::string, SampledOperations::mapped_type>;
SampledOperations sampledOperations(const std::vector<record::SeriesInfo>& series, const CurvesByName& curves)
{
    SampledOperations operations;
    for (const record::SeriesInfo& one : series)
        if (one.path.size() == 3 && one.path[0] == "operation")
            operations[one.path[1]][one.path[2]] = &one;
    std::erase_if(operations, [&](const auto& operation) {
        const auto throughput = operation.second.find("throughput");
        const auto curve =
            throughput == operation.second.end() ? curves.end() : curves.find(record::seriesName(*throughput->second));
        return curve == curves.end() || !(curve->second.maximum() > 0);
    });
    return operations;
}

/// The means of series over a time, beside those of an earlier run.
class MeansSoFar
{
public:
    MeansSoFar(const CurvesByName& curves, const CurvesByName* former, FiguresSoFar& figures)
        : curves_(curves), former_(former), figures_(figures)
    {
    }
    std::optional<double> of(const CurvesByName& curves, const record::SeriesInfo& series) const
    {
        const auto curve = curves.find(record::seriesName(series));
        return curve == curves.end() ? std::nullopt : curve->second.mean(figures_.from, figures_.until);
    }
    void addRatio(const QString& title, const record::SeriesInfo& series, const QString& detail)
    {
        const auto mean = of(curves_, series);
        if (!mean)
            return;
        constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
        const auto before = former_ ? of(*former_, series) : std::nullopt;
        const Value was{before.value_or(0), unknown};
        figures_.rows.append(
            ratioRow(title, QString::fromStdString(series.unit), {*mean, unknown}, before ? &was : nullptr, {}));
        figures_.rows.back().detail = detail;
    }
    void addUse(const record::SeriesInfo& series)
    {
        const auto mean = of(curves_, series);
        const auto before = former_ ? of(*former_, series) : std::nullopt;
        if (std::max(mean.value_or(0), before.value_or(0)) < worthARow || !mean)
            return;
        ComparisonRow row = useRow(QString::fromStdString(series.path[1] + " · " + series.path[2]), *mean, before);
        figures_.rows.append(row);
    }

private:
    const CurvesByName& curves_;
    const CurvesByName* former_;
    FiguresSoFar& figures_;
};

} // namespace

std::optional<FiguresSoFar> figuresSoFar(const std::vector<record::SeriesInfo>& series, const CurvesByName& curves,
                                         double warmUpS, const CurvesByName* former)
{
    FiguresSoFar figures;
    for (const auto& [name, curve] : curves)
        if (!curve.isEmpty())
            figures.until = std::max(figures.until, curve.points().back().time);
    if (!(figures.until > 0))
        return {};
    figures.warmingUp = figures.until <= warmUpS;
    figures.from = figures.warmingUp ? 0 : warmUpS;
    MeansSoFar means(curves, former, figures);
    const auto sampled = sampledOperations(series, curves);
    std::vector<SampledOperation> operations(sampled.begin(), sampled.end());
    const auto rate = [&](const SampledOperation& one) {
        return means.of(curves, *one.second.at("throughput")).value_or(0);
    };
    std::stable_sort(operations.begin(), operations.end(),
                     [&](const auto& a, const auto& b) { return rate(a) > rate(b); }); // the main load first
    for (const auto& [id, figure] : operations) {
        const QString name = QString::fromStdString(id);
        means.addRatio(ComparisonWords::tr("%1 throughput").arg(name), *figure.at("throughput"), {});
        for (const char* quantile : {"p50", "p99"})
            if (const auto latency = figure.find(std::string("latency ") + quantile); latency != figure.end())
                means.addRatio(operations.size() > 1 ? latencyTitle(id, quantile)
                                                     : ComparisonWords::tr("Latency %1").arg(quantile),
                               *latency->second,
                               ComparisonWords::tr("The mean of the %1 of the samples.").arg(quantile));
    }
    for (const record::SeriesInfo& one : series)
        if (one.path.size() == 3 && one.unit == "share" && one.path[0] != "operation" && !record::ofSingleNode(one) &&
            one.path[0] != "link" && one.path[0] != "switch")
            means.addUse(one);
    return figures;
}

QString unbroken(QString text)
{
    static const QRegularExpression beforeUnit(
        QStringLiteral("(?<=\\d) (?=(%|/s|[mnµ]?s|min|h|[kMGTP]?i?B(/s)?|[kMGT]b/s|USD|W|points)(?![A-Za-z]))"));
    static const QRegularExpression betweenDigits(QStringLiteral("(?<=\\d)\u2009(?=\\d)"));
    return text.replace(beforeUnit, QStringLiteral("\u00A0")).replace(betweenDigits, QStringLiteral("\u202F"));
}

QStringList unlikeness(const record::Summary& now, const record::Summary& former, const QString& formerName)
{
    QStringList reasons;
    const QString here = namesOf(now.operations), there = namesOf(former.operations);
    if (here != there)
        reasons += ComparisonWords::tr("this run has the operations %1, %2 has %3.")
                       .arg(orNone(here), formerName, orNone(there));
    else
        for (const auto& [name, operation] : now.operations) {
            const double share = shareOf(now, operation), before = shareOf(former, former.operations.at(name));
            if (std::abs(share - before) >= anotherMix)
                reasons += ComparisonWords::tr("%1 is %2 of the operations, in %3 %4.")
                               .arg(QString::fromStdString(name), valueText(share, "share"), formerName,
                                    valueText(before, "share"));
        }
    for (const auto& [id, workload] : now.workloads)
        if (const auto other = former.workloads.find(id);
            other != former.workloads.end() && other->second.type != workload.type)
            reasons += ComparisonWords::tr("the load \"%1\" is of the type %2, in %3 of the type %4.")
                           .arg(QString::fromStdString(id), QString::fromStdString(workload.type), formerName,
                                QString::fromStdString(other->second.type));
    const QString loads = namesOf(now.workloads), otherLoads = namesOf(former.workloads);
    if (loads != otherLoads)
        reasons += ComparisonWords::tr("this run has the workloads %1, %2 has %3.")
                       .arg(orNone(loads), formerName, orNone(otherLoads));
    return reasons;
}

QString resourceWords(const QString& resource)
{
    return QString::fromStdString(record::resourceInWords(resource.toStdString()));
}

QString bottleneckSentence(const record::Summary& summary)
{
    return QString::fromStdString(record::limitInWords(summary));
}

} // namespace headroom::widgets
