#include "study/cost/account.h"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace headroom::study {

namespace {

using record::Json;

Json numberOrNull(double number)
{
    return std::isfinite(number) ? Json(number) : Json(nullptr);
}

double numberOr(const Json& json, const char* name, double otherwise)
{
    const auto found = json.find(name);
    return found == json.end() || found->is_null() ? otherwise : found->get<double>();
}

Json itemsJson(const std::vector<CostItem>& items)
{
    Json json = Json::object();
    for (const CostItem& item : items)
        json[item.name] = item.usd;
    return json;
}

std::vector<CostItem> itemsFrom(const Json& json)
{
    std::vector<CostItem> items;
    for (const auto& [name, usd] : json.items())
        items.push_back({name, usd.get<double>()});
    return items;
}

Json billJson(const Account& account)
{
    Json groups = Json::array();
    bool complete = true;
    for (const record::GroupCost& group : account.bill) {
        Json lines = Json::array();
        for (const record::BillLine& line : group.lines)
            lines.push_back({{"part", line.part},
                             {"count", line.count},
                             {"usd_each", line.usdEach ? Json(*line.usdEach) : Json(nullptr)}});
        groups.push_back(
            {{"node_group", group.nodeGroup}, {"usd", group.usd}, {"unknown", group.unknown}, {"lines", lines}});
        if (group.rackUnits > 0)
            groups.back()["rack_units"] = group.rackUnits;
        complete = complete && group.unknown.empty();
    }
    return {{"total_usd", account.priceUsd()}, {"complete", complete}, {"groups", std::move(groups)}};
}

std::vector<record::GroupCost> billFrom(const Json& json)
{
    std::vector<record::GroupCost> bill;
    for (const Json& each : json.at("groups")) {
        record::GroupCost& group = bill.emplace_back();
        group.nodeGroup = each.at("node_group");
        group.usd = each.at("usd");
        group.unknown = each.at("unknown").get<std::vector<std::string>>();
        group.rackUnits = numberOr(each, "rack_units", 0);
        for (const Json& entry : each.at("lines")) {
            record::BillLine& line = group.lines.emplace_back();
            line.part = entry.at("part");
            line.count = entry.at("count");
            if (!entry.at("usd_each").is_null())
                line.usdEach = entry.at("usd_each").get<double>();
        }
    }
    return bill;
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
                           {"endurance_bytes", life.enduranceBytes ? Json(*life.enduranceBytes) : Json(nullptr)},
                           {"worn_after_years", numberOrNull(life.wornAfterYears)},
                           {"most_written_after_years", numberOrNull(life.mostWrittenAfterYears)},
                           {"replaced", life.replaced},
                           {"usd", life.usd}});
    return devices;
}

DeviceLife deviceFrom(const Json& json)
{
    DeviceLife life;
    life.nodeGroup = json.at("node_group");
    life.devices = json.at("devices");
    life.part = json.at("part");
    life.count = json.at("count");
    life.writtenBps = json.at("written_mean_per_s");
    if (!json.at("endurance_bytes").is_null())
        life.enduranceBytes = json.at("endurance_bytes").get<double>();
    life.wornAfterYears = numberOr(json, "worn_after_years", DeviceLife::never);
    life.mostWrittenAfterYears = numberOr(json, "most_written_after_years", DeviceLife::never);
    life.replaced = json.at("replaced");
    life.usd = json.at("usd");
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
            {"usd_per_million_operations", numberOrNull(ownership.usdPerMillion)},
            {"stages", std::move(stages)},
            {"yearly", std::move(yearly)},
            {"devices", devicesJson(ownership)},
            {"missing", ownership.missing},
            {"troubles", account.troubles}};
}

Ownership ownershipFrom(const Json& json)
{
    Ownership ownership;
    ownership.items = itemsFrom(json.at("items"));
    ownership.totalUsd = json.at("total_usd");
    ownership.usdPerMillion = numberOr(json, "usd_per_million_operations", Account::unknown);
    for (const Json& each : json.at("stages"))
        ownership.stages.push_back(
            {each.at("from_year"), each.at("years"), each.at("system"), each.at("bought_usd"), each.at("usd")});
    for (const Json& each : json.at("yearly"))
        ownership.yearly.push_back(
            {each.at("from_year"), each.at("years"), itemsFrom(each.at("items")), each.at("usd")});
    for (const Json& each : json.at("devices"))
        ownership.devices.push_back(deviceFrom(each));
    ownership.missing = json.at("missing").get<std::vector<std::string>>();
    return ownership;
}

Account accountFrom(const Json& json)
{
    Account account;
    account.bill = billFrom(json.at("cost"));
    account.powerW = numberOr(json, "power_W", Account::unknown);
    account.rawBytes = numberOr(json.at("capacity"), "raw_bytes", Account::unknown);
    account.usableBytes = numberOr(json.at("capacity"), "usable_bytes", Account::unknown);
    account.ownership = ownershipFrom(json.at("ownership"));
    account.troubles = json.at("ownership").at("troubles").get<std::vector<std::string>>();
    return account;
}

} // namespace

double Account::priceUsd() const
{
    double usd = 0;
    for (const record::GroupCost& group : bill)
        usd += group.usd;
    return usd;
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
    if (first.energy)
        account.powerW = first.energy->powerW;
    account.rawBytes = first.rawBytes.value_or(Account::unknown);
    account.usableBytes = first.usableBytes.value_or(Account::unknown);
    account.ownership = std::move(ownership);
    account.troubles = std::move(troubles);
    return account;
}

Json toJson(const Account& account)
{
    return {{"cost", billJson(account)},
            {"power_W", numberOrNull(account.powerW)},
            {"capacity",
             {{"raw_bytes", numberOrNull(account.rawBytes)}, {"usable_bytes", numberOrNull(account.usableBytes)}}},
            {"ownership", ownershipJson(account)}};
}

Account accountFromText(std::string_view text)
{
    try {
        return accountFrom(Json::parse(text));
    } catch (const nlohmann::json::exception& error) {
        throw std::runtime_error(std::string("this is no answer of headroom-engine cost: ") + error.what());
    }
}

} // namespace headroom::study
