// Compares a run with an earlier one, as text and numbers.
#pragma once

#include "widgets/plots/data/curve_data.h"

#include "record/stream/series.h"
#include "record/summary/summary.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace headroom::widgets {

/// Judgement of a change.
enum class Judgement
{
    neutral,
    better,
    worse
};

/// A row of the comparison as texts.
struct ComparisonRow
{
    QString name;   ///< "PUT throughput", "storage · processor"
    QString now;    ///< "4 820 /s"
    QString change; ///< "3.9× ± 0.1", "−74 %", "+49 points"; empty without an earlier run
    Judgement judgement = Judgement::neutral;
    bool use = false;    ///< the utilisation of a resource, not a figure of the cluster
    QString detail = {}; ///< parts that the figure leaves out; empty: none
    // The same as numbers; NaN if not known.
    QString unit = {}; ///< of `value`, a base unit
    double value = std::numeric_limits<double>::quiet_NaN();
    double difference = std::numeric_limits<double>::quiet_NaN();     ///< to the earlier run, over its figure
    double differenceHalf = std::numeric_limits<double>::quiet_NaN(); ///< half of its 95 % interval
};

/// Throughput and latency of each operation, derived results, the times in which workloads were active, the limit of
/// each stage, usable capacity, price and power, then the utilisation of each resource. More of a capacity, a price or
/// a power is neither better nor worse by itself. A figure is better or worse only if the runs are alike (unlikeness())
/// and the difference is larger than its uncertainty: the relative half widths of both 95 % confidence intervals
/// (record::figureOf) added in quadrature. If an interval is not known, nothing is judged. `named`: the latencies of a
/// run with a single operation say of which, too.
QVector<ComparisonRow> compare(const record::Summary& now, const record::Summary* former, bool named = false);

/// The figures of a run without a summary, because it goes on or its engine was killed: means of its samples.
struct FiguresSoFar
{
    double from = 0, until = 0; ///< the time of which they are
    bool warmingUp = false;     ///< all of it is warm-up, because there is nothing else yet
    QVector<ComparisonRow> rows;
};
using CurvesByName = std::map<std::string, CurveData>; ///< by record::seriesName()
/// `former`: the curves of an earlier run, whose means over the same time are what the rows are compared with; null
/// without one. Nothing is judged, because the error of these means is not known. Nothing without samples.
std::optional<FiguresSoFar> figuresSoFar(const std::vector<record::SeriesInfo>& series, const CurvesByName& curves,
                                         double warmUpS, const CurvesByName* former);

/// True for an operation that no user waits for.
bool isBackground(const record::Summary& summary, const std::string& operation);
/// The operations of a run by id: those that users wait for, then the work in the background, which is named
/// "workload: operation".
std::vector<std::string> operationsInOrder(const record::Summary& summary);

/// "PUT latency p99".
QString latencyTitle(const std::string& operation, const char* quantile);
/// The difference of two shares: "+6.0 points".
QString pointsText(double difference);

/// A text in which no line ends between a number and its unit.
QString unbroken(QString text);

/// Reasons why the figures of two runs do not answer one question, a sentence for each: other operations, another mix
/// of them, another kind of load. `formerName`: "run 3".
QStringList unlikeness(const record::Summary& now, const record::Summary& former, const QString& formerName);

/// A resource of a summary in words: "storage.disk data" → "storage disks (data)".
QString resourceWords(const QString& resource);

/// record::limitInWords() for labels.
QString bottleneckSentence(const record::Summary& summary);

} // namespace headroom::widgets
