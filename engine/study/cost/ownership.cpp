#include "study/cost/ownership.h"

#include "study/advice/measure.h"
#include "study/table/csv.h"

#include <cmath>

namespace headroom::study {

namespace {

constexpr double hoursOfYear = 8766;       // 365.25 days
constexpr double secondsOfYear = 31557600; // of as many
constexpr double wattsOfKilowatt = 1000;
constexpr double million = 1e6;

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

} // namespace

Ownership ownershipOf(const record::Summary& summary, double nodes, const CostAssumptions& assumptions)
{
    Ownership ownership;
    const auto add = [&](const char* name, double usd) {
        if (usd > 0)
            ownership.items.push_back({name, usd});
        ownership.totalUsd += usd;
    };
    double purchase = 0, rackUnits = 0;
    for (const record::GroupCost& group : summary.costs) {
        purchase += group.usd;
        rackUnits += group.rackUnits;
        if (!group.unknown.empty())
            ownership.missing.push_back("the price of " + listed(group.unknown) + " in " + group.nodeGroup);
        if (assumptions.rackUnitUsd > 0 && group.rackUnits == 0)
            ownership.missing.push_back("the rack units of " + group.nodeGroup);
    }
    add("purchase", purchase);
    if (!assumptions.usdPerKWh)
        ownership.missing.emplace_back("energy, since no price of it was given");
    else if (!summary.energy)
        ownership.missing.emplace_back("energy, since the run has no power");
    else {
        add("energy", summary.energy->powerW * assumptions.facilityFactor / wattsOfKilowatt * hoursOfYear *
                          assumptions.years * *assumptions.usdPerKWh);
        if (!summary.energy->unknown.empty())
            ownership.missing.push_back("the power of " + listed(summary.energy->unknown));
    }
    add("support", purchase * assumptions.supportShare * assumptions.years);
    add("licences", nodes * assumptions.licenceUsd * assumptions.years);
    add("rack units", rackUnits * assumptions.rackUnitUsd * assumptions.years);
    if (const Measure measure = measureOf(summary); !measure.jobs && measure.perSecond > 0)
        ownership.usdPerMillion =
            ownership.totalUsd / (measure.perSecond * secondsOfYear * assumptions.years) * million;
    return ownership;
}

std::string billAsCsv(const record::Summary& summary)
{
    std::string text = "group,part,count,usd_each,usd\r\n";
    for (const record::GroupCost& group : summary.costs)
        for (const record::BillLine& line : group.lines)
            text += csvText(group.nodeGroup) + ',' + csvText(line.part) + ',' + csvNumber(line.count) + ',' +
                    csvNumber(line.usdEach.value_or(NAN)) + ',' +
                    csvNumber(line.usdEach ? *line.usdEach * line.count : NAN) + "\r\n";
    return text;
}

} // namespace headroom::study
