// Compares a run with an earlier one, as text and numbers.
#pragma once

#include "record/summary.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace headroom::widgets {

/// Whether a change is an improvement.
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
    QString detail = {}; ///< what the figure leaves out; empty: nothing
};

/// Throughput and latency of each operation, derived results, usable capacity, price and power, then the utilisation of
/// each resource. More of a capacity, a price or a power is neither better nor worse by itself. A figure is better or
/// worse only if the runs are alike (unlikeness()) and the difference is larger than its uncertainty: the relative half
/// widths of both 95 % confidence intervals (record::figureOf) added in quadrature. If an interval is not known,
/// nothing is judged.
QVector<ComparisonRow> compare(const record::Summary& now, const record::Summary* former);

/// Why the figures of two runs do not answer one question, a sentence for each reason: other operations, another mix of
/// them, another kind of load. `formerName`: "run 3".
QStringList unlikeness(const record::Summary& now, const record::Summary& former, const QString& formerName);

/// A resource of a summary in words: "storage.disk data" → "storage disks (data)".
QString resourceWords(const QString& resource);

/// "Most used: storage disks (93 %). Next: proxies processors (71 %)."; or a sentence that no resource is near its
/// limit. It does not say what would help: that has to be simulated.
QString bottleneckSentence(const record::Summary& summary);

} // namespace headroom::widgets
