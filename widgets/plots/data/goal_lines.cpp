#include "widgets/plots/data/goal_lines.h"

#include "widgets/theme/number_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace headroom::widgets {

namespace {

struct GoalWords
{
    Q_DECLARE_TR_FUNCTIONS(GoalLines)
};

constexpr double farAbove = 2;  ///< times the largest value
constexpr double farBelow = 10; ///< times below the smallest one, on a logarithmic axis

/// Owner and figure of the name of a figure; no owner if no plot shows it.
std::pair<QString, QString> partsOf(const QString& metric)
{
    const QString last = metric.section('.', -1), before = metric.section('.', 0, -2);
    if (last == "throughput" || last == "bytes")
        return {before, last};
    const QString latency = QStringLiteral(".latency"), resources = QStringLiteral("resources.");
    if (before.endsWith(latency))
        return {before.chopped(latency.size()), "latency " + last};
    if (before.startsWith(resources) && (last == "used" || last == "busiest"))
        return {before.mid(resources.size()), last};
    return {};
}

} // namespace

bool GoalLine::isOf(const record::ResourceSummary& resource) const
{
    const QString group = QString::fromStdString(resource.nodeGroup), name = QString::fromStdString(resource.resource);
    return owner == group + '.' + name || owner == name || name.startsWith(owner + ' ');
}

QVector<GoalLine> goalLines(const std::vector<record::GoalVerdict>& goals, const std::string& conditions)
{
    QVector<GoalLine> lines;
    for (const record::GoalVerdict& goal : goals) {
        const auto [owner, figure] = partsOf(QString::fromStdString(goal.metric));
        if (owner.isEmpty() || goal.conditions != conditions)
            continue;
        const QString unit = figure == "throughput"                    ? QStringLiteral("1/s")
                             : figure == "bytes"                       ? QStringLiteral("B/s")
                             : figure == "used" || figure == "busiest" ? QStringLiteral("share")
                                                                       : QStringLiteral("s");
        const auto add = [&, &who = owner, &what = figure](const std::optional<double>& limit, bool atMost) {
            if (!limit)
                return;
            const QString label =
                GoalWords::tr("goal: %1 %2 %3 %4")
                    .arg(who, what, atMost ? QStringLiteral("≤") : QStringLiteral("≥"), valueText(*limit, unit));
            lines.append({who, what, *limit, atMost, label});
        };
        add(goal.atMost, true);
        add(goal.atLeast, false);
    }
    return lines;
}

double rangeWith(const QVector<GoalLine>& lines, double largest)
{
    double end = largest;
    for (const GoalLine& line : lines)
        if (line.value <= farAbove * largest)
            end = std::max(end, line.value);
    return end;
}

double rangeFrom(const QVector<GoalLine>& lines, double smallest)
{
    double begin = smallest;
    for (const GoalLine& line : lines)
        if (line.value > 0 && line.value * farBelow >= smallest)
            begin = std::min(begin, line.value);
    return begin;
}

} // namespace headroom::widgets
