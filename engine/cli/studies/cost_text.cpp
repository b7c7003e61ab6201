#include "cli/studies/cost_text.h"

#include "cli/support/text_table.h"
#include "project/document/list_in_words.h"
#include "project/expression/quantity.h"

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace headroom::cli {

namespace {

constexpr double secondsOfDay = 86400;

std::string usdText(double usd)
{
    return project::formatQuantity(usd, "USD");
}

std::string yearsText(double years)
{
    return project::formatNumber(years) + (years == 1 ? " year" : " years");
}

std::string lifeText(const study::DeviceLife& life, double years)
{
    if (!life.enduranceBytes)
        return "not known";
    return std::isfinite(years) ? yearsText(years) : "never";
}

std::string estimateMark(const record::BillLine& line)
{
    return line.estimated ? "≈ " : "";
}

/// A line for each source or rule of prices, with the parts whose prices rest on it.
std::string basesText(const std::vector<record::GroupCost>& costs)
{
    std::map<std::string, std::set<std::string>> partsByBasis;
    for (const record::GroupCost& group : costs)
        for (const record::BillLine& line : group.lines)
            if (const std::string basis = record::priceBasisInWords(line); !basis.empty())
                partsByBasis[basis].insert(line.part);
    std::string text;
    for (const auto& [basis, parts] : partsByBasis)
        text += "Price of " + project::listInWords({parts.begin(), parts.end()}) + ": " + basis + ".\n";
    return text;
}

std::string stagesText(const study::Ownership& ownership)
{
    std::vector<std::vector<std::string>> rows{{"from year", "years", "system", "bought", "all costs"}};
    for (const study::StageCost& stage : ownership.stages)
        rows.push_back({project::formatNumber(stage.fromYear + 1), project::formatNumber(stage.years), stage.inWords,
                        usdText(stage.boughtUsd), usdText(stage.usd)});
    return alignedTable(rows, 3);
}

std::string devicesText(const study::Ownership& ownership)
{
    std::vector<std::vector<std::string>> rows{{"solid-state devices", "part", "count", "written a day", "endurance",
                                                "worn after", "most written", "replaced"}};
    for (const study::DeviceLife& life : ownership.devices)
        rows.push_back({life.nodeGroup + ' ' + life.devices, life.part, project::formatNumber(life.count),
                        project::formatQuantity(life.writtenBps * secondsOfDay, "B"),
                        life.enduranceBytes ? project::formatQuantity(*life.enduranceBytes, "B") : "not known",
                        lifeText(life, life.wornAfterYears), lifeText(life, life.mostWrittenAfterYears),
                        project::formatNumber(life.replaced)});
    return alignedTable(rows, 2) +
           "A device is worn when the host has written to it what its data sheet allows, at the rate of the run. Those "
           "of a group\nare replaced when the mean one is worn; \"most written\" is the one that the run writes to "
           "most. "
           "The write\namplification of the data sheet's workload is in its endurance; that of this load is not "
           "modelled.\n";
}

} // namespace

std::string billText(const record::Summary& summary)
{
    std::vector<std::vector<std::string>> rows{{"group", "part", "count", "each", "together"}};
    for (const record::GroupCost& group : summary.costs)
        for (const record::BillLine& line : group.lines)
            rows.push_back({group.nodeGroup, line.part, project::formatNumber(line.count),
                            line.usdEach ? estimateMark(line) + usdText(*line.usdEach) : "no price",
                            line.usdEach ? estimateMark(line) + usdText(*line.usdEach * line.count) : ""});
    return alignedTable(rows, 2) + basesText(summary.costs) + "Cables and optics are not counted.\n";
}

std::string ownershipText(const study::Ownership& ownership, const std::vector<std::string>& troubles)
{
    double years = 0;
    for (const study::StageCost& stage : ownership.stages)
        years += stage.years;
    std::vector<std::vector<std::string>> rows{{"over " + yearsText(years), "cost"}};
    for (const study::CostItem& item : ownership.items)
        rows.push_back({item.name, usdText(item.usd)});
    rows.push_back({"together", (ownership.missing.empty() ? "" : "from ") + usdText(ownership.totalUsd)});
    if (std::isfinite(ownership.usdPerMillion))
        rows.push_back({"for a million operations", usdText(ownership.usdPerMillion)});
    std::string text = alignedTable(rows, 1);
    for (const std::string& each : ownership.missing)
        text += "Not in it: " + each + ".\n";
    if (ownership.stages.size() > 1)
        text += '\n' + stagesText(ownership);
    if (!ownership.devices.empty())
        text += '\n' + devicesText(ownership);
    for (const std::string& trouble : troubles)
        text += trouble + '\n';
    return text;
}

} // namespace headroom::cli
