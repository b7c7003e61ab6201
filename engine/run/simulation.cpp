#include "behaviour/compile/compiler.h"
#include "kernel/random.h"
#include "project/checks/checks.h"
#include "project/document/long_work.h"
#include "project/document/whole_number.h"
#include "project/resolve/disabled.h"
#include "project/resolve/workload_types.h"
#include "run/driver.h"
#include "run/model/hardware.h"
#include "run/model/model.h"
#include "run/model/storage_hardware.h"
#include "run/results/derived.h"
#include "run/results/goals.h"
#include "run/results/summarise.h"
#include "run/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>

namespace headroom::run {

void Model::settle()
{
    const kernel::Time now = calendar.now();
    for (auto& node : cluster.nodes) {
        node.processor->meter().advance(now);
        node.memory->settle();
    }
    for (auto& device : cluster.devices)
        device.device->meter().advance(now);
    forEachStage(cluster, [now](auto& stage) { stage.meter().advance(now); });
    for (auto& workload : workloads)
        workload->requests().advance(now);
    interpreter->settle();
}

void Model::resetMonitors()
{
    const kernel::Time now = calendar.now();
    for (auto& node : cluster.nodes) {
        node.processor->meter().reset(now);
        node.memory->reset();
    }
    writtenBefore.clear();
    for (auto& device : cluster.devices) {
        device.device->meter().reset(now);
        writtenBefore.push_back(device.device->writesAsked().bytes);
    }
    forEachStage(cluster, [now](auto& stage) { stage.meter().reset(now); });
    for (auto& workload : workloads)
        workload->resetWindow(now);
    cluster.network->resetLoads(now);
    interpreter->resetMonitors();
}

struct Simulation::Model : run::Model
{
    project::Findings findings;
    bool ran = false;
    bool checkLaws = false;
    std::uint64_t replications = 1;
};

namespace {

SeriesDetail seriesDetailOf(const std::string& name)
{
    if (name == "groups")
        return SeriesDetail::groups;
    if (name == "nodes")
        return SeriesDetail::nodes;
    return name == "devices" ? SeriesDetail::devices : SeriesDetail::automatic;
}

/// As in the project's file: a double cannot represent every seed.
std::uint64_t seedOf(const project::Json& run, double seed)
{
    const auto given = run.find("seed");
    if (given != run.end() && given->is_number_unsigned())
        return given->get<std::uint64_t>();
    return seed < 0x1p64 ? static_cast<std::uint64_t>(seed) : std::numeric_limits<std::uint64_t>::max();
}

/// Ends the building of a model that takes more than the run's limits allow, or that nobody waits for any more.
project::LongWork::Watch watchOf(const Limits& limits, const Options& options)
{
    return [limits, &options, began = std::chrono::steady_clock::now(),
            said = 0.0](const project::LongWork::State& work) mutable {
        constexpr double betweenSaying = 0.25; // seconds
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
        if (options.stopAsked && options.stopAsked())
            throw StopAsked();
        if (options.building && took.count() >= said + betweenSaying) {
            said = took.count();
            options.building({work.what, work.made, work.of});
        }
        std::string reason;
        if (limits.memoryBytes > 0 && residentMemory() > limits.memoryBytes)
            reason = "it takes more than " + std::to_string(limits.memoryBytes >> 20) + " MiB of memory";
        else if (took.count() > limits.wallS)
            reason = "it takes longer than " + std::to_string(limits.wallS) + " s of real time";
        if (!reason.empty())
            throw behaviour::LimitReached(reason + " with " + std::to_string(work.made) + ' ' + work.what);
    };
}

project::Finding tooLarge(const std::string& reason)
{
    return {project::Severity::error,
            "model.too-large",
            "",
            "project",
            "The model is too large to be built: " + reason + '.',
            "Lower that number, or raise the limits of the run."};
}

/// Reads the end of the run if that is not its duration.
void readEnd(Model& model, project::Resolver& resolver)
{
    model.untilJobsAreDone = resolver.text(project::runFields(), "until", model.project.run, "/run") == "jobs are done";
    if (!model.untilJobsAreDone)
        return;
    if (std::none_of(model.workloads.begin(), model.workloads.end(),
                     [](const auto& workload) { return workload->endsByItself(); }))
        resolver.findings().push_back(
            {project::Severity::error, "run.no-jobs", "/run/until", "run",
             "It lasts until the jobs are done, and no workload has jobs or an end.",
             "Add a workload of jobs, stages or a total, or let the run end after its duration."});
    else if (model.warmUpS > 0 || model.findWarmUp)
        resolver.findings().push_back({project::Severity::warning, "run.jobs-in-warm-up", "/run/warm_up", "run",
                                       "It lasts until the jobs are done, and its results leave out a warm-up: the "
                                       "beginning of the jobs is missing in them.",
                                       "Set the warm-up to 0 s, or let the jobs start after it."});
}

/// A phase begins when all workloads of lower phases have ended, so these need an end.
void checkPhases(const Model& model, project::Resolver& resolver)
{
    std::uint64_t last = 0;
    for (const auto& workload : model.workloads)
        last = std::max(last, workload->phase());
    for (const auto& workload : model.workloads)
        if (workload->phase() < last && !workload->endsByItself() && !workload->background())
            resolver.findings().push_back({project::Severity::error, "workload.phase", "/workloads",
                                           "workload " + workload->id(),
                                           "It never ends, so that the workloads of later phases never begin.",
                                           "Give it stages or a total, or move it to the last phase."});
}

/// Everything of the model that is not a plain setting.
void build(Model& model, project::Resolver& resolver, const Options& options)
{
    model.topology = std::make_unique<topology::ExpandedTopology>(model.project, resolver);
    if (model.topology->nodes().empty() && project::hasErrors(resolver.findings()))
        return; // too large to be expanded
    model.placement = std::make_unique<mapping::Placement>(model.project, *model.topology, resolver.findings());
    model.software =
        behaviour::compile(model.project, resolver, *model.topology, *model.placement, model.seed, options.folder);
    if (!options.scale.empty()) {
        std::vector<std::string> known = scalableResources(*model.topology, model.software);
        if (project::hasArrivals(model.project))
            known.emplace_back(arrivalsName);
        model.scaling = Scaling(options.scale, known, resolver.findings());
    }
    model.scaling.scale(model.software, *model.topology);
    const Elaboration parts{model.project,
                            resolver,
                            model.software,
                            *model.placement,
                            model.durationS,
                            options.folder,
                            model.scaling.ofArrivals()};
    for (std::size_t w = 0; w < model.project.workloads.size(); ++w)
        if (auto workload = makeWorkload(parts, w))
            model.workloads.push_back(std::move(workload));
    labelOperations(model.workloads);
    if (model.project.workloads.empty())
        resolver.findings().push_back({project::Severity::error, "workload.none", "/workloads", "project",
                                       "The project has no workload.", "Add a workload."});
    checkPhases(model, resolver);
    readEnd(model, resolver);
    model.disturbances =
        std::make_unique<Disturbances>(model.project, resolver, *model.topology, model.software, *model.placement,
                                       model.findWarmUp ? std::nullopt : std::optional(model.warmUpS));
    model.precision = PrecisionGoal::read(resolver, model.project.run, model.workloads);
    if (project::hasErrors(resolver.findings()))
        return;
    model.results = project::resultFormulas(model.project, resolver);
    if (resolver.text(project::runFields(), "until", model.project.run, "/run") == "a condition holds")
        model.condition = project::conditionFormulas(model.project, resolver);
    model.goals = goalsOf(model.project, model.results, resolver);
    for (const record::GoalVerdict& goal : model.goals)
        if (goal.id == options.under)
            model.conditions = goal.conditions;
    model.capacity = capacity(model.project, resolver, *model.topology, model.software);
    if (project::hasErrors(resolver.findings()))
        return;
    model.routes = std::make_unique<topology::Routes>(*model.topology);
    model.cluster =
        buildCluster(model.calendar, *model.topology, *model.routes, model.seed, options.checkLaws, model.scaling);
    if (model.disturbances->cutCables())
        model.cluster.network->expectCuts();
    model.interpreter = std::make_unique<behaviour::Interpreter>(
        model.calendar, model.software, model.cluster, *model.placement,
        behaviour::Interpreter::Settings{
            model.seed,
            static_cast<std::int64_t>(model.limits.eventsAtInstant) * 10,
            [&limits = model.limits] {
                if (limits.memoryBytes > 0 && residentMemory() > limits.memoryBytes)
                    throw behaviour::LimitReached("it takes more than " + std::to_string(limits.memoryBytes >> 20) +
                                                  " MiB of memory");
            },
            model.limits.requestsInFlight,
            {[&topology = *model.topology](std::uint32_t node) { return topology.nodes()[node].name; },
             [&topology = *model.topology](std::uint32_t device) { return topology.devices()[device].name; }}});
}

} // namespace

Simulation::Simulation(const project::Project& project, const project::ComponentLibrary& components,
                       const Options& options)
    : model_(std::make_unique<Model>())
{
    Model& model = *model_;
    model.project = project;
    project::Resolver resolver(model.project, components, model.findings);
    project::settleBlocks(model.project, resolver);
    resolver.readFilesFrom(options.folder);
    const auto number = [&](const char* name) {
        return resolver.number(project::runFields(), name, model.project.run, "/run");
    };
    model.durationS = options.durationS.value_or(number("duration"));
    model.leastDurationS = model.durationS;
    if (number("precision") > 0)
        model.durationS = std::max(model.durationS, number("max_duration"));
    const double warmUp = options.warmUpS.value_or(number("warm_up"));
    model.findWarmUp = std::isnan(warmUp); // "auto"
    if (warmUp >= model.durationS && warmUp > 0)
        model.findings.push_back({project::Severity::error, "run.nothing-measured", "/run/warm_up", "run",
                                  "The warm-up is as long as the run or longer: nothing is left to be measured.",
                                  "Let the run last longer than its warm-up (duration, --duration), or shorten the "
                                  "warm-up (warm_up, --warm-up)."});
    model.warmUpS = model.findWarmUp ? 0 : std::min(warmUp, model.durationS);
    model.limits = Limits::read(resolver, model.project.run);
    model.traceShare = number("trace_share");
    if (options.trace && !(model.traceShare > 0))
        model.traceShare = 1;
    model.traceSome = options.traceSome && !(model.traceShare > 0);
    model.replications = project::wholeNumber(number("replications"));
    model.traceRequests = project::wholeNumber(number("trace_requests"));
    model.checkLaws = options.checkLaws;
    model.windowParts = options.windowParts;
    const std::string until = resolver.text(project::runFields(), "until", model.project.run, "/run");
    const bool endKnown = !(number("precision") > 0) && until == "the duration is over";
    model.intervalS = model.windowParts > 0 && endKnown && model.durationS > model.warmUpS
                          ? (model.durationS - model.warmUpS) / static_cast<double>(model.windowParts)
                          : number("sampling_interval");
    model.seriesDetail = seriesDetailOf(resolver.text(project::runFields(), "series", model.project.run, "/run"));
    model.seed = options.seed.value_or(seedOf(model.project.run, number("seed")));
    try {
        const project::LongWork::Watching watching(watchOf(model.limits, options));
        build(model, resolver, options);
    } catch (const behaviour::LimitReached& reason) {
        model.findings.push_back(tooLarge(reason.what()));
    } catch (const StopAsked&) {
        model.findings.push_back({project::Severity::error, "run.stopped", "", "project",
                                  "The run was stopped while its model was being built.", "Start it again."});
    } catch (const std::bad_alloc&) {
        model.findings.push_back(tooLarge("there is no more memory"));
    }
}

Simulation::~Simulation() = default;

const project::Findings& Simulation::findings() const
{
    return model_->findings;
}

std::uint64_t Simulation::seed() const
{
    return model_->seed;
}

std::uint64_t Simulation::replications() const
{
    return model_->replications;
}

const std::vector<record::GoalVerdict>& Simulation::goals() const
{
    return model_->goals;
}

void Simulation::judgeGoals(record::Summary& summary) const
{
    tellResults(summary);
    run::judgeGoals(model_->goals, summary);
}

double Simulation::durationS() const
{
    return model_->untilJobsAreDone ? 0 : model_->durationS;
}

record::Summary Simulation::inventory() const
{
    if (project::hasErrors(model_->findings))
        throw std::logic_error("the model has faults and cannot be counted");
    record::Summary summary;
    addInventory(*model_, summary);
    return summary;
}

record::Summary Simulation::run(Observer& observer)
{
    if (project::hasErrors(model_->findings))
        throw std::logic_error("the model has faults and cannot be run");
    if (std::exchange(model_->ran, true))
        throw std::logic_error("a simulation runs once");
    return drive(*model_, observer, model_->checkLaws);
}

std::uint64_t replicationSeed(std::uint64_t seed, std::uint64_t number)
{
    return number == 0 ? seed : kernel::mix(seed, number);
}

} // namespace headroom::run
