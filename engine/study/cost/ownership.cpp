#include "study/cost/ownership.h"

#include "csv/csv.h"
#include "record/figures/figures.h"
#include "study/cost/inventory.h"
#include "study/measure/measure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headroom::study {

namespace {

constexpr double secondsOfHour = 3600;
constexpr double hoursOfYear = record::secondsOfYear / secondsOfHour;
constexpr double wattsOfKilowatt = 1000;
constexpr double million = 1e6;

std::string listed(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

/// Adds up the stages.
class Ledger
{
public:
    explicit Ledger(const CostAssumptions& assumptions) : assumptions_(assumptions) {}

    void add(const Stage& stage)
    {
        noteUnknown(stage.summary);
        StageCost cost{years_, stage.years, stage.inWords, inventory_.complete(stage.summary).usd, 0};
        purchased_ += cost.boughtUsd;
        year_[ownership_.stages.empty() ? "purchase" : "purchase in later years"] += cost.boughtUsd;
        for (double passed = 0; passed < stage.years; ++passed)
            cost.usd += addYear(stage, std::min(1.0, stage.years - passed));
        ownership_.stages.push_back(std::move(cost));
    }

    Ownership finish()
    {
        ownership_.items = itemsOf(usd_);
        ownership_.totalUsd = sumOf(usd_);
        ownership_.devices = lives_.lives();
        for (const DeviceLife& life : ownership_.devices)
            if (!life.enduranceBytes && life.writtenBps > 0)
                miss("the replacement of " + life.part + " in " + life.nodeGroup +
                     " when it is worn, since its endurance is not known");
        if (operations_ > 0)
            ownership_.usdPerMillion = ownership_.totalUsd / operations_ * million;
        return std::move(ownership_);
    }

private:
    /// Adds so much of a year and returns what it costs with what was bought at its beginning.
    double addYear(const Stage& stage, double share)
    {
        year_["replacement of worn devices"] += lives_.pass(stage.summary, share);
        year_["support"] += purchased_ * assumptions_.supportShare * share;
        addRent(stage, share);
        addEnergy(stage, share);
        addWaiting(stage, share);
        const Measure measure = measureOf(stage.summary);
        operations_ += measure.jobs ? 0 : measure.perSecond * record::secondsOfYear * share;
        const double usd = sumOf(year_);
        ownership_.yearly.push_back({years_, share, itemsOf(year_), usd});
        for (const auto& [name, each] : year_)
            usd_[name] += each;
        year_.clear();
        years_ += share;
        return usd;
    }
    void addRent(const Stage& stage, double share)
    {
        double rackUnits = 0;
        for (const record::GroupCost& group : stage.summary.costs) {
            rackUnits += group.rackUnits;
            if (assumptions_.rackUnitUsd > 0 && group.rackUnits == 0)
                miss("the rack units of " + group.nodeGroup);
        }
        year_["rack units"] += rackUnits * assumptions_.rackUnitUsd * share;
        year_["licences"] += stage.nodes * assumptions_.licenceUsd * share;
        if (assumptions_.licenceUsd > 0 && stage.nodes == 0)
            miss("licences, since the run does not tell the number of nodes");
    }
    void addEnergy(const Stage& stage, double share)
    {
        if (!assumptions_.usdPerKWh)
            return miss("energy, since no price of it was given");
        if (!stage.summary.energy)
            return miss("energy, since the run has no power");
        year_["energy"] += stage.summary.energy->powerW * assumptions_.facilityFactor / wattsOfKilowatt * hoursOfYear *
                           share * *assumptions_.usdPerKWh;
        if (!stage.summary.energy->unknown.empty())
            miss("the power of " + listed(stage.summary.energy->unknown));
    }
    /// Jobs are as many in each year; how long each is waited for is that of the run.
    void addWaiting(const Stage& stage, double share)
    {
        if (assumptions_.waitingHourUsd == 0)
            return;
        for (const auto& [workload, jobs] : stage.summary.jobs) {
            const auto perYear = assumptions_.jobsPerYear.find(workload);
            if (perYear == assumptions_.jobsPerYear.end())
                miss("the waiting for jobs of " + workload + ", since their number in a year was not given");
            else if (jobs.count == 0)
                miss("the waiting for jobs of " + workload + ", since none was completed in the run");
            else
                year_["waiting for jobs"] +=
                    jobs.completionMeanS / secondsOfHour * perYear->second * share * assumptions_.waitingHourUsd;
        }
    }
    void noteUnknown(const record::Summary& summary)
    {
        for (const record::GroupCost& group : summary.costs)
            if (!group.unknown.empty())
                miss("the price of " + listed(group.unknown) + " in " + group.nodeGroup);
    }
    void miss(const std::string& what)
    {
        if (std::ranges::find(ownership_.missing, what) == ownership_.missing.end())
            ownership_.missing.push_back(what);
    }
    static std::vector<CostItem> itemsOf(const std::map<std::string, double>& costs)
    {
        std::vector<CostItem> items;
        for (const char* name : costItemNames)
            if (const auto found = costs.find(name); found != costs.end() && found->second > 0)
                items.push_back({name, found->second});
        return items;
    }
    static double sumOf(const std::map<std::string, double>& costs)
    {
        double sum = 0;
        for (const auto& [name, usd] : costs)
            sum += usd;
        return sum;
    }

    const CostAssumptions& assumptions_;
    Ownership ownership_;
    std::map<std::string, double> usd_, year_; ///< by the names of items; of all years before, of this one
    Inventory inventory_;
    DeviceLives lives_;
    double purchased_ = 0, years_ = 0, operations_ = 0;
};

} // namespace

Ownership ownershipOf(const std::vector<Stage>& stages, const CostAssumptions& assumptions)
{
    Ledger ledger(assumptions);
    for (const Stage& stage : stages)
        ledger.add(stage);
    return ledger.finish();
}

Ownership ownershipOf(const record::Summary& summary, double nodes, const CostAssumptions& assumptions)
{
    return ownershipOf({{assumptions.years, {}, summary, nodes}}, assumptions);
}

std::string billAsCsv(const record::Summary& summary)
{
    csv::Writer text;
    text.text("group")
        .text("part")
        .text("count")
        .text("usd_each")
        .text("usd")
        .text("estimated")
        .text("price_basis")
        .endRow();
    for (const record::GroupCost& group : summary.costs)
        for (const record::BillLine& line : group.lines)
            text.text(group.nodeGroup)
                .text(line.part)
                .number(line.count)
                .number(line.usdEach.value_or(NAN))
                .number(line.usdEach ? *line.usdEach * line.count : NAN)
                .text(line.estimated ? "yes" : "")
                .text(line.priceBasis)
                .endRow();
    return text.written();
}

} // namespace headroom::study
