#include "behaviour/compiler.h"
#include "kernel/systemc_host.h"
#include "project/checks.h"
#include "run/hardware.h"
#include "run/model.h"
#include "run/run.h"
#include "run/sampler.h"
#include "run/summarise.h"

#include <chrono>
#include <stdexcept>

namespace headroom::run {

void Model::settle()
{
    const kernel::Time now = calendar.now();
    for (auto& node : cluster.nodes)
        node.processor->meter().advance(now);
    for (auto& device : cluster.devices)
        device.device->meter().advance(now);
    for (auto& workload : workloads)
        workload->requests().advance(now);
    machine->settle();
}

void Model::resetMonitors()
{
    const kernel::Time now = calendar.now();
    for (auto& node : cluster.nodes)
        node.processor->meter().reset(now);
    for (auto& device : cluster.devices)
        device.device->meter().reset(now);
    for (auto& workload : workloads)
        workload->resetWindow(now);
    cluster.network->resetLoads(now);
    machine->resetMonitors();
}

struct Simulation::Model : run::Model
{
    project::Findings findings;
    bool ran = false;
};

namespace {

/// Keeps a run going: takes samples, ends the warm-up, asks the observer what it wishes.
class Driver
{
public:
    Driver(Model& model, Observer& observer) : model_(model), observer_(observer), sampler_(model)
    {
        interval_ = std::max<kernel::Time>(1, kernel::fromSeconds(model.intervalS));
        end_ = kernel::fromSeconds(model.durationS);
    }

    record::Summary run()
    {
        began_ = std::chrono::steady_clock::now();
        observer_.started(
            {model_.project.name, model_.seed, model_.durationS, model_.warmUpS, model_.intervalS, sampler_.series()});
        // The end of the warm-up is scheduled first, so that a sample of the same instant belongs to the measured
        // window's side.
        model_.calendar.schedule(kernel::fromSeconds(model_.warmUpS), &Driver::onWarm, this);
        model_.calendar.schedule(interval_, &Driver::onSample, this);
        for (auto& workload : model_.workloads)
            workload->start(model_.calendar, *model_.machine, model_.seed);
        kernel::SystemCHost host(model_.calendar);
        constexpr std::uint64_t quantum = 20000;
        const bool reached = host.runUntil(end_, quantum, [this] { return goOn(); });
        model_.settle();
        record::Summary summary = summarise(model_);
        summary.stopped = !reached;
        summary.wallS = wall();
        return summary;
    }

private:
    double wall() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_ - paused_).count();
    }

    bool goOn()
    {
        const auto asked = std::chrono::steady_clock::now();
        const double now = kernel::toSeconds(model_.calendar.now());
        auto wish = observer_.betweenEvents(now, model_.calendar.eventsRun());
        while (wish == Observer::Wish::pause) {
            wish = observer_.betweenEvents(now, model_.calendar.eventsRun());
            paused_ = pausedBefore_ + (std::chrono::steady_clock::now() - asked);
        }
        pausedBefore_ = paused_;
        return wish == Observer::Wish::goOn;
    }

    static void onWarm(void* self, std::uint64_t)
    {
        Driver& driver = *static_cast<Driver*>(self);
        driver.takeSample();
        driver.model_.resetMonitors();
        driver.sampler_.windowReset();
    }

    static void onSample(void* self, std::uint64_t)
    {
        Driver& driver = *static_cast<Driver*>(self);
        driver.takeSample();
        const kernel::Time now = driver.model_.calendar.now();
        if (now < driver.end_)
            driver.model_.calendar.schedule(std::min(now + driver.interval_, driver.end_), &Driver::onSample, self);
    }

    void takeSample()
    {
        const kernel::Time now = model_.calendar.now();
        if (now == lastSample_)
            return;
        lastSample_ = now;
        sampler_.sample(sample_.values);
        sample_.time = kernel::toSeconds(now);
        sample_.wall = wall();
        sample_.events = model_.calendar.eventsRun();
        observer_.sampled(sample_);
        for (auto& workload : model_.workloads)
            workload->closeInterval();
    }

    Model& model_;
    Observer& observer_;
    Sampler sampler_;
    record::Sample sample_;
    kernel::Time interval_ = 0, end_ = 0, lastSample_ = 0;
    std::chrono::steady_clock::time_point began_;
    std::chrono::steady_clock::duration paused_{}, pausedBefore_{};
};

} // namespace

Simulation::Simulation(const project::Project& project, const project::ComponentLibrary& components,
                       const Options& options)
    : model_(std::make_unique<Model>())
{
    Model& model = *model_;
    model.project = project;
    project::Resolver resolver(model.project, components, model.findings);
    const auto number = [&](const char* name) {
        return resolver.number(project::runFields(), name, model.project.run, "/run");
    };
    model.durationS = options.durationS.value_or(number("duration"));
    model.warmUpS = std::min(number("warm_up"), model.durationS);
    model.intervalS = number("sampling_interval");
    model.seed = options.seed.value_or(static_cast<std::uint64_t>(number("seed")));
    const double streamChunks = std::max(1.0, number("stream_chunks"));

    model.topology = std::make_unique<topology::ExpandedTopology>(model.project, resolver);
    if (project::hasErrors(model.findings))
        return;
    model.placement = std::make_unique<mapping::Placement>(model.project, *model.topology, model.findings);
    model.software = behaviour::compile(model.project, resolver, *model.topology, *model.placement, model.seed);
    const Elaboration parts{model.project, resolver, model.software, *model.placement, model.durationS, options.folder};
    for (std::size_t w = 0; w < model.project.workloads.size(); ++w)
        if (auto workload = makeWorkload(parts, w))
            model.workloads.push_back(std::move(workload));
    labelOperations(model.workloads);
    if (model.project.workloads.empty())
        model.findings.push_back({project::Severity::error, "workload.none", "/workloads", "project",
                                  "Nobody asks for anything.", "Add a workload."});
    if (project::hasErrors(model.findings))
        return;
    model.cluster = buildCluster(model.calendar, *model.topology, model.seed);
    model.machine = std::make_unique<behaviour::Machine>(
        model.calendar, model.software, model.cluster, *model.placement,
        behaviour::Machine::Settings{model.seed, static_cast<std::uint32_t>(streamChunks)});
}

Simulation::~Simulation() = default;

const project::Findings& Simulation::findings() const
{
    return model_->findings;
}

record::Summary Simulation::run(Observer& observer)
{
    if (project::hasErrors(model_->findings))
        throw std::logic_error("the model has faults and cannot be run");
    if (std::exchange(model_->ran, true))
        throw std::logic_error("a simulation runs once");
    return Driver(*model_, observer).run();
}

} // namespace headroom::run
