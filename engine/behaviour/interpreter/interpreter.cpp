#include "behaviour/interpreter/interpreter.h"

#include "behaviour/interpreter/tracer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::behaviour {

namespace {

constexpr std::int64_t stepsBetweenLooks = 65536;

} // namespace

Interpreter::Interpreter(kernel::Calendar& calendar, const Software& software, Cluster& cluster,
                         const mapping::Placement& placement, const Settings& settings)
    : calendar_(calendar), software_(software), cluster_(cluster), placement_(placement), settings_(settings),
      random_(settings.seed), frames_(software.slots, &records_)
{
    const std::size_t nodes = cluster.nodes.size();
    for (std::uint32_t r = 0; r < software.roles.size(); ++r) {
        const RoleInfo& info = software.roles[r];
        nodesOfRole_.push_back(placement.nodesOf(info.id));
        firstOfRole_.push_back(static_cast<std::uint32_t>(roles_.size()));
        roleOnNode_.emplace_back(nodes, nowhere);
        for (const std::uint32_t node : nodesOfRole_.back()) {
            roleOnNode_[r][node] = static_cast<std::uint32_t>(roles_.size());
            RoleInstance instance;
            instance.role = r;
            instance.node = node;
            if (info.kind == WorkerKind::eventLoop)
                instance.workers.resize(info.workers);
            instance.meter.setServers(info.workers);
            roles_.push_back(std::move(instance));
            loads_.push_back({{}, info.kind, info.numbersThreads, node});
        }
    }
    for (const VolumeName& volume : software.volumes) {
        auto& devices = volumeDevices_.emplace_back(nodes);
        auto& places = volumePlaces_.emplace_back(nodes);
        for (const std::uint32_t node : nodesOfRole_[volume.role]) {
            devices[node] = placement.devicesOf(volume.name, node);
            places[node] = placement.place(volume.name, node);
        }
    }
    for (const NodeHardware& node : cluster.nodes)
        processors_.push_back(node.processor.get());
    const auto& network = *cluster.network;
    const bool free = std::all_of(cluster.nodes.begin(), cluster.nodes.end(),
                                  [](const NodeHardware& node) { return node.network.free(); });
    immediateBetween_ = free && nodes > 1 && network.immediate(0, 1);
    immediateWithin_ = free && nodes > 0 && network.immediate(0, 0);
    buildStages(nodes);
    for (const DeviceHardware& device : cluster.devices)
        nodeOfDevice_.push_back(device.node);
    turns_.resize(software.blocks.size(), 0);
    drawKeys_.resize(software.blocks.size(), 0);
    for (const Program& program : software.operations) {
        codes_.push_back(program.code.data());
        for (const Instruction& code : program.code)
            drawKeys_[code.monitor] = random_.keyOf(code.source);
    }
    blocks_.resize(software.blocks.size());
    stretches_.resize(software.stretches.size());
    warmCaches();
    stateMonitors_.resize(software.states.size());
    shared_.memory.resize(nodes);
    shared_.forgotten.resize(nodes, false);
    down_.resize(nodes, 0);
    downSince_.resize(nodes, 0);
    timeDown_.resize(nodes, 0);
    awaitingReturn_.resize(nodes);
    placeConsumers();
    calendar_.lookAheadWith(&Interpreter::prefetch, this);
}

void Interpreter::start(std::uint32_t operation, std::uint32_t node, std::uint64_t key,
                        std::span<const double> arguments, const OperationTicket& ticket, std::uint64_t job)
{
    const std::uint32_t role = roleOn(software_.operations[operation].role, node);
    double* frame = frames_.take();
    std::copy_n(arguments.begin(), std::min<std::size_t>(arguments.size(), frames_.slots()), frame);
    if (loads_[role].kind != WorkerKind::threadPerRequest) {
        askWorkers(operation, role, key, frame, ticket, job);
    } else {
        const std::uint32_t r = beginRequest(operation, role, key, frame);
        resume(requests_[r].paths);
        requests_[r].job = job;
        takeThread(role, requests_[r]);
        answerTo(r, ticket, calendar_.now());
    }
    stopAboveLimit();
    drain();
}

void Interpreter::resetMonitors()
{
    settle();
    windowStart_ = calendar_.now();
    std::fill(timeDown_.begin(), timeDown_.end(), 0);
    for (RoleInstance& role : roles_) {
        role.meter.reset(windowStart_);
        role.heldSum = 0;
    }
    for (Stage& stage : stages_)
        stage.stations.meter().reset(windowStart_);
    for (BlockMonitor& block : blocks_)
        block = {};
    for (auto& stretch : stretches_)
        stretch.reset();
    for (StateMonitor& state : stateMonitors_)
        state.reset(windowStart_);
}

void Interpreter::settle()
{
    for (RoleInstance& role : roles_)
        role.meter.advance(calendar_.now());
    for (Stage& stage : stages_)
        stage.stations.meter().advance(calendar_.now());
    for (StateMonitor& state : stateMonitors_)
        state.advance(calendar_.now());
}

// Paths --------------------------------------------------------------------------------------------------------

/// Runs what can go on at this instant, first come first served. Handlers that are called from here call it again; the
/// round that is under way takes what they add.
void Interpreter::drain()
{
    if (draining_)
        return;
    draining_ = true;
    while (anythingReady()) {
        if (!following_.empty()) {
            const Handle first = following_.back();
            following_.pop_back();
            if (paths_.holds(first))
                runPath(static_cast<std::uint32_t>(first));
            continue;
        }
        const Ready next = ready_.front();
        ready_.pop_front();
        if (next.handler) { // a step too: calls without delay may go round for ever
            if (--stepsToLook_ <= 0) [[unlikely]]
                checkSteps();
            next.handler(next.self, next.handle);
        } else if (paths_.holds(next.handle)) {
            runPath(static_cast<std::uint32_t>(next.handle));
        }
    }
    draining_ = false;
}

/// Steps are counted on from instant to instant; if this is another one than last time, its count begins here.
void Interpreter::checkSteps()
{
    if (stepsAt_ != calendar_.now()) {
        stepsAt_ = calendar_.now();
        stepsLeft_ = settings_.stepsAtInstant;
    } else {
        stepsLeft_ -= stepsBetween_ - stepsToLook_;
        if (stepsLeft_ <= 0)
            throw LimitReached("more than " + std::to_string(settings_.stepsAtInstant) +
                               " steps without time passing; the wires may form a cycle");
        if (settings_.watch)
            settings_.watch();
    }
    stepsToLook_ = stepsBetween_ = std::min(stepsLeft_, stepsBetweenLooks);
}

Handle Interpreter::makeReady(std::uint32_t path)
{
    if (tracer_) [[unlikely]]
        tracer_->resumed(paths_[path]);
    paths_[path].wait = Wait::ready;
    return paths_.handle(path);
}

void Interpreter::tellLeaving(const Path& p)
{
    tracer_->leaves(p);
}

void Interpreter::runPath(std::uint32_t path)
{
    Path& p = paths_[path];
    p.wait = Wait::nothing;
    if (p.wantsWorker && !ensureWorker(path, p)) {
        if (tracer_) [[unlikely]]
            tracer_->waits(p);
        return;
    }
    p.wantsWorker = false;
    walk(path, p);
}

std::uint32_t Interpreter::spawn(std::uint32_t request, std::uint32_t region, std::uint32_t iteration, std::uint32_t pc,
                                 double* frame, std::uint64_t key)
{
    const std::uint32_t path = paths_.take();
    Path& p = paths_[path];
    p.reset();
    Request& of = requests_[request];
    p.request = request;
    p.program = of.program;
    p.node = of.node;
    p.region = region;
    p.iteration = iteration;
    p.pc = pc;
    p.frame = frame;
    p.key = key;
    p.entered = calendar_.now();
    --stepsToLook_;
    ++of.live;
    linkPath(path, p);
    if (region != nowhere)
        ++regions_[region].iterations[iteration].live;
    if (tracer_) [[unlikely]]
        tracer_->pathBegan(p);
    return path;
}

void Interpreter::linkPath(std::uint32_t path, Path& p)
{
    std::uint32_t& head = *headOf(p.request, p.region);
    p.beside = {nowhere, head};
    if (head != nowhere)
        paths_[head].beside.previous = path;
    head = path;
}

void Interpreter::unlinkPath(std::uint32_t path)
{
    Path& p = paths_[path];
    std::uint32_t& head = *headOf(p.request, p.region);
    if (p.beside.previous != nowhere)
        paths_[p.beside.previous].beside.following = p.beside.following;
    else
        head = p.beside.following;
    if (p.beside.following != nowhere)
        paths_[p.beside.following].beside.previous = p.beside.previous;
}

void Interpreter::endPath(std::uint32_t path)
{
    Path& p = paths_[path];
    if (runsInline(path, p)) {
        if (returnFromInline(path, p))
            follow(path);
        return;
    }
    if (tracer_) [[unlikely]]
        tracer_->pathEnded(p);
    leaveDiagram(p);
    unlinkPath(path);
    const std::uint32_t request = std::exchange(p.request, nowhere), region = p.region, iteration = p.iteration;
    paths_.give(path);
    if (region != nowhere)
        leaveIteration(region, iteration);
    leaveRequest(request);
}

/// What the path has taken on its way goes back.
void Interpreter::leaveDiagram(Path& p)
{
    releaseWorker(p);
    if (p.held != nowhere)
        releaseHeld(p.held);
    frames_.drop(p.frame);
}

void Interpreter::leaveRequest(std::uint32_t request)
{
    if (--requests_[request].live == 0)
        finishRequest(request);
}

void Interpreter::cancelPath(std::uint32_t path)
{
    Path& p = paths_[path];
    if (p.inSimpleCall)
        openSimpleCall(path, p);
    if (runsInline(path, p))
        separate(path);
    if (p.wait == Wait::worker)
        roles_[requests_[p.request].role].meter.depart(calendar_.now());
    if (p.pc == nowhere) {
        endPath(path);
        return;
    }
    const BlockKind& kind = kindOf(codeOf(p).code);
    if (kind.end) {
        kind.end(*this, path, p);
        return;
    }
    if (kind.cancel)
        kind.cancel(*this, p);
    endPath(path);
}

} // namespace headroom::behaviour
