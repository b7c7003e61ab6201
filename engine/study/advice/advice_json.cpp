#include "study/advice/advice_json.h"

#include "record/structure/describing.h"
#include "record/structure/json_in.h"
#include "record/structure/json_out.h"
#include "record/structure/json_reading.h"
#include "study/advice/advice_text.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace headroom::study {

using record::Describes;
using record::Written;

namespace {

constexpr std::array<std::pair<WhatIf::State, const char*>, 5> stateKeys = {
    {{WhatIf::State::waiting, "waiting"},
     {WhatIf::State::running, "running"},
     {WhatIf::State::known, "known"},
     {WhatIf::State::notYetKnown, "not yet known"},
     {WhatIf::State::failed, "failed"}}};

constexpr std::array<std::pair<WhatIf::Kind, const char*>, 5> kindKeys = {{{WhatIf::Kind::resource, "resource"},
                                                                           {WhatIf::Kind::value, "value"},
                                                                           {WhatIf::Kind::part, "part"},
                                                                           {WhatIf::Kind::setting, "setting"},
                                                                           {WhatIf::Kind::load, "load"}}};

std::string keyOf(WhatIf::Kind kind)
{
    return std::ranges::find(kindKeys, kind, &std::pair<WhatIf::Kind, const char*>::first)->second;
}

/// Older advice knows resources only.
WhatIf::Kind kindOf(const std::string& key)
{
    const auto found = std::ranges::find(kindKeys, key, &std::pair<WhatIf::Kind, const char*>::second);
    return found == kindKeys.end() ? WhatIf::Kind::resource : found->first;
}

std::string keyOf(WhatIf::State state)
{
    return std::ranges::find(stateKeys, state, &std::pair<WhatIf::State, const char*>::first)->second;
}

WhatIf::State stateOf(const std::string& key)
{
    const auto found = std::ranges::find(stateKeys, key, &std::pair<WhatIf::State, const char*>::second);
    if (found == stateKeys.end())
        throw std::runtime_error("\"what_ifs.state\" is not the state of a what-if");
    return found->first;
}

} // namespace

template <class V, Describes<Gain> R>
void describe(V& v, R& gain)
{
    v.figure({.key = "ratio"}, gain.ratio);
    v.figure({.key = "low"}, gain.low);
    v.figure({.key = "high"}, gain.high);
    v.member({.key = "known"}, gain.known);
}

/// The figures stand beside the other members of their owner.
template <class V, Describes<Figures> R>
void describe(V& v, R& figures)
{
    v.figure({.key = "price_usd", .unit = "USD", .written = Written::later}, figures.priceUsd);
    v.member({.key = "prices_missing", .written = Written::later}, figures.pricesMissing);
    v.figure({.key = "power_w", .unit = "W", .written = Written::later}, figures.powerW);
    v.figure({.key = "usable_bytes", .unit = "B", .written = Written::later}, figures.usableBytes);
}

template <class V, Describes<WhatIf> R>
void describe(V& v, R& what)
{
    v.key({.key = "resource"}, what.resource);
    v.converted(
        {.key = "kind", .written = Written::later}, [&] { return keyOf(what.kind); },
        [&](const std::string& key) {
            if constexpr (V::reads)
                what.kind = kindOf(key);
        });
    v.member({.key = "words", .written = Written::ifSet}, what.words);
    v.figure({.key = "factor"}, what.factor);
    v.converted(
        {.key = "state"}, [&] { return keyOf(what.state); },
        [&](const std::string& key) {
            if constexpr (V::reads)
                what.state = stateOf(key);
        });
    v.part({.key = "throughput"}, what.throughput);
    v.part({.key = "mean"}, what.mean);
    v.part({.key = "p99"}, what.p99);
    v.member({.key = "settles"}, what.settles);
    v.part({.key = "highest_rate", .written = Written::later}, what.highestRate);
    v.figure({.key = "highest_per_s", .unit = "1/s", .written = Written::later}, what.highestPerSecond);
    v.figure({.key = "runs"}, what.runs);
    describe(v, what.figures);
    v.member({.key = "goals", .written = Written::later}, what.goals);
    v.member({.key = "problem", .written = Written::ifSet}, what.problem);
}

template <class V, Describes<Advice> R>
void describe(V& v, R& advice)
{
    v.member({.key = "project"}, advice.project);
    v.figure({.key = "seed"}, advice.seed);
    v.figure({.key = "simulated_s", .unit = "s"}, advice.simulatedS);
    v.figure({.key = "whole_s", .unit = "s", .written = Written::later}, advice.wholeS);
    v.figure({.key = "checked_s", .unit = "s", .written = Written::later}, advice.checkedS);
    v.member({.key = "complete"}, advice.complete);
    v.member({.key = "ranked", .written = Written::later}, advice.ranked);
    v.member({.key = "jobs", .written = Written::later}, advice.jobs);
    v.member({.key = "arrivals_given"}, advice.arrivalsGiven);
    v.member({.key = "settles"}, advice.settles);
    v.figure({.key = "per_s", .unit = "1/s"}, advice.perSecond);
    v.figure({.key = "mean_ms", .unit = "ms"}, advice.meanMs);
    v.figure({.key = "p99_ms", .unit = "ms"}, advice.p99Ms);
    v.figure({.key = "highest_per_s", .unit = "1/s", .written = Written::later}, advice.highestPerSecond);
    v.figure({.key = "runs_done"}, advice.runsDone);
    v.figure({.key = "runs_planned"}, advice.runsPlanned);
    v.figure({.key = "processor_s", .unit = "s", .written = Written::later}, advice.processorS);
    v.computed({.key = "sentence"}, [&] { return sentenceOf(advice); });
    v.member({.key = "what_ifs"}, advice.whatIfs);
    describe(v, advice.figures);
    v.member({.key = "goals", .written = Written::later}, advice.goals);
}

nlohmann::ordered_json toJson(const Advice& advice)
{
    nlohmann::ordered_json json;
    record::writeJson(record::JsonOut(json), advice);
    return json;
}

std::string toText(const Advice& advice)
{
    return record::dump(toJson(advice));
}

Advice adviceFromText(std::string_view text)
{
    const nlohmann::json json = record::parseBounded(text);
    return record::fromJson<Advice>(record::JsonIn(json));
}

} // namespace headroom::study
