#include "study/cost/account.h"

#include "record/structure/json_reading.h"
#include "record/structure/summary_json.h"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace headroom::study {

namespace {

using record::Json;

using AccountReader = record::ObjectReader<Json>;

Json itemsJson(const std::vector<CostItem>& items)
{
    Json json = Json::object();
    for (const CostItem& item : items)
        json[item.name] = item.usd;
    return json;
}

std::vector<CostItem> itemsIn(const AccountReader& object)
{
    const AccountReader all(object.member("items"), object.placeOf("items"));
    std::vector<CostItem> items;
    for (const auto& [name, usd] : object.member("items").items())
        items.push_back({name, all.numberOf(usd, name.c_str())});
    return items;
}

Json devicesJson(const Ownership& ownership)
{
    Json devices = Json::array();
    for (const DeviceLife& life : ownership.devices)
        devices.push_back({{"node_group", life.nodeGroup},
                           {"devices", life.devices},
                           {"part", life.part},
                           {"count", life.count},
                           {"written_mean_per_s", life.writtenBps},
                           {"endurance_bytes", life.enduranceBytes.value_or(Account::unknown)},
                           {"worn_after_years", life.wornAfterYears},
                           {"most_written_after_years", life.mostWrittenAfterYears},
                           {"replaced", life.replaced},
                           {"usd", life.usd}});
    return devices;
}

DeviceLife deviceFrom(const Json& json)
{
    const AccountReader object(json, "ownership.devices");
    const auto years = [&](const char* key) {
        const double number = object.number(key);
        return std::isnan(number) ? DeviceLife::never : number;
    };
    DeviceLife life;
    life.nodeGroup = object.text("node_group");
    life.devices = object.text("devices");
    life.part = object.text("part");
    life.count = object.number("count");
    life.writtenBps = object.number("written_mean_per_s");
    if (const double bytes = object.number("endurance_bytes"); !std::isnan(bytes))
        life.enduranceBytes = bytes;
    life.wornAfterYears = years("worn_after_years");
    life.mostWrittenAfterYears = years("most_written_after_years");
    life.replaced = object.number("replaced");
    life.usd = object.number("usd");
    return life;
}

Json ownershipJson(const Account& account)
{
    const Ownership& ownership = account.ownership;
    Json stages = Json::array(), yearly = Json::array();
    for (const StageCost& stage : ownership.stages)
        stages.push_back({{"from_year", stage.fromYear},
                          {"years", stage.years},
                          {"system", stage.inWords},
                          {"bought_usd", stage.boughtUsd},
                          {"usd", stage.usd}});
    for (const YearCost& year : ownership.yearly)
        yearly.push_back(
            {{"from_year", year.from}, {"years", year.years}, {"items", itemsJson(year.items)}, {"usd", year.usd}});
    return {{"items", itemsJson(ownership.items)},
            {"total_usd", ownership.totalUsd},
            {"usd_per_million_operations", ownership.usdPerMillion},
            {"stages", std::move(stages)},
            {"yearly", std::move(yearly)},
            {"devices", devicesJson(ownership)},
            {"missing", ownership.missing},
            {"troubles", account.troubles}};
}

Ownership ownershipFrom(const AccountReader& object)
{
    Ownership ownership;
    ownership.items = itemsIn(object);
    ownership.totalUsd = object.number("total_usd");
    ownership.usdPerMillion = object.number("usd_per_million_operations");
    for (const Json& each : object.array("stages")) {
        const AccountReader stage(each, "ownership.stages");
        ownership.stages.push_back({stage.number("from_year"), stage.number("years"), stage.text("system"),
                                    stage.number("bought_usd"), stage.number("usd")});
    }
    for (const Json& each : object.array("yearly")) {
        const AccountReader year(each, "ownership.yearly");
        ownership.yearly.push_back({year.number("from_year"), year.number("years"), itemsIn(year), year.number("usd")});
    }
    for (const Json& each : object.array("devices"))
        ownership.devices.push_back(deviceFrom(each));
    ownership.missing = object.texts("missing");
    return ownership;
}

Account accountFrom(const Json& json)
{
    const AccountReader object(json, "");
    const AccountReader capacity(object.member("capacity"), "capacity"),
        ownership(object.member("ownership"), "ownership");
    Account account;
    account.bill = record::billFromJson(object.member("cost"));
    account.powerW = object.number("power_W");
    account.powerless = object.texts("power_unknown");
    account.rawBytes = capacity.number("raw_bytes");
    account.usableBytes = capacity.number("usable_bytes");
    account.ownership = ownershipFrom(ownership);
    account.troubles = ownership.texts("troubles");
    return account;
}

} // namespace

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

/// Numbers that are not finite are written as null.
Json toJson(const Account& account)
{
    return {{"cost", record::billToJson(account.bill)},
            {"power_W", account.powerW},
            {"power_unknown", account.powerless},
            {"capacity", {{"raw_bytes", account.rawBytes}, {"usable_bytes", account.usableBytes}}},
            {"ownership", ownershipJson(account)}};
}

Json toJson(const CostProgress& progress)
{
    return {{"record", "progress"}, {"runs_done", progress.runsDone}, {"runs", progress.runs}};
}

std::variant<CostProgress, Account> costRecordFromText(std::string_view text)
{
    try {
        const Json json = Json::parse(text);
        if (!json.contains("record"))
            return accountFrom(json);
        const AccountReader object(json, "");
        return CostProgress{object.count("runs_done"), object.count("runs")};
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
