#include "study/growth/growth_json.h"

#include "record/structure/describing.h"
#include "record/structure/json_in.h"
#include "record/structure/json_out.h"
#include "record/structure/json_reading.h"
#include "study/growth/growth_text.h"

#include <stdexcept>
#include <string>

namespace headroom::study {

using record::Describes;

template <class V, Describes<LoadRun> R>
void describe(V& v, R& run)
{
    v.figure({.key = "load"}, run.load);
    v.figure({.key = "seed"}, run.seed);
    v.member({.key = "holds"}, run.holds);
    v.member({.key = "why"}, run.why);
    v.figure({.key = "per_s", .unit = "1/s"}, run.perSecond);
    v.figure({.key = "mean_ms", .unit = "ms"}, run.meanMs);
    v.figure({.key = "p99_ms", .unit = "ms"}, run.p99Ms);
    v.member({.key = "goal_figures"}, run.goalFigures);
}

template <class V, Describes<LoadLimit> R>
void describe(V& v, R& limit)
{
    v.figure({.key = "load"}, limit.load);
    v.figure({.key = "low"}, limit.low);
    v.figure({.key = "high"}, limit.high);
    v.member({.key = "beyond"}, limit.beyond);
    v.member({.key = "none"}, limit.none);
    v.member({.key = "why"}, limit.why);
    v.member({.key = "problem"}, limit.problem);
    v.member({.key = "by_seed"}, limit.bySeed);
    v.member({.key = "runs"}, limit.runs);
}

template <class V, Describes<ResourceUse> R>
void describe(V& v, R& use)
{
    v.key({.key = "resource"}, use.resource);
    v.figure({.key = "now", .unit = "share"}, use.now);
    v.figure({.key = "at_limit", .unit = "share"}, use.atLimit);
    v.figure({.key = "full_at"}, use.fullAt);
}

template <class V, Describes<Upgrade> R>
void describe(V& v, R& upgrade)
{
    v.key({.key = "setting"}, upgrade.setting);
    v.figure({.key = "cost_usd", .unit = "USD"}, upgrade.costUsd);
    v.member({.key = "prices_missing"}, upgrade.pricesMissing);
    v.figure({.key = "gain"}, upgrade.gain);
    v.figure({.key = "gain_low"}, upgrade.gainLow);
    v.figure({.key = "gain_high"}, upgrade.gainHigh);
    v.computed({.key = "gain_per_1000_usd"}, [&] { return upgrade.gainPerThousandUsd(); });
    v.member({.key = "helps"}, upgrade.helps);
    v.part({.key = "limit"}, upgrade.limit);
}

template <class V, Describes<GrowthStep> R>
void describe(V& v, R& step)
{
    v.figure({.key = "after_years"}, step.afterYears);
    v.part({.key = "upgrade"}, step.upgrade);
    v.figure({.key = "until_years"}, step.untilYears);
}

template <class V, Describes<Growth> R>
void describe(V& v, R& growth)
{
    v.member({.key = "project"}, growth.project);
    v.member({.key = "load"}, growth.loadName);
    v.member({.key = "parameter"}, growth.parameter);
    v.figure({.key = "present"}, growth.present);
    v.figure({.key = "simulated_s", .unit = "s"}, growth.simulatedS);
    v.computed({.key = "sentence"}, [&] { return sentenceOf(growth); });
    v.part({.key = "limit"}, growth.limit);
    v.member({.key = "resources"}, growth.resources);
    v.figure({.key = "yearly", .unit = "share"}, growth.yearly);
    v.figure({.key = "years"}, growth.years);
    v.member({.key = "steps"}, growth.steps);
    v.member({.key = "compared"}, growth.compared);
    v.figure({.key = "runs"}, growth.runs);
    v.figure({.key = "expected"}, growth.expected);
    v.member({.key = "complete"}, growth.complete);
}

nlohmann::ordered_json toJson(const Growth& growth)
{
    nlohmann::ordered_json json;
    record::writeJson(record::JsonOut(json), growth);
    return json;
}

Growth growthFromText(std::string_view text)
{
    try {
        const nlohmann::json json = record::parseBounded(text);
        return record::fromJson<Growth>(record::JsonIn(json));
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(std::string("this is no answer of headroom-engine grow: ") + error.what());
    }
}

} // namespace headroom::study
