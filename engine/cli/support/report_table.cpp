#include "cli/support/report_table.h"

#include "cli/support/text_table.h"
#include "project/document/list_in_words.h"
#include "project/expression/quantity.h"
#include "record/figures/figures.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace headroom::cli {

namespace {

using project::formatNumber;
using project::formatQuantity;

std::string percent(double share)
{
    return formatNumber(share * 100) + " %";
}

/// Less than a millionth is rounding.
std::string plusMinus(double share)
{
    return std::isfinite(share) ? "± " + percent(share < 1e-6 ? 0 : share) : "-";
}

/// A mean number of what waits. Less than a ten-thousandth would be a power of ten.
std::string meanNumber(double value)
{
    constexpr double least = 1e-4;
    return value > 0 && value < least ? "<" + formatNumber(least) : formatNumber(value);
}

std::string milliseconds(double value)
{
    return std::isfinite(value) ? formatQuantity(value / 1000, "s") : "-";
}

std::string heading(const record::Summary& summary)
{
    std::string text = summary.project + ", seed " + std::to_string(summary.seed) + ": ";
    if (summary.replications)
        text += std::to_string(summary.replications->seeds.size()) + " replications, each ";
    text += summary.stopped ? "stopped after " : "";
    text += formatQuantity(summary.simulatedS, "s") + " simulated (" + formatQuantity(summary.warmUpS, "s") +
            " of it warm-up) in " + formatQuantity(summary.wallS, "s");
    if (summary.wallS > 0)
        text += ", " + formatNumber(std::round(static_cast<double>(summary.events) / summary.wallS)) + " events/s";
    text += '\n';
    if (!summary.stopped && !summary.end.empty() && summary.end != "the duration was over")
        text += "It ended since " + summary.end + ".\n";
    for (const auto& [resource, factor] : summary.scaled)
        text += "With " + resource + " scaled by " + formatNumber(factor) + ".\n";
    return text;
}

std::string operationTable(const record::Summary& summary)
{
    std::vector<std::vector<std::string>> rows{
        {"operation", "count", "failed", "1/s", "± 95 %", "data", "mean", "± 95 %", "p50", "p95", "p99", "max"}};
    for (const auto& [name, operation] : summary.operations) {
        const record::LatencySummary& latency = operation.latency;
        rows.push_back({name, std::to_string(operation.count), std::to_string(operation.errors),
                        formatNumber(operation.perSecond), plusMinus(operation.ci95Relative),
                        formatQuantity(operation.bytesPerSecond, "B/s"), milliseconds(latency.meanMs),
                        plusMinus(operation.latencyCi95Relative), milliseconds(latency.p50Ms),
                        milliseconds(latency.p95Ms), milliseconds(latency.p99Ms), milliseconds(latency.maxMs)});
    }
    return alignedTable(rows, 1);
}

/// Shown only if it has more than the operations' rows: several workloads, or refused operations.
std::string workloadTable(const record::Summary& summary)
{
    std::vector<std::vector<std::string>> rows{
        {"workload", "count", "failed", "refused", "1/s", "data", "in flight", "in flight, max"}};
    for (const auto& [name, workload] : summary.workloads)
        rows.push_back({workload.background ? name + " (background)" : name, std::to_string(workload.count),
                        std::to_string(workload.errors), std::to_string(workload.refused),
                        formatNumber(workload.perSecond), formatQuantity(workload.bytesPerSecond, "B/s"),
                        formatNumber(workload.inFlightMean), std::to_string(workload.inFlightMax)});
    return alignedTable(rows, 1);
}

bool wantsWorkloads(const record::Summary& summary)
{
    return summary.workloads.size() > 1 ||
           std::any_of(summary.workloads.begin(), summary.workloads.end(),
                       [](const auto& workload) { return workload.second.refused > 0; });
}

std::string jobTable(const record::Summary& summary)
{
    std::vector<std::vector<std::string>> rows{{"jobs", "complete", "unfinished", "failed", "time, mean", "time, max"}};
    for (const auto& [name, job] : summary.jobs)
        rows.push_back({name, std::to_string(job.count), std::to_string(job.unfinished), std::to_string(job.failed),
                        job.count > 0 ? formatQuantity(job.completionMeanS, "s") : "-",
                        job.count > 0 ? formatQuantity(job.completionMaxS, "s") : "-"});
    return alignedTable(rows, 1);
}

std::string resourceTable(const record::Summary& summary)
{
    std::vector<std::vector<std::string>> rows{{"node group", "resource", "used, mean", "used, max", "queue", "data"}};
    for (const record::ResourceSummary& resource : summary.resources)
        rows.push_back(
            {resource.nodeGroup, resource.resource + (resource.busiest.empty() ? "" : " (" + resource.busiest + ')'),
             percent(resource.utilisationMean), percent(resource.utilisationMax), meanNumber(resource.queueMean),
             resource.bytesPerSecond > 0 ? formatQuantity(resource.bytesPerSecond, "B/s") : ""});
    return alignedTable(rows, 2);
}

/// The busiest resource and the next one. The effect of a faster one is simulated by `advise`, not guessed here.
std::string busiestSentence(const record::Summary& summary)
{
    const record::Bottleneck& bottleneck = *summary.bottleneck;
    std::string busiest;
    for (const record::ResourceSummary& row : summary.resources)
        if (record::nameOf(row) == bottleneck.resource && !row.busiest.empty())
            busiest = " (" + row.busiest + ')';
    const bool limits = bottleneck.utilisation >= record::limitingShare;
    std::string text = (limits ? std::string("Busiest: ") : record::nothingNearLimit(summary) + " Highest: ") +
                       record::resourceInWords(bottleneck.resource) + busiest + ", " + percent(bottleneck.utilisation) +
                       " of capacity.";
    if (!bottleneck.next.empty())
        text +=
            " Next: " + record::resourceInWords(bottleneck.next) + " (" + percent(bottleneck.nextUtilisation) + ").";
    if (const std::string beside = record::besideTheLimit(summary); limits && !beside.empty())
        text += ' ' + beside;
    return text + " What would help: headroom-engine advise.\n";
}

std::string trustLines(const record::Summary& summary)
{
    std::string text;
    if (!summary.limit.empty())
        text += "Stopped: " + summary.limit + ".\n";
    if (summary.stuck)
        text += sentenceOf(*summary.stuck) + "\n";
    for (const record::Standstill& standstill : summary.standstills)
        text += sentenceOf(standstill) + "\n";
    if (summary.warmUp.method != "fixed")
        text += "Warm-up by " + summary.warmUp.method + ": " + formatQuantity(summary.warmUpS, "s") + " cut" +
                (summary.warmUp.settled ? ".\n" : "; the run had not settled by then, so take it with care.\n");
    if (summary.precision)
        text += "Precision " + percent(summary.precision->wanted) + " of " + summary.precision->metric +
                (summary.precision->status == "reached" ? " reached" : " not reached") + " by " +
                summary.precision->method + " (" + plusMinus(summary.precision->reached) + ").\n";
    return text;
}

std::string resultLines(const record::Summary& summary)
{
    std::string text;
    for (const record::DerivedFigure& result : summary.results)
        text += (text.empty() ? "Results: " : "         ") + result.sentence + "\n";
    return text;
}

std::string goalLines(const record::Summary& summary)
{
    std::string text;
    for (const record::GoalVerdict& goal : summary.goals)
        text += (text.empty() ? "Goals: " : "       ") + goal.sentence + "\n";
    return text;
}

/// ", without chassis and memory, which have no price in the libraries"; empty without such parts.
std::string withoutParts(const std::set<std::string>& parts, const std::string& figure)
{
    if (parts.empty())
        return {};
    const std::string list = project::listInWords({parts.begin(), parts.end()});
    return ", without " + list + ", which " + (parts.size() > 1 ? "have" : "has") + " no " + figure +
           " in the libraries";
}

std::string priceLine(const std::vector<record::GroupCost>& costs)
{
    const record::Price price = record::priceOf(costs);
    if (price.usd == 0)
        return "Price: not known" + withoutParts(price.unknown, "price") + ".\n";
    std::string groups;
    for (const record::GroupCost& cost : costs)
        if (cost.usd > 0)
            groups += (groups.empty() ? "" : ", ") + cost.nodeGroup + " " + formatNumber(std::round(cost.usd));
    return "Price: " + formatNumber(std::round(price.usd)) + " USD (" + groups + ")" +
           withoutParts(price.unknown, "price") + ".\n";
}

std::string consumptionLines(const record::Summary& summary)
{
    std::string text;
    if (summary.rawBytes && summary.usableBytes)
        text += "Capacity: " + formatQuantity(*summary.rawBytes, "B") + " raw, " +
                formatQuantity(*summary.usableBytes, "B") + " usable.\n";
    if (summary.energy)
        text += "Power: " + formatQuantity(summary.energy->powerW, "W") + " mean" +
                withoutParts({summary.energy->unknown.begin(), summary.energy->unknown.end()}, "figure") + ".\n";
    return summary.costs.empty() ? text : text + priceLine(summary.costs);
}

std::string stretchTable(const record::Summary& summary)
{
    std::vector<std::vector<std::string>> rows{{"stretch", "count", "mean", "p50", "p95", "p99", "max"}};
    for (const auto& [name, stretch] : summary.stretches) {
        const record::LatencySummary& duration = stretch.duration;
        rows.push_back({name, std::to_string(stretch.count), milliseconds(duration.meanMs),
                        milliseconds(duration.p50Ms), milliseconds(duration.p95Ms), milliseconds(duration.p99Ms),
                        milliseconds(duration.maxMs)});
    }
    return alignedTable(rows, 1);
}

std::string stateTable(const record::Summary& summary)
{
    std::vector<std::vector<std::string>> rows{
        {"role", "state", "used, mean", "used, max", "used", "waiting, mean", "waiting, max", "hits"}};
    for (const record::StateSummary& state : summary.states) {
        const bool slots = state.type == "slots" && std::isfinite(state.utilisation);
        const bool cache = state.type == "cache";
        rows.push_back({state.role, state.type + " " + state.state, cache ? "" : meanNumber(state.usedMean),
                        cache ? "" : formatNumber(state.usedMax), slots ? percent(state.utilisation) : "",
                        cache ? "" : meanNumber(state.waitingMean), cache ? "" : formatNumber(state.waitingMax),
                        cache || state.lookUps > 0 ? percent(state.hitRatio) : ""});
    }
    return alignedTable(rows, 2);
}

/// "Ring objects: 512 copies were missing, for 105 s."
std::string missingCopiesLines(const record::Summary& summary)
{
    std::string lines;
    for (const record::MissingCopies& missing : summary.missingCopies)
        lines += "Ring " + missing.ring + ": " +
                 (missing.copies > 0 ? std::to_string(missing.copies) + " copies were missing, for " +
                                           project::formatQuantity(missing.incompleteS, "s") + ".\n"
                                     : std::string("no copy was missing.\n"));
    return lines;
}

} // namespace

std::string reportTable(const record::Summary& summary, const std::string& resultFile)
{
    std::string text = heading(summary);
    for (const std::string& trouble : record::loadTroubles(summary))
        text += trouble + '\n';
    if (!summary.operations.empty())
        text.append("\n").append(operationTable(summary));
    if (wantsWorkloads(summary))
        text.append("\n").append(workloadTable(summary));
    if (!summary.jobs.empty())
        text.append("\n").append(jobTable(summary));
    if (!summary.resources.empty())
        text.append("\n").append(resourceTable(summary));
    if (!summary.stretches.empty())
        text.append("\n").append(stretchTable(summary));
    if (!summary.states.empty())
        text.append("\n").append(stateTable(summary));
    if (summary.bottleneck)
        text.append("\n").append(busiestSentence(summary));
    text.append(missingCopiesLines(summary))
        .append(trustLines(summary))
        .append(resultLines(summary))
        .append(goalLines(summary))
        .append(consumptionLines(summary));
    if (!resultFile.empty())
        text += "\nResult: " + resultFile + "\n";
    return text;
}

} // namespace headroom::cli
