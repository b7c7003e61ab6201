#include "app/cost/cost_system.h"

#include "project/library/price_list.h"
#include "project/resolve/parameter_values.h"
#include "widgets/components/component_table.h"
#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace headroom::app {

using namespace widgets;

namespace {

struct CostWords
{
    Q_DECLARE_TR_FUNCTIONS(CostSystem)
};

constexpr std::size_t namedItems = 3;
constexpr double toldChange = 0.0005; // a smaller share would be shown as none

QStringList partsOfCost()
{
    QStringList parts;
    for (const char* const name : study::costItemNames)
        parts.append(name);
    return parts;
}

StackedBar barOf(const QString& name, const std::vector<study::CostItem>& items, bool atLeast)
{
    const QStringList parts = partsOfCost();
    StackedBar bar{name, QVector<double>(parts.size(), 0), atLeast};
    for (const study::CostItem& item : items)
        if (const auto part = parts.indexOf(text(item.name)); part >= 0)
            bar.values[part] = item.usd;
    return bar;
}

/// "61 % purchase, 20 % energy".
QString sharesOf(const study::Ownership& ownership)
{
    std::vector<study::CostItem> items = ownership.items;
    std::ranges::stable_sort(items, [](const auto& a, const auto& b) { return a.usd > b.usd; });
    items.resize(std::min(items.size(), namedItems));
    QStringList shares;
    for (const study::CostItem& item : items)
        shares.append(valueText(item.usd / ownership.totalUsd, "share") + ' ' + text(item.name));
    return shares.join(", ");
}

QString comparisonSentence(const std::vector<CostSystem>& systems)
{
    const CostSystem* least = leastCostly(systems);
    if (!least)
        return CostWords::tr("No system serves its load and meets the goals; see the remarks of each.");
    const bool all = std::ranges::all_of(
        systems, [](const CostSystem& each) { return each.account && each.account->troubles.empty(); });
    QString sentence =
        (all ? CostWords::tr("%1 costs least over %2: %3")
             : CostWords::tr("Of the systems that serve their load and meet the goals, %1 costs least "
                             "over %2: %3"))
            .arg(least->name, valueText(least->years(), {}) + CostWords::tr(" years"), totalText(*least));
    const CostSystem& present = systems.front();
    if (least != &present && present.account && present.totalUsd() > 0) {
        const double change = least->totalUsd() / present.totalUsd() - 1;
        sentence += std::abs(change) < toldChange
                        ? CostWords::tr(", practically as much as the present values")
                        : CostWords::tr(", %1 %2 than the present values")
                              .arg(valueText(std::abs(change), "share"),
                                   change < 0 ? CostWords::tr("less") : CostWords::tr("more"));
    }
    return sentence + '.';
}

} // namespace

double CostSystem::totalUsd() const
{
    return account ? account->ownership.totalUsd : NAN;
}

double CostSystem::years() const
{
    double sum = 0;
    if (account)
        for (const study::StageCost& stage : account->ownership.stages)
            sum += stage.years;
    return sum;
}

QStringList CostSystem::remarks() const
{
    QStringList all;
    if (account) {
        for (const std::string& trouble : account->troubles)
            all.append(text(trouble));
        for (const std::string& what : account->ownership.missing)
            all.append(CostWords::tr("Not in the total: %1.").arg(text(what)));
    }
    for (const QString& line : said.split('\n', Qt::SkipEmptyParts))
        all.append(line);
    return all;
}

std::vector<CostSystem> costSystems(const project::Project& project, bool alternatives)
{
    std::vector<CostSystem> systems{{CostWords::tr("present values"), {}, {}, {}}};
    if (!alternatives)
        return systems;
    for (const project::Parameter& parameter : project.parameters)
        for (const project::Json& value : project::tickedOf(parameter)) {
            if (project::settingText(value) == project::settingText(parameter.value))
                continue;
            const QString setting = text(parameter.name + '=' + project::settingText(value));
            systems.push_back({setting, {"--set", setting}, {}, {}});
        }
    return systems;
}

const CostSystem* leastCostly(const std::vector<CostSystem>& systems)
{
    const CostSystem* least = nullptr;
    for (const CostSystem& each : systems)
        if (each.account && each.account->troubles.empty() && (!least || each.totalUsd() < least->totalUsd()))
            least = &each;
    return least;
}

QString totalText(const CostSystem& system)
{
    if (!system.account)
        return {};
    const QString total = widgets::usdText(system.totalUsd());
    return system.account->ownership.missing.empty() ? total : CostWords::tr("from %1").arg(total);
}

QString costSentence(const std::vector<CostSystem>& systems)
{
    if (systems.size() > 1)
        return comparisonSentence(systems);
    const CostSystem& system = systems.front();
    QString sentence =
        CostWords::tr("Over %1 years the system costs %2").arg(valueText(system.years(), {}), totalText(system));
    if (system.totalUsd() > 0)
        sentence += ": " + sharesOf(system.account->ownership);
    return sentence + '.';
}

QString priceBasis(const record::BillLine& line, const project::ComponentLibrary& library)
{
    if (!line.usdEach)
        return CostWords::tr("no price known");
    if (const std::string basis = record::priceBasisInWords(line); !basis.empty())
        return text(basis);
    const project::Component* component = project::componentOfPart(line.part, library);
    if (!component)
        return {};
    if (!component->has("price_usd") || component->figure("price_usd") != *line.usdEach)
        return CostWords::tr("your price list");
    const QString basis = widgets::priceBasisText(*component);
    return basis.isEmpty() ? CostWords::tr("launch or list price") : basis;
}

StackedBars yearBars(const CostSystem& system)
{
    StackedBars bars{CostWords::tr("Costs by year"), CostWords::tr("year"), "USD", partsOfCost(), {}};
    if (!system.account)
        return bars;
    const study::Ownership& ownership = system.account->ownership;
    for (std::size_t i = 0; i < ownership.yearly.size(); ++i) {
        const study::YearCost& year = ownership.yearly[i];
        QString name = CostWords::tr("year %1").arg(i + 1);
        if (year.years < 1)
            name += CostWords::tr(" (%1 of it)").arg(valueText(year.years, "share"));
        bars.bars.push_back(barOf(name, year.items, !ownership.missing.empty()));
    }
    return bars;
}

StackedBars systemBars(const std::vector<CostSystem>& systems)
{
    StackedBars bars{CostWords::tr("Costs by system"), CostWords::tr("system"), "USD", partsOfCost(), {}};
    for (const CostSystem& system : systems)
        if (system.account)
            bars.bars.push_back(
                barOf(system.name, system.account->ownership.items, !system.account->ownership.missing.empty()));
    return bars;
}

DataTable comparisonTable(const std::vector<CostSystem>& systems)
{
    DataTable table{CostWords::tr("Systems"),
                    {{"system", {}},
                     {"price", "USD"},
                     {"total", "USD"},
                     {"years", "1"},
                     {"power", "W"},
                     {"rack units", "1"},
                     {"usable capacity", "B"},
                     {"a million operations", "USD"},
                     {"remarks", {}}},
                    {}};
    for (const CostSystem& system : systems) {
        const study::Account none, &account = system.account ? *system.account : none;
        table.rows.push_back(
            {system.name, DataTable::cell(system.account ? account.priceUsd() : NAN),
             DataTable::cell(system.totalUsd()), DataTable::cell(system.years()), DataTable::cell(account.powerW),
             DataTable::cell(account.rackUnits() > 0 ? account.rackUnits() : NAN), DataTable::cell(account.usableBytes),
             DataTable::cell(account.ownership.usdPerMillion), system.remarks().join(' ')});
    }
    return table;
}

DataTable billTable(const CostSystem& system, const project::ComponentLibrary& library)
{
    DataTable table{CostWords::tr("Bill of materials"),
                    {{"group", {}}, {"part", {}}, {"count", "1"}, {"each", "USD"}, {"together", "USD"}, {"price", {}}},
                    {}};
    if (!system.account)
        return table;
    for (const record::GroupCost& group : system.account->bill)
        for (const record::BillLine& line : group.lines)
            table.rows.push_back(
                {text(group.nodeGroup), text(line.part), line.count, DataTable::cell(line.usdEach.value_or(NAN)),
                 DataTable::cell(line.usdEach ? *line.usdEach * line.count : NAN), priceBasis(line, library)});
    return table;
}

DataTable stagesTable(const CostSystem& system)
{
    DataTable table{CostWords::tr("Stages"),
                    {{"system", {}}, {"from year", "1"}, {"years", "1"}, {"bought", "USD"}, {"all costs", "USD"}},
                    {}};
    if (system.account)
        for (const study::StageCost& stage : system.account->ownership.stages)
            table.rows.push_back({stage.inWords.empty() ? system.name : text(stage.inWords), stage.fromYear + 1,
                                  stage.years, stage.boughtUsd, stage.usd});
    return table;
}

DataTable devicesTable(const CostSystem& system)
{
    DataTable table{CostWords::tr("Solid-state devices"),
                    {{"part", {}},
                     {"group", {}},
                     {"count", "1"},
                     {"written a day", "B"},
                     {"endurance", "B"},
                     {"worn after", "years"},
                     {"most written", "years"},
                     {"replaced", "1"},
                     {"replacement", "USD"}},
                    {}};
    if (system.account)
        for (const study::DeviceLife& life : system.account->ownership.devices)
            table.rows.push_back({text(life.part), text(life.nodeGroup + ' ' + life.devices), life.count,
                                  life.writtenBps * secondsOfDay, DataTable::cell(life.enduranceBytes.value_or(NAN)),
                                  DataTable::cell(life.wornAfterYears), DataTable::cell(life.mostWrittenAfterYears),
                                  life.replaced, life.usd});
    return table;
}

DataTable remarksTable(const CostSystem& system)
{
    DataTable table{CostWords::tr("Remarks"), {DataTable::Column{"remark", {}}}, {}};
    for (const QString& remark : system.remarks())
        table.rows.push_back({remark});
    return table;
}

} // namespace headroom::app
