#include "accuracy/verdicts/advice_intervals.h"

#include "child/process_queue.h"
#include "child/simulation.h"
#include "study/advice/advice_json.h"
#include "study/measure/gain.h"
#include "study/measure/measure.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <thread>
#include <utility>

namespace headroom::accuracy {

namespace {

constexpr std::uint64_t firstLongSeed = 1001; ///< none of those that the advice has
constexpr std::uint64_t seedsInstead = 10;
constexpr std::uint64_t longParts = 100;

std::string fileOf(const AdvisedCase& each)
{
    return std::string(HEADROOM_SOURCE_DIR) + "/projects/" + each.project;
}

study::Advice adviceOn(const AdvisedCase& each)
{
    std::vector<std::string> arguments{"advise", fileOf(each), "--json"};
    for (const std::string& setting : each.settings)
        arguments.insert(arguments.end(), {"--set", setting});
    const child::Ending ending = child::Process(child::Command{HEADROOM_ENGINE, arguments}).wait();
    if (!ending.good())
        throw std::runtime_error("the advice on " + each.project + " failed: " + ending.reason());
    return study::adviceFromText(ending.output);
}

/// By resource, the present system under the empty name: one run, or one for each seed.
std::map<std::string, std::vector<study::Measure>> longRuns(const AdvisedCase& each, const study::Advice& advice)
{
    std::vector<std::pair<std::string, child::Simulation>> runs;
    const auto add = [&](const std::string& resource) {
        child::Simulation simulation;
        simulation.project = fileOf(each);
        simulation.settings = each.settings;
        simulation.single = true;
        simulation.windowParts = longParts;
        simulation.duration = each.longDuration;
        if (!resource.empty())
            simulation.scale = {resource + "=2"};
        for (std::uint64_t seed = 0; seed < (each.longDuration.empty() ? seedsInstead : 1); ++seed) {
            simulation.seed = std::to_string(firstLongSeed + seed);
            runs.emplace_back(resource, simulation);
        }
    };
    add("");
    for (const study::WhatIf& what : advice.whatIfs)
        if (what.kind == study::WhatIf::Kind::resource)
            add(what.resource);
    std::map<std::string, std::vector<study::Measure>> measures;
    std::vector<study::Measure> answers(runs.size());
    child::ProcessQueue queue(std::max(1U, std::thread::hardware_concurrency()),
                              [&](std::size_t which, const child::Ending& ending) {
                                  answers[which] = study::measureOf(child::summaryOf(ending));
                              });
    for (const auto& [resource, simulation] : runs)
        queue.add({HEADROOM_ENGINE, child::argumentsOf(simulation)});
    queue.finish();
    for (std::size_t i = 0; i < runs.size(); ++i)
        measures[runs[i].first].push_back(answers[i]);
    return measures;
}

/// The gain in the long runs with its interval.
template <class Figure, class Error>
study::Gain longGain(const std::vector<study::Measure>& present, const std::vector<study::Measure>& changed,
                     const Figure& figure, const Error& error)
{
    study::Pairs pairs;
    for (std::size_t i = 0; i < present.size(); ++i)
        pairs.add(figure(present[i]), figure(changed[i]),
                  present[i].jobs ? study::RatioError() : error(present[i], changed[i]));
    return study::gainOf(pairs, 1);
}

void count(HeldIntervals& held, const std::string& name, const study::Gain& gain, const study::Gain& truth,
           IntervalCheck& check)
{
    if (!gain.hasInterval() || !std::isfinite(truth.ratio))
        return;
    const double half = std::log(gain.high / gain.low) / 2,
                 longHalf = truth.hasInterval() ? std::log(truth.high / truth.low) / 2 : 0;
    const bool holds = std::abs(std::log(truth.ratio / gain.ratio)) <= std::hypot(half, longHalf) + 1e-12;
    ++held.all;
    held.held += holds ? 1 : 0;
    if (!holds)
        check.outside.push_back(name + ": " + gain.text() + ", long " + truth.text());
}

} // namespace

const std::vector<AdvisedCase>& advisedCases()
{
    static const std::vector<AdvisedCase> all = {
        {"first-steps", {}, "205 s"},
        {"first-steps", {"VISITORS=2000", "MEMORY=16 GiB"}, "205 s"},
        {"kafka-log", {}, "8200 ms"},
        {"kafka-log",
         {"ADAPTER=Broadcom_BCM5721_1GbE", "CLIENT_ADAPTER=Broadcom_BCM5721_1GbE", "SWITCH=Generic_1GbE_ToR_48port"},
         "8200 ms"},
        {"kafka-log", {"ACKS=1"}, "8200 ms"},
        {"gluster-fist", {}, ""},
        {"hadoop-terasort", {"DATA=10 GB", "MAPS=32", "REDUCES=16"}, ""},
        {"swift-measured", {}, "255 s"},
        {"swift-measured", {"WORKERS=64"}, "255 s"},
        {"swift-rack", {"WORKERS=16"}, "510 s"},
        {"swift-rack", {"OPERATION=GET"}, "510 s"},
        {"gluster-fist", {"BLOCK_SIZE=4 KiB"}, ""}};
    return all;
}

IntervalCheck checkedIntervals(const AdvisedCase& each)
{
    const study::Advice advice = adviceOn(each);
    const auto measures = longRuns(each, advice);
    const std::vector<study::Measure>& present = measures.at("");
    IntervalCheck check;
    for (const study::WhatIf& what : advice.whatIfs) {
        if (what.kind != study::WhatIf::Kind::resource)
            continue;
        const std::vector<study::Measure>& changed = measures.at(what.resource);
        const study::Gain throughput = longGain(
            present, changed, [](const auto& m) { return m.perSecond; },
            [](const auto& a, const auto& b) { return study::throughputError(a.parts, b.parts); });
        const study::Gain mean = longGain(
            present, changed, [](const auto& m) { return m.meanMs; },
            [](const auto& a, const auto& b) { return study::latencyError(a.parts, b.parts); });
        const study::Gain p99 = longGain(
            present, changed, [](const auto& m) { return m.p99Ms; },
            [](const auto& a, const auto& b) {
                return study::RatioError{std::hypot(a.p99Error, b.p99Error), 9, 0};
            });
        count(check.throughput, what.resource + ", throughput", what.throughput, throughput, check);
        count(check.mean, what.resource + ", mean", what.mean, mean, check);
        count(check.p99, what.resource + ", p99", what.p99, p99, check);
        if (check.best.empty()) {
            const bool latency = advice.byLatency();
            check.best = what.resource + " " + (latency ? what.mean : what.throughput).text();
            check.longGain = (latency ? mean : throughput).text();
        }
    }
    return check;
}

} // namespace headroom::accuracy
