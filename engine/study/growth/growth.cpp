#include "study/growth/growth.h"

#include "study/cost/inventory.h"
#include "study/growth/growth_text.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headroom::study {

using Json = nlohmann::ordered_json;

namespace {

Json number(double value)
{
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

double numberAt(const Json& json, const char* key)
{
    return json.at(key).is_null() ? std::numeric_limits<double>::quiet_NaN() : json.at(key).get<double>();
}

Json toJson(const LoadLimit& limit)
{
    Json runs = Json::array();
    for (const LoadRun& run : limit.runs)
        runs.push_back({{"load", run.load},
                        {"seed", run.seed},
                        {"holds", run.holds},
                        {"why", run.why},
                        {"per_s", number(run.perSecond)},
                        {"mean_ms", number(run.meanMs)},
                        {"p99_ms", number(run.p99Ms)}});
    return {{"load", number(limit.load)}, {"low", number(limit.low)}, {"high", number(limit.high)},
            {"beyond", limit.beyond},     {"none", limit.none},       {"why", limit.why},
            {"problem", limit.problem},   {"by_seed", limit.bySeed},  {"runs", std::move(runs)}};
}

LoadLimit limitFrom(const Json& json)
{
    LoadLimit limit;
    limit.load = numberAt(json, "load");
    limit.low = numberAt(json, "low");
    limit.high = numberAt(json, "high");
    limit.beyond = json.at("beyond");
    limit.none = json.at("none");
    limit.why = json.at("why");
    limit.problem = json.at("problem");
    limit.bySeed = json.at("by_seed").get<std::vector<double>>();
    for (const Json& each : json.at("runs"))
        limit.runs.push_back({each.at("load"), each.at("seed"), each.at("holds"), each.at("why"),
                              numberAt(each, "per_s"), numberAt(each, "mean_ms"), numberAt(each, "p99_ms")});
    return limit;
}

Json toJson(const Upgrade& upgrade)
{
    return {{"setting", upgrade.setting},
            {"cost_usd", number(upgrade.costUsd)},
            {"prices_missing", upgrade.pricesMissing},
            {"gain", number(upgrade.gain)},
            {"gain_low", number(upgrade.gainLow)},
            {"gain_high", number(upgrade.gainHigh)},
            {"gain_per_1000_usd", number(upgrade.gainPerThousandUsd())},
            {"helps", upgrade.helps},
            {"limit", toJson(upgrade.limit)}};
}

Upgrade upgradeFrom(const Json& json)
{
    Upgrade upgrade;
    upgrade.setting = json.at("setting");
    upgrade.costUsd = numberAt(json, "cost_usd");
    upgrade.pricesMissing = json.at("prices_missing");
    upgrade.gain = numberAt(json, "gain");
    upgrade.gainLow = numberAt(json, "gain_low");
    upgrade.gainHigh = numberAt(json, "gain_high");
    upgrade.helps = json.at("helps");
    upgrade.limit = limitFrom(json.at("limit"));
    return upgrade;
}

Growth growthFrom(const Json& json)
{
    Growth growth;
    growth.project = json.at("project");
    growth.loadName = json.at("load");
    growth.simulatedS = json.at("simulated_s");
    growth.limit = limitFrom(json.at("limit"));
    for (const Json& each : json.at("resources"))
        growth.resources.push_back(
            {each.at("resource"), each.at("now"), each.at("at_limit"), numberAt(each, "full_at")});
    growth.yearly = json.at("yearly");
    growth.years = json.at("years");
    for (const Json& each : json.at("steps"))
        growth.steps.push_back({each.at("after_years"), upgradeFrom(each.at("upgrade")), each.at("until_years")});
    for (const Json& step : json.at("compared")) {
        auto& upgrades = growth.compared.emplace_back();
        for (const Json& each : step)
            upgrades.push_back(upgradeFrom(each));
    }
    growth.runs = json.at("runs");
    growth.complete = json.at("complete");
    return growth;
}

} // namespace

double Upgrade::gainPerThousandUsd() const
{
    constexpr double thousand = 1000;
    return costUsd > 0 ? std::pow(gain, thousand / costUsd) - 1 : std::numeric_limits<double>::quiet_NaN();
}

double Growth::wanted() const
{
    return std::pow(1 + yearly, years);
}

double Growth::yearsUntil(double load) const
{
    return std::log(load) / std::log1p(yearly);
}

bool Growth::carries() const
{
    const LoadLimit& last = steps.empty() ? limit : steps.back().upgrade.limit;
    return last.known() && !last.none && last.load >= wanted() * (1 - 1e-9);
}

Json toJson(const Growth& growth)
{
    Json resources = Json::array(), steps = Json::array(), compared = Json::array();
    for (const ResourceUse& each : growth.resources)
        resources.push_back({{"resource", each.resource},
                             {"now", each.now},
                             {"at_limit", each.atLimit},
                             {"full_at", number(each.fullAt)}});
    for (const GrowthStep& step : growth.steps)
        steps.push_back(
            {{"after_years", step.afterYears}, {"upgrade", toJson(step.upgrade)}, {"until_years", step.untilYears}});
    for (const auto& upgrades : growth.compared) {
        Json all = Json::array();
        for (const Upgrade& each : upgrades)
            all.push_back(toJson(each));
        compared.push_back(std::move(all));
    }
    return {{"project", growth.project},       {"load", growth.loadName},       {"simulated_s", growth.simulatedS},
            {"sentence", sentenceOf(growth)},  {"limit", toJson(growth.limit)}, {"resources", std::move(resources)},
            {"yearly", growth.yearly},         {"years", growth.years},         {"steps", std::move(steps)},
            {"compared", std::move(compared)}, {"runs", growth.runs},           {"complete", growth.complete}};
}

Growth growthFromText(std::string_view text)
{
    try {
        return growthFrom(Json::parse(text));
    } catch (const nlohmann::json::exception& error) {
        throw std::runtime_error(std::string("this is no answer of headroom-engine grow: ") + error.what());
    }
}

double costOfUpgrade(const record::Summary& before, const record::Summary& after, bool& missing)
{
    Inventory inventory;
    inventory.complete(before);
    const Inventory::Purchase added = inventory.complete(after);
    missing = missing || added.pricesMissing;
    return added.usd;
}

} // namespace headroom::study
