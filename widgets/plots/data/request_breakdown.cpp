#include "widgets/plots/data/request_breakdown.h"

#include "record/figures/figures.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <set>

namespace headroom::widgets {

namespace {

constexpr double leastS = 1e-12; // of a part that is shown: differences of times leave less than a tick

struct BreakdownWords
{
    Q_DECLARE_TR_FUNCTIONS(Breakdown)
};

/// "storage disks (data), flush"; of messages the groups between which they go.
QString placeOf(const record::TimePart& part)
{
    const QString place = QString::fromStdString(record::placeInWords(part));
    const QString activity = QString::fromStdString(part.activity);
    if (activity.isEmpty())
        return place;
    const QString of = part.resource == "network" && !part.nodeGroup.empty()
                           ? BreakdownWords::tr("%1 to %2").arg(activity, QString::fromStdString(part.nodeGroup))
                           : activity;
    return place + ", " + of;
}

/// Parts of one place are one part.
void add(OperationBreakdown& breakdown, const BreakdownPart& part)
{
    if (part.seconds <= leastS)
        return;
    const auto same = std::find_if(breakdown.parts.begin(), breakdown.parts.end(), [&](const BreakdownPart& other) {
        return other.place == part.place && other.waiting == part.waiting;
    });
    if (same == breakdown.parts.end()) {
        breakdown.parts.push_back(part);
        return;
    }
    same->seconds += part.seconds;
    same->split |= part.split;
}

} // namespace

QString partName(const BreakdownPart& part)
{
    if (part.waiting)
        return part.place.startsWith(QLatin1String("waiting")) ? part.place
                                                               : BreakdownWords::tr("%1, waiting").arg(part.place);
    return part.split ? BreakdownWords::tr("%1, service").arg(part.place) : part.place;
}

std::vector<OperationBreakdown> breakdownOf(const record::Summary& summary)
{
    std::map<std::string, std::set<std::string>> askers;
    for (const record::TimePart& part : summary.timeParts)
        askers[part.operation].insert(part.workload);
    std::map<std::pair<std::string, std::string>, OperationBreakdown> found;
    for (const record::TimePart& part : summary.timeParts) {
        OperationBreakdown& breakdown = found[{part.workload, part.operation}];
        breakdown.name = QString::fromStdString(part.operation);
        if (askers[part.operation].size() > 1)
            breakdown.name += QStringLiteral(" · ") + QString::fromStdString(part.workload);
        const auto workload = summary.workloads.find(part.workload);
        breakdown.background = workload != summary.workloads.end() && workload->second.background;
        breakdown.requests = part.followed;
        breakdown.meanS += part.seconds();
        const TimeKind kind = timeKindOfResource(QString::fromStdString(part.resource));
        const bool split = part.waitingS.value_or(0) > leastS && part.servedS > leastS;
        add(breakdown, {placeOf(part), part.servedS, kind, false, split});
        add(breakdown, {placeOf(part), part.waitingS.value_or(0), kind, true, split});
    }
    std::vector<OperationBreakdown> result;
    for (auto& [key, breakdown] : found) {
        std::stable_sort(breakdown.parts.begin(), breakdown.parts.end(),
                         [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
        result.push_back(std::move(breakdown));
    }
    std::stable_partition(result.begin(), result.end(), [](const auto& each) { return !each.background; });
    return result;
}

} // namespace headroom::widgets
