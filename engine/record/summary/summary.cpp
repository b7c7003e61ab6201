#include "record/summary/summary.h"

#include <algorithm>
#include <locale>
#include <sstream>

namespace headroom::record {

namespace {

/// " (waiting: 3 at role/operation/level block: queue for slots)"
std::string inBrackets(const std::vector<WaitingPlace>& waiting)
{
    constexpr std::size_t mostTold = 5;
    std::string text;
    for (std::size_t i = 0; i < std::min(mostTold, waiting.size()); ++i)
        text += (i == 0 ? " (waiting: " : ", ") + std::to_string(waiting[i].count) + " at " + waiting[i].place + ": " +
                waiting[i].waitsFor;
    if (waiting.size() > mostTold)
        text += " ...";
    return waiting.empty() ? text : text + ')';
}

} // namespace

std::string sentenceOf(const Stuck& stuck)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << "Stuck since " << stuck.sinceS << " s: " << stuck.requests
         << (stuck.requests == 1 ? " request waits" : " requests wait") << " for ever" << inBrackets(stuck.waiting)
         << '.';
    return text.str();
}

std::string sentenceOf(const Standstill& standstill)
{
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << "No request of the workload \"" << standstill.workload << "\" has ended since " << standstill.sinceS
         << " s; " << standstill.requests << (standstill.requests == 1 ? " request has" : " requests have")
         << " waited since then" << inBrackets(standstill.waiting) << '.';
    return text.str();
}

std::optional<double> failedShare(const OperationSummary& operation)
{
    const auto ended = static_cast<double>(operation.count + operation.errors);
    return ended > 0 ? std::optional(static_cast<double>(operation.errors) / ended) : std::nullopt;
}

std::string priceBasisInWords(const BillLine& line)
{
    if (!line.estimated || line.priceBasis.find("estimated") != std::string::npos)
        return line.priceBasis;
    return line.priceBasis.empty() ? "estimated" : "estimated: " + line.priceBasis;
}

Price priceOf(const std::vector<GroupCost>& costs)
{
    Price price;
    for (const GroupCost& cost : costs) {
        price.usd += cost.usd;
        for (const BillLine& line : cost.lines)
            price.estimatedUsd += line.estimated ? line.usdEach.value_or(0) * line.count : 0;
        price.unknown.insert(cost.unknown.begin(), cost.unknown.end());
    }
    return price;
}

Summary ofStage(const Summary& summary, const StageSummary& stage)
{
    Summary part;
    part.project = summary.project;
    part.seed = summary.seed;
    part.simulatedS = stage.toS;
    part.warmUpS = stage.fromS;
    part.resources = stage.resources;
    part.bottleneck = stage.bottleneck;
    const auto isOfIt = [&](const std::string& workload) {
        return std::ranges::find(stage.workloads, workload) != stage.workloads.end();
    };
    const bool only = std::ranges::none_of(summary.stages, [&](const StageSummary& other) {
        return other.fromS != stage.fromS && std::ranges::any_of(other.workloads, isOfIt);
    });
    for (const auto& [id, workload] : summary.workloads)
        if (isOfIt(id))
            part.workloads.emplace(id, workload);
    for (const auto& [name, operation] : summary.operations)
        if (isOfIt(operation.workload))
            part.operations.emplace(name, operation);
    for (const TimePart& time : summary.timeParts)
        if (only && isOfIt(time.workload))
            part.timeParts.push_back(time);
    return part;
}

} // namespace headroom::record
