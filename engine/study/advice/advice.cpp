#include "study/advice/advice.h"

#include "record/figures/figures.h"
#include "record/structure/json_reading.h"
#include "study/advice/advice_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace headroom::study {

namespace {

using Json = nlohmann::ordered_json;

constexpr double worthARise = 1.03; ///< a throughput that rises by less does not rank resources of which one shortens
                                    ///< the latency by as much

Json toJson(const Goals& goals)
{
    Json json = Json::object();
    for (const auto& [id, verdict] : goals)
        json[id] = verdict;
    return json;
}

constexpr std::array<std::pair<WhatIf::State, const char*>, 5> stateKeys = {
    {{WhatIf::State::waiting, "waiting"},
     {WhatIf::State::running, "running"},
     {WhatIf::State::known, "known"},
     {WhatIf::State::notYetKnown, "not yet known"},
     {WhatIf::State::failed, "failed"}}};

Json orNull(double value)
{
    return std::isfinite(value) ? Json(value) : Json();
}

Json toJson(const Gain& gain)
{
    return Json{
        {"ratio", orNull(gain.ratio)}, {"low", orNull(gain.low)}, {"high", orNull(gain.high)}, {"known", gain.known}};
}

void add(Json& json, const Figures& figures)
{
    json["price_usd"] = orNull(figures.priceUsd);
    json["prices_missing"] = figures.pricesMissing;
    json["power_w"] = orNull(figures.powerW);
    json["usable_bytes"] = orNull(figures.usableBytes);
}

Json toJson(const WhatIf& what)
{
    Json json{{"resource", what.resource},
              {"factor", what.factor},
              {"state", ""},
              {"throughput", toJson(what.throughput)},
              {"mean", toJson(what.mean)},
              {"p99", toJson(what.p99)},
              {"settles", what.settles},
              {"highest_rate", toJson(what.highestRate)},
              {"highest_per_s", orNull(what.highestPerSecond)},
              {"runs", what.runs}};
    for (const auto& [state, key] : stateKeys)
        if (state == what.state)
            json["state"] = key;
    add(json, what.figures);
    json["goals"] = toJson(what.goals);
    if (!what.problem.empty())
        json["problem"] = what.problem;
    return json;
}

using Reader = record::ObjectReader<nlohmann::json>;

Gain readGain(const Reader& object, const char* key)
{
    const Reader gain(object.member(key), object.placeOf(key));
    return {gain.number("ratio"), gain.number("low"), gain.number("high"), gain.flag("known")};
}

Figures readFigures(const Reader& object)
{
    if (!object.has("price_usd")) // not in older results
        return {};
    return {object.number("price_usd"), object.flag("prices_missing"), object.number("power_w"),
            object.number("usable_bytes")};
}

Goals readGoals(const Reader& object)
{
    Goals goals;
    if (!object.has("goals")) // not in older results
        return goals;
    const Reader verdicts(object.member("goals"), object.placeOf("goals"));
    for (const auto& [id, verdict] : object.member("goals").items())
        goals[id] = verdicts.text(id.c_str());
    return goals;
}

WhatIf readWhatIf(const nlohmann::json& json)
{
    const Reader object(json, "what_ifs");
    WhatIf what;
    what.resource = object.text("resource");
    what.factor = object.number("factor");
    const std::string state = object.text("state");
    const auto found =
        std::find_if(stateKeys.begin(), stateKeys.end(), [&](const auto& each) { return state == each.second; });
    if (found == stateKeys.end())
        object.fail("state", "the state of a what-if");
    what.state = found->first;
    what.throughput = readGain(object, "throughput");
    what.mean = readGain(object, "mean");
    what.p99 = readGain(object, "p99");
    what.settles = object.flag("settles");
    if (object.has("highest_rate")) { // not in older results
        what.highestRate = readGain(object, "highest_rate");
        what.highestPerSecond = object.number("highest_per_s");
    }
    what.runs = object.count("runs");
    what.figures = readFigures(object);
    what.goals = readGoals(object);
    if (object.has("problem"))
        what.problem = object.text("problem");
    return what;
}

} // namespace

Figures figuresOf(const record::Summary& summary)
{
    Figures figures;
    const record::Price price = record::priceOf(summary.costs);
    figures.priceUsd = price.usd;
    figures.pricesMissing = !price.unknown.empty();
    if (summary.energy)
        figures.powerW = summary.energy->powerW;
    if (summary.usableBytes)
        figures.usableBytes = *summary.usableBytes;
    return figures;
}

bool WhatIf::counts() const
{
    const std::size_t point = resource.find('.');
    const std::string kind = resource.substr(point == std::string::npos ? 0 : point + 1);
    return kind.starts_with("workers ") || kind.starts_with("helpers ") || kind.starts_with("slots ") ||
           kind.starts_with("consumers ");
}

bool Advice::byLatency() const
{
    const auto any = [this](auto&& is) { return std::any_of(whatIfs.begin(), whatIfs.end(), is); };
    return settles && any([](const WhatIf& what) { return what.mean.known && what.mean.ratio < 1 / worthARise; }) &&
           !any([](const WhatIf& what) { return what.throughput.known && what.throughput.ratio > worthARise; });
}

const WhatIf* Advice::bestByRate() const
{
    const WhatIf* best = nullptr;
    for (const WhatIf& what : whatIfs)
        if (what.highestRate.known && (!best || what.highestRate.ratio > best->highestRate.ratio))
            best = &what;
    return best;
}

void Advice::rank()
{
    const bool latency = byLatency();
    const auto worth = [latency](const WhatIf& what) {
        const Gain& gain = latency ? what.mean : what.throughput;
        if (what.state == WhatIf::State::failed || std::isnan(gain.ratio))
            return -std::numeric_limits<double>::infinity();
        return latency ? -gain.ratio : gain.ratio;
    };
    std::stable_sort(whatIfs.begin(), whatIfs.end(),
                     [&](const WhatIf& a, const WhatIf& b) { return worth(a) > worth(b); });
}

nlohmann::ordered_json toJson(const Advice& advice)
{
    Json json{{"project", advice.project},
              {"seed", advice.seed},
              {"simulated_s", advice.simulatedS},
              {"complete", advice.complete},
              {"arrivals_given", advice.arrivalsGiven},
              {"settles", advice.settles},
              {"per_s", orNull(advice.perSecond)},
              {"mean_ms", orNull(advice.meanMs)},
              {"p99_ms", orNull(advice.p99Ms)},
              {"highest_per_s", orNull(advice.highestPerSecond)},
              {"runs_done", advice.runsDone},
              {"runs_planned", advice.runsPlanned},
              {"sentence", sentenceOf(advice)},
              {"what_ifs", Json::array()}};
    add(json, advice.figures);
    json["goals"] = toJson(advice.goals);
    for (const WhatIf& what : advice.whatIfs)
        json["what_ifs"].push_back(toJson(what));
    return json;
}

Advice adviceFromText(std::string_view text)
{
    const nlohmann::json json = record::parseBounded(text);
    const Reader object(json, "");
    Advice advice;
    advice.project = object.text("project");
    advice.seed = object.count("seed");
    advice.simulatedS = object.number("simulated_s");
    advice.complete = object.flag("complete");
    advice.arrivalsGiven = object.flag("arrivals_given");
    advice.settles = object.flag("settles");
    advice.perSecond = object.number("per_s");
    advice.meanMs = object.number("mean_ms");
    advice.p99Ms = object.number("p99_ms");
    if (object.has("highest_per_s"))
        advice.highestPerSecond = object.number("highest_per_s");
    advice.figures = readFigures(object);
    advice.goals = readGoals(object);
    advice.runsDone = object.count("runs_done");
    advice.runsPlanned = object.count("runs_planned");
    for (const nlohmann::json& what : object.array("what_ifs"))
        advice.whatIfs.push_back(readWhatIf(what));
    return advice;
}

} // namespace headroom::study
