// Measures how often the advice is right: the Swift rack in twelve configurations, each advised by short runs and then
// simulated ten times as long with every resource doubled.
#include "markdown_table.h"
#include "project_variant.h"

#include "child/process_queue.h"
#include "study/advice/advice_text.h"
#include "study/advice/advisor.h"
#include "study/advice/candidates.h"
#include "tests/engine/study/engine_executor.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace headroom;
using bench::Json;
using bench::ProjectVariant;
using test::number;

constexpr double warmUpS = 4, measuredS = 6, longer = 10;
constexpr double nearBest = 0.97; ///< of the best gain

struct Configuration
{
    std::string operation, size, device, fabric, load;
    int workers = 0;   ///< of a closed loop
    int perSecond = 0; ///< of an open loop

    std::string name() const { return operation + ' ' + size + ", " + device + ", " + fabric + ", " + load; }
    bool open() const { return perSecond > 0; }
};

std::vector<Configuration> configurations()
{
    const auto closed = [](const char* operation, const char* size, const char* device, const char* fabric,
                           int workers) {
        return Configuration{operation, size, device, fabric, std::to_string(workers) + " workers", workers, 0};
    };
    const auto open = [](const char* operation, const char* size, const char* device, const char* fabric, int rate) {
        return Configuration{operation, size, device, fabric, std::to_string(rate) + "/s", 1, rate};
    };
    return {closed("PUT", "16 KB", "HDD", "25 GbE", 64),  closed("PUT", "16 KB", "HDD", "10 GbE", 256),
            closed("PUT", "16 KB", "SSD", "25 GbE", 64),  closed("PUT", "16 KB", "SSD", "10 GbE", 256),
            closed("PUT", "1 MB", "SSD", "10 GbE", 64),   closed("GET", "1 MB", "HDD", "25 GbE", 64),
            closed("GET", "1 MB", "SSD", "25 GbE", 64),   closed("GET", "1 MB", "SSD", "10 GbE", 64),
            closed("MIX", "16 KB", "SSD", "25 GbE", 128), open("PUT", "16 KB", "HDD", "25 GbE", 250),
            open("PUT", "16 KB", "SSD", "25 GbE", 2000),  open("GET", "1 MB", "SSD", "10 GbE", 1000)};
}

void change(Json& project, const Configuration& configuration)
{
    project["run"]["warm_up"] = number(warmUpS) + " s";
    Json& workload = project["workloads"][0];
    if (!configuration.open())
        return;
    workload["type"] = "open loop";
    workload["rate"] = configuration.perSecond;
    workload.erase("workers");
    workload.erase("ramp_up");
}

child::Simulation simulationOf(const Configuration& configuration, const std::string& project, double seconds)
{
    child::Simulation simulation;
    simulation.project = project;
    simulation.duration = number(warmUpS + seconds, 1) + " s";
    simulation.settings = {
        "OPERATION=" + configuration.operation,
        "OBJECT_SIZE=" + configuration.size,
        std::string("DRIVE=") +
            (configuration.device == "SSD" ? "Intel_SSD_DC_S3700_Series_800GB" : "Standard_SATA_Drive_7200RPM_2TB"),
        std::string("FABRIC=") + (configuration.fabric == "10 GbE" ? "10GbE network" : "rack fabric"),
        "WORKERS=" + std::to_string(configuration.workers),
        "RAMP_UP=2 s"};
    return simulation;
}

std::size_t cores()
{
    return std::max(1U, std::thread::hardware_concurrency());
}

/// By resource; the present system under the empty name.
std::map<std::string, study::Measure> longRuns(const child::Simulation& simulation,
                                               const std::vector<std::string>& resources)
{
    std::map<std::string, study::Measure> measures;
    std::vector<std::string> names{""};
    names.insert(names.end(), resources.begin(), resources.end());
    child::ProcessQueue queue(cores(), [&](std::size_t which, const child::Ending& ending) {
        measures[names[which]] = study::measureOf(child::summaryOf(ending));
    });
    for (const std::string& name : names) {
        child::Simulation each = simulation;
        if (!name.empty())
            each.scale = {name + "=2"};
        queue.add({HEADROOM_ENGINE, child::argumentsOf(each)});
    }
    queue.finish();
    return measures;
}

/// Intervals that hold what the long runs give, of all.
struct Held
{
    int held = 0, all = 0;

    void count(const study::Gain& gain, double value)
    {
        if (!gain.known)
            return;
        ++all;
        held += gain.low <= value && value <= gain.high ? 1 : 0;
    }
    std::string text() const { return std::to_string(held) + " of " + std::to_string(all); }
    bool enough() const { return held >= 0.9 * all; }
};

class Check
{
public:
    Check()
        : table_({"configuration", "named best", "its gain", "ten times as long", "the best there", "gain",
                  "intervals that hold"})
    {
    }

    void run(const Configuration& configuration)
    {
        const ProjectVariant project("swift-rack", [&](Json& document) { change(document, configuration); });
        study::Question question;
        question.simulation = simulationOf(configuration, project.path(), measuredS);
        const study::Advice advice = study::test::adviceOn(question, {}, {}, cores());
        if (advice.whatIfs.empty())
            throw std::runtime_error("nothing is in use in " + configuration.name());
        const child::Simulation whole = simulationOf(configuration, project.path(), measuredS * longer);
        const auto measures = longRuns(whole, resources(question.simulation, advice));
        report(configuration, advice, measures);
    }

    bool good() const
    {
        std::printf(
            "\n%d of %d named the best or one within 3 %% of it. Of the intervals that were called known, %s of "
            "the throughput hold, %s of the mean latency, %s of p99.\n",
            right_, count_, throughput_.text().c_str(), mean_.text().c_str(), p99_.text().c_str());
        return right_ == count_ && throughput_.enough() && mean_.enough() && p99_.enough();
    }

private:
    /// More than were advised: also those that are used little.
    static std::vector<std::string> resources(child::Simulation simulation, const study::Advice& advice)
    {
        simulation.seed = std::to_string(advice.seed);
        const auto summary = child::summaryOf(child::Process({HEADROOM_ENGINE, child::argumentsOf(simulation)}).wait());
        std::vector<std::string> names = study::candidates(summary, {.used = 0.03, .latency = 0.02});
        for (const study::WhatIf& what : advice.whatIfs)
            if (std::find(names.begin(), names.end(), what.resource) == names.end())
                names.push_back(what.resource);
        return names;
    }

    void report(const Configuration& configuration, const study::Advice& advice,
                const std::map<std::string, study::Measure>& measures)
    {
        const bool latency = advice.byLatency();
        const study::Measure& present = measures.at("");
        const auto gain = [&](const std::string& resource) { // more is better
            const study::Measure& changed = measures.at(resource);
            return latency ? present.meanMs / changed.meanMs : changed.perSecond / present.perSecond;
        };
        const study::WhatIf& named = advice.whatIfs.front();
        std::string best = named.resource;
        Held here;
        for (const auto& [resource, measure] : measures)
            if (!resource.empty() && gain(resource) > gain(best))
                best = resource;
        for (const study::WhatIf& what : advice.whatIfs) {
            const study::Measure& changed = measures.at(what.resource);
            for (Held* held : {&here, &throughput_})
                held->count(what.throughput, changed.perSecond / present.perSecond);
            for (Held* held : {&here, &mean_})
                held->count(what.mean, changed.meanMs / present.meanMs);
            for (Held* held : {&here, &p99_})
                held->count(what.p99, changed.p99Ms / present.p99Ms);
            tell(configuration, what, changed, present);
        }
        ++count_;
        right_ += gain(named.resource) >= nearBest * gain(best) ? 1 : 0;
        const auto shown = [&](const std::string& resource) {
            return latency ? number(1 / gain(resource), 3) : number(gain(resource), 3);
        };
        table_.row({configuration.name(), named.resource,
                    (latency ? named.mean : named.throughput).text() + (latency ? " of the latency" : ""),
                    shown(named.resource), best, shown(best), here.text()});
    }

    static void tell(const Configuration& configuration, const study::WhatIf& what, const study::Measure& changed,
                     const study::Measure& present)
    {
        std::fprintf(stderr, "%s: %s: throughput %s, long %.3f; mean %s, long %.3f; p99 %s, long %.3f (%s)\n",
                     configuration.name().c_str(), what.resource.c_str(), what.throughput.text().c_str(),
                     changed.perSecond / present.perSecond, what.mean.text().c_str(), changed.meanMs / present.meanMs,
                     what.p99.text().c_str(), changed.p99Ms / present.p99Ms, study::nameOf(what.state));
    }

    test::MarkdownTable table_;
    int right_ = 0, count_ = 0;
    Held throughput_, mean_, p99_;
};

} // namespace

/// Arguments: numbers of configurations, from 1; without any, all.
int main(int argc, char** argv)
{
    try {
        test::printHeading("Advice", "The Swift rack in twelve configurations. The advice measures " +
                                         number(measuredS) + " s after " + number(warmUpS) +
                                         " s; then each resource that is used at all is doubled in one run that "
                                         "measures " +
                                         number(measuredS * longer) +
                                         " s. The gain is that of the throughput, or for arrivals that are served "
                                         "the mean latency over the present one.");
        Check check;
        const auto all = configurations();
        for (std::size_t i = 0; i < all.size(); ++i)
            if (argc < 2 || std::find(argv + 1, argv + argc, std::to_string(i + 1)) != argv + argc)
                check.run(all[i]);
        return check.good() ? 0 : 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench-advice: %s\n", error.what());
        return 2;
    }
}
