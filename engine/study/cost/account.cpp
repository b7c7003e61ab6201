#include "study/cost/account.h"

#include "record/structure/describe.h"
#include "record/structure/json_in.h"
#include "record/structure/json_out.h"
#include "record/structure/json_reading.h"

#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

namespace headroom::study {

using record::Describes;
using record::Json;

namespace {

/// An object with a member for each item that costs something.
template <class V>
void describeItems(V& v, auto& items)
{
    v.group({.key = "items"}, true, [&](auto& inner) {
        for (const char* const name : costItemNames) {
            std::optional<double> usd;
            for (const CostItem& item : items)
                if (item.name == name)
                    usd = item.usd;
            inner.figure({.key = name, .unit = "USD", .written = record::Written::ifSet}, usd);
            if constexpr (V::reads)
                if (usd)
                    items.push_back({name, *usd});
        }
    });
}

} // namespace

template <class V, Describes<StageCost> R>
void describe(V& v, R& stage)
{
    v.figure({.key = "from_year"}, stage.fromYear);
    v.figure({.key = "years"}, stage.years);
    v.member({.key = "system"}, stage.inWords);
    v.figure({.key = "bought_usd", .unit = "USD"}, stage.boughtUsd);
    v.figure({.key = "usd", .unit = "USD"}, stage.usd);
}

template <class V, Describes<YearCost> R>
void describe(V& v, R& year)
{
    v.figure({.key = "from_year"}, year.from);
    v.figure({.key = "years"}, year.years);
    describeItems(v, year.items);
    v.figure({.key = "usd", .unit = "USD"}, year.usd);
}

template <class V, Describes<DeviceLife> R>
void describe(V& v, R& life)
{
    v.key({.key = "node_group"}, life.nodeGroup);
    v.key({.key = "devices"}, life.devices);
    v.key({.key = "part"}, life.part);
    v.figure({.key = "count"}, life.count);
    v.figure({.key = "written_mean_per_s", .unit = "B/s"}, life.writtenBps);
    v.figure({.key = "endurance_bytes", .unit = "B"}, life.enduranceBytes);
    v.figure({.key = "worn_after_years"}, life.wornAfterYears);
    v.figure({.key = "most_written_after_years"}, life.mostWrittenAfterYears);
    v.figure({.key = "replaced"}, life.replaced);
    v.figure({.key = "usd", .unit = "USD"}, life.usd);
    if constexpr (V::reads) // never is written as null
        for (double* const years : {&life.wornAfterYears, &life.mostWrittenAfterYears})
            *years = std::isnan(*years) ? DeviceLife::never : *years;
}

template <class V, Describes<Account> R>
void describe(V& v, R& account)
{
    v.group({.key = "cost"}, true, [&](auto& inner) { describeBill(inner, account.bill); });
    v.figure({.key = "power_W", .unit = "W"}, account.powerW);
    v.member({.key = "power_unknown"}, account.powerless);
    v.group({.key = "capacity"}, true, [&](auto& inner) {
        inner.figure({.key = "raw_bytes", .unit = "B"}, account.rawBytes);
        inner.figure({.key = "usable_bytes", .unit = "B"}, account.usableBytes);
    });
    v.group({.key = "ownership"}, true, [&](auto& inner) {
        auto& ownership = account.ownership;
        describeItems(inner, ownership.items);
        inner.figure({.key = "total_usd", .unit = "USD"}, ownership.totalUsd);
        inner.figure({.key = "usd_per_million_operations", .unit = "USD"}, ownership.usdPerMillion);
        inner.member({.key = "stages"}, ownership.stages);
        inner.member({.key = "yearly"}, ownership.yearly);
        inner.member({.key = "devices"}, ownership.devices);
        inner.member({.key = "missing"}, ownership.missing);
        inner.member({.key = "troubles"}, account.troubles);
    });
}

template <class V, Describes<CostProgress> R>
void describe(V& v, R& progress)
{
    v.computed({.key = "record"}, [] { return std::string("progress"); });
    v.figure({.key = "runs_done"}, progress.runsDone);
    v.figure({.key = "runs"}, progress.runs);
}

double Account::priceUsd() const
{
    return record::priceOf(bill).usd;
}

double Account::rackUnits() const
{
    double units = 0;
    for (const record::GroupCost& group : bill)
        units += group.rackUnits;
    return units;
}

Account accountOf(const record::Summary& first, Ownership ownership, std::vector<std::string> troubles)
{
    Account account;
    account.bill = first.costs;
    if (first.energy) {
        account.powerW = first.energy->powerW;
        account.powerless = first.energy->unknown;
    }
    account.rawBytes = first.rawBytes.value_or(Account::unknown);
    account.usableBytes = first.usableBytes.value_or(Account::unknown);
    account.ownership = std::move(ownership);
    account.troubles = std::move(troubles);
    return account;
}

Json toJson(const Account& account)
{
    Json json;
    record::writeJson(record::JsonOut(json), account);
    return json;
}

Json toJson(const CostProgress& progress)
{
    Json json;
    record::writeJson(record::JsonOut(json), progress);
    return json;
}

std::variant<CostProgress, Account> costRecordFromText(std::string_view text)
{
    try {
        const nlohmann::json json = record::parseBounded(text);
        const record::JsonIn in(json);
        if (in.find("record"))
            return record::fromJson<CostProgress>(in);
        return record::fromJson<Account>(in);
    } catch (const std::exception& error) {
        throw std::runtime_error(std::string("this is no answer of headroom-engine cost: ") + error.what());
    }
}

Account accountFromText(std::string_view text)
{
    auto record = costRecordFromText(text);
    if (auto* account = std::get_if<Account>(&record))
        return std::move(*account);
    throw std::runtime_error("this is no answer of headroom-engine cost: it says only how far that is");
}

} // namespace headroom::study
