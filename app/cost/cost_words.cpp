#include "app/cost/cost_words.h"

#include "widgets/theme/number_text.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>

#include <cmath>

namespace headroom::app {

using widgets::text;
using widgets::usdText;
using widgets::valueText;
using widgets::report::Table;

namespace {

struct CostTexts
{
    Q_DECLARE_TR_FUNCTIONS(CostTexts)
};

QString lifeText(const study::DeviceLife& life, double years)
{
    if (!life.enduranceBytes)
        return CostTexts::tr("not known");
    return std::isfinite(years) ? CostTexts::tr("%1 years").arg(valueText(years, {})) : CostTexts::tr("never");
}

QString atLeast(bool partly, const QString& figure)
{
    return partly ? CostTexts::tr("from %1").arg(figure) : figure;
}

QString priceText(const study::Account& account)
{
    return atLeast(!record::priceOf(account.bill).unknown.empty(), usdText(account.priceUsd()));
}

QString powerText(const study::Account& account)
{
    return atLeast(!account.powerless.empty(), valueText(account.powerW, "W"));
}

} // namespace

Table systemsInWords(const std::vector<CostSystem>& systems)
{
    Table table{{},
                {CostTexts::tr("System"), CostTexts::tr("Price"), CostTexts::tr("Total"), CostTexts::tr("Power"),
                 CostTexts::tr("Usable"), CostTexts::tr("Remarks")},
                {},
                1};
    for (const CostSystem& system : systems)
        if (system.account)
            table.rows.append({system.name, priceText(*system.account), totalText(system), powerText(*system.account),
                               valueText(system.account->usableBytes, "B"), QString::number(system.remarks().size())});
        else
            table.rows.append(
                {system.name, {}, {}, {}, {}, system.said.isEmpty() ? QString() : CostTexts::tr("failed")});
    return table;
}

QString priceRemark(const record::Price& price)
{
    const QString left = CostTexts::tr("without cables and optics");
    return price.estimatedUsd > 0 ? CostTexts::tr("estimated: %1 of it; %2").arg(usdText(price.estimatedUsd), left)
                                  : left;
}

Table billInWords(const CostSystem& system, const project::ComponentLibrary& library)
{
    Table table{{},
                {CostTexts::tr("Part"), CostTexts::tr("Group"), CostTexts::tr("Price of"), CostTexts::tr("Count"),
                 CostTexts::tr("Each"), CostTexts::tr("Together")},
                {},
                3};
    if (!system.account)
        return table;
    for (const record::GroupCost& group : system.account->bill)
        for (const record::BillLine& line : group.lines)
            table.rows.append({text(line.part), text(group.nodeGroup), priceBasis(line, library),
                               valueText(line.count, {}), line.usdEach ? valueText(*line.usdEach, "USD") : QString(),
                               line.usdEach ? valueText(*line.usdEach * line.count, "USD") : QString()});
    table.rows.append({CostTexts::tr("All"), QString(), priceRemark(record::priceOf(system.account->bill)), QString(),
                       QString(), priceText(*system.account)});
    return table;
}

Table stagesInWords(const CostSystem& system)
{
    Table table{{},
                {CostTexts::tr("System"), CostTexts::tr("From year"), CostTexts::tr("Years"), CostTexts::tr("Bought"),
                 CostTexts::tr("All costs")},
                {},
                1};
    if (system.account)
        for (const study::StageCost& stage : system.account->ownership.stages)
            table.rows.append({stage.inWords.empty() ? system.name : text(stage.inWords),
                               valueText(stage.fromYear + 1, {}), valueText(stage.years, {}),
                               valueText(stage.boughtUsd, "USD"), valueText(stage.usd, "USD")});
    return table;
}

Table devicesInWords(const CostSystem& system)
{
    Table table{{},
                {CostTexts::tr("Part"), CostTexts::tr("Group"), CostTexts::tr("Count"), CostTexts::tr("Written a day"),
                 CostTexts::tr("Endurance"), CostTexts::tr("Worn after"), CostTexts::tr("Replaced")},
                {},
                2};
    if (system.account)
        for (const study::DeviceLife& life : system.account->ownership.devices)
            table.rows.append({text(life.part), text(life.nodeGroup + ' ' + life.devices), valueText(life.count, {}),
                               valueText(life.writtenBps * secondsOfDay, "B"),
                               life.enduranceBytes ? valueText(*life.enduranceBytes, "B") : CostTexts::tr("not known"),
                               lifeText(life, life.wornAfterYears), valueText(life.replaced, {})});
    return table;
}

QString mostWrittenInWords(const study::DeviceLife& life)
{
    return lifeText(life, life.mostWrittenAfterYears);
}

QStringList figuresInWords(const study::Account& account)
{
    QStringList figures{CostTexts::tr("price %1").arg(priceText(account))};
    if (std::isfinite(account.powerW))
        figures.append(powerText(account));
    if (account.rackUnits() > 0)
        figures.append(CostTexts::tr("%1 rack units").arg(valueText(account.rackUnits(), {})));
    if (std::isfinite(account.usableBytes))
        figures.append(CostTexts::tr("%1 usable").arg(valueText(account.usableBytes, "B")));
    if (std::isfinite(account.ownership.usdPerMillion))
        figures.append(
            CostTexts::tr("%1 for a million operations")
                .arg(atLeast(!account.ownership.missing.empty(), valueText(account.ownership.usdPerMillion, "USD"))));
    return figures;
}

} // namespace headroom::app
