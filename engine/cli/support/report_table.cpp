#include "cli/support/report_table.h"

#include "cli/support/text_table.h"
#include "project/document/list_in_words.h"
#include "project/expression/quantity.h"
#include "record/figures/figures.h"
#include "record/structure/result_tables.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string_view>

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

std::string cell(const record::FigureValue& figure)
{
    const std::string_view unit = figure.row.unit;
    const std::optional<double> value = figure.value();
    if (!value)
        return "-";
    if (figure.count)
        return std::to_string(*figure.count);
    if (*figure.row.of)
        return plusMinus(*value);
    if (unit == "share")
        return percent(*value);
    if (unit == "1")
        return meanNumber(*value);
    return unit == "1/s" ? formatNumber(*value) : formatQuantity(*value, figure.unit());
}

/// Leaves out the intervals that are known in no row.
void dropUnknownIntervals(record::ResultTable& table)
{
    const auto known = [&](std::size_t column) {
        return std::ranges::any_of(table.rows, [&](const record::ResultTable::Row& row) {
            return std::isfinite(row.figures[column].value().value_or(NAN));
        });
    };
    for (std::size_t column = table.columns.size(); column-- > 0;) {
        if (!*table.columns[column].row.of || known(column))
            continue;
        const auto at = static_cast<std::ptrdiff_t>(column);
        table.columns.erase(table.columns.begin() + at);
        for (record::ResultTable::Row& row : table.rows)
            row.figures.erase(row.figures.begin() + at);
    }
}

/// `text`: of a cell of the table.
std::string tableOf(record::ResultTable table, const std::function<std::string(const record::FigureValue&)>& text)
{
    record::pairIntervals(table);
    dropUnknownIntervals(table);
    std::vector<std::vector<std::string>> rows{table.keys};
    for (const record::FigureValue& column : table.columns)
        rows.front().emplace_back(column.row.brief);
    for (const record::ResultTable::Row& row : table.rows) {
        rows.push_back(row.keys);
        for (const record::FigureValue& figure : row.figures)
            rows.back().push_back(text(figure));
    }
    return alignedTable(rows, table.keys.size());
}

/// Empty for what is not known or does not apply.
std::string cellOrBlank(const record::FigureValue& figure)
{
    return figure.value() ? cell(figure) : std::string();
}

/// Most resources carry no bytes.
std::string resourceCell(const record::FigureValue& figure)
{
    return std::string_view(figure.row.unit) == "B/s" && figure.number == 0.0 ? std::string() : cellOrBlank(figure);
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

/// The table of workloads is shown only if it has more than the operations' rows: several workloads, or refused
/// operations.
bool wantsWorkloads(const record::Summary& summary)
{
    return summary.workloads.size() > 1 ||
           std::any_of(summary.workloads.begin(), summary.workloads.end(),
                       [](const auto& workload) { return workload.second.refused > 0; });
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
           withoutParts(price.unknown, "price") + "." +
           (price.estimatedUsd > 0 ? " Estimated: " + formatNumber(std::round(price.estimatedUsd)) + " USD of it."
                                   : "") +
           " Cables and optics are not counted.\n";
}

/// ", without 499 TB of copies and parity, 4 TB of overhead of the file system".
std::string leftOutInWords(const std::vector<record::CapacityLoss>& losses)
{
    std::string text;
    for (const record::CapacityLoss& loss : losses)
        text += (text.empty() ? ", without " : ", ") + formatQuantity(loss.bytes, "B") + " of " + loss.what;
    return text;
}

std::string consumptionLines(const record::Summary& summary)
{
    std::string text;
    if (summary.rawBytes && summary.usableBytes)
        text += "Capacity: " + formatQuantity(*summary.rawBytes, "B") + " raw, " +
                formatQuantity(*summary.usableBytes, "B") + " usable" + leftOutInWords(summary.leftOut) + ".\n";
    if (summary.energy)
        text += "Power: " + formatQuantity(summary.energy->powerW, "W") + " mean" +
                withoutParts({summary.energy->unknown.begin(), summary.energy->unknown.end()}, "figure") + ".\n";
    return summary.costs.empty() ? text : text + priceLine(summary.costs);
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

std::string reportTable(const record::Summary& summary, const std::string& modelErrors, const std::string& resultFile,
                        bool blocks)
{
    std::string text = heading(summary);
    for (const std::string& trouble : record::loadTroubles(summary))
        text += trouble + '\n';
    constexpr record::Shown here = record::Shown::terminal;
    const auto add = [&text](const record::ResultTable& table, const auto& cellText) {
        if (!table.rows.empty())
            text.append("\n").append(tableOf(table, cellText));
    };
    add(operationTable(summary, here), cell);
    if (wantsWorkloads(summary))
        add(workloadTable(summary, here), cell);
    add(jobTable(summary, here), cell);
    add(stageTable(summary, here), cellOrBlank);
    add(resourceTable(summary, here), resourceCell);
    add(timeTable(summary, here), cell);
    if (blocks)
        add(timeAtBlocksTable(summary, here), cell);
    add(stretchTable(summary, here), cell);
    add(stateTable(summary, here), cellOrBlank);
    if (summary.bottleneck)
        text.append("\n")
            .append(record::limitInWords(summary))
            .append(summary.stages.empty() ? " " : "\n")
            .append("What would help: headroom-engine advise.\n");
    text.append(missingCopiesLines(summary))
        .append(trustLines(summary))
        .append(modelErrors + "\n")
        .append(resultLines(summary))
        .append(goalLines(summary))
        .append(consumptionLines(summary));
    if (!resultFile.empty())
        text += "\nResult: " + resultFile + "\n";
    return text;
}

} // namespace headroom::cli
