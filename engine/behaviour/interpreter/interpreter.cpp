#include "behaviour/interpreter/interpreter.h"

#include "behaviour/interpreter/parts.h"
#include "behaviour/storage/warm_start.h"

#include <algorithm>
#include <map>
#include <utility>

namespace headroom::behaviour {

Interpreter::Interpreter(kernel::Calendar& calendar, const Software& software, Cluster& cluster,
                         const mapping::Placement& placement, const Settings& settings)
    : parts_(std::make_unique<Parts>(calendar, software, cluster, placement, settings))
{
    warmPageCaches(parts_->core, parts_->volumes);
    dirtyPageCaches(parts_->core, parts_->volumes);
    parts_->queues.placeConsumers();
}

Interpreter::~Interpreter() = default;

void Interpreter::start(std::uint32_t operation, Site site, std::uint64_t key, std::span<const double> arguments,
                        const OperationTicket& ticket, std::uint64_t job)
{
    Core& core = parts_->core;
    Requests& requests = parts_->requests;
    const std::uint32_t role = instanceAt(operation, site);
    double* frame = core.frames.take();
    std::copy_n(arguments.begin(), std::min<std::size_t>(arguments.size(), core.frames.slots()), frame);
    if (parts_->deployment.load(role).kind != WorkerKind::threadPerRequest) {
        parts_->acceptance.ask(operation, role, key, frame, ticket, job);
    } else {
        const std::uint32_t r = requests.begin(operation, role, key, frame);
        core.resume(core.requests[r].paths);
        core.requests[r].job = job;
        parts_->workers.takeThread(role, core.requests[r]);
        requests.answerTo(r, ticket, core.calendar.now());
    }
    parts_->acceptance.stopAboveLimit();
    core.drain();
}

void Interpreter::resetMonitors()
{
    settle();
    Core& core = parts_->core;
    core.windowStart = core.calendar.now();
    parts_->outages.reset();
    parts_->workers.reset();
    parts_->stages.reset(core.windowStart);
    std::fill(core.blocks.begin(), core.blocks.end(), BlockMonitor{});
    parts_->work.reset();
    parts_->items.reset();
    parts_->queues.reset();
    parts_->slots.reset();
}

std::vector<Interpreter::Waiting> Interpreter::waiting() const
{
    const Core& core = parts_->core;
    std::map<std::pair<std::uint32_t, Wait>, Waiting> places;
    for (std::uint32_t path = 0; path < core.paths.size(); ++path) {
        if (core.paths.peek(path, &Path::request) == nowhere)
            continue;
        const Path& p = core.paths[path];
        const Instruction& code = core.codeOf(p);
        const char* what = parts_->blocks.waitOf(p, code.code);
        if (!what)
            continue;
        Waiting& place = places[{code.monitor, p.wait}];
        place.block = code.monitor;
        place.what = what;
        place.forAnswer = p.wait == Wait::call;
        place.since = std::max(place.since, p.entered);
        ++place.count;
    }
    std::vector<Waiting> result;
    for (const auto& [at, place] : places)
        result.push_back(place);
    for (const RoleInstance& role : roles())
        if (const std::uint32_t count = waiting(role); count > 0)
            result.push_back({nowhere, role.role, "queue for a worker", false, count, 0});
    return result;
}

void Interpreter::settle()
{
    parts_->workers.settle();
    parts_->stages.settle(parts_->core.calendar.now());
    parts_->items.settle();
    parts_->queues.settle();
}

std::size_t Interpreter::recordsInUse() const
{
    const Core& core = parts_->core;
    return core.paths.inUse() + core.regions.inUse() + core.requests.inUse() + core.simpleCalls + core.calls.inUse() +
           parts_->transfers.inUse() + parts_->transport.inUse() + parts_->slots.inUse() +
           parts_->regions.gracesInUse() + core.frames.inUse() + parts_->lists.inUse() +
           parts_->queues.messagesInUse() + parts_->messages.largeInUse() + parts_->barriers.inUse();
}

// Interface of the parts ------------------------------------------------------------------------------------------

bool Interpreter::full(std::uint32_t operation, Site site) const
{
    return parts_->workers.full(instanceAt(operation, site));
}

void Interpreter::awaitRoom(std::uint32_t operation, Site site, const kernel::Completion& room)
{
    parts_->workers.awaitRoom(instanceAt(operation, site), room);
}

void Interpreter::afterwards(const kernel::Completion& call)
{
    parts_->core.ready.push_back({call.context, call.handler, call.self});
}

void Interpreter::forgetNode(std::uint32_t node)
{
    parts_->failures.forget({node});
}

void Interpreter::failNode(std::uint32_t node, bool known)
{
    parts_->failures.failNode(node, known);
}

void Interpreter::returnNode(std::uint32_t node)
{
    parts_->failures.restoreNode(node);
}

void Interpreter::failProcess(std::uint32_t role, Site site)
{
    parts_->failures.failProcess(instanceOf(role, site));
}

void Interpreter::restoreProcess(std::uint32_t role, Site site)
{
    parts_->failures.restoreProcess(instanceOf(role, site));
}

std::optional<OperationTicket> Interpreter::giveUp(const OperationClient& client, std::uint64_t context)
{
    return parts_->failures.giveUp(client, context);
}

bool Interpreter::down(std::uint32_t operation, Site site) const
{
    return parts_->deployment.load(instanceAt(operation, site)).down;
}

kernel::Time Interpreter::timeDown(std::uint32_t node) const
{
    return parts_->outages.timeDown(node);
}

void Interpreter::awaitReturn(std::uint32_t operation, Site site, const kernel::Completion& back)
{
    parts_->workers.awaitReturn(instanceAt(operation, site), back);
}

void Interpreter::failDevice(std::uint32_t device)
{
    parts_->storage.failDevice(device);
}

void Interpreter::restoreDevice(std::uint32_t device)
{
    parts_->storage.restoreDevice(device);
}

void Interpreter::traceWith(Tracer* tracer)
{
    parts_->core.followers.traceWith(tracer);
}

void Interpreter::splitTime(double likely)
{
    parts_->core.followers.beginSplit(likely);
}

const TimeSplit& Interpreter::timeSplit() const
{
    return parts_->core.followers.split();
}

const BlockTable& Interpreter::blockKinds() const
{
    return parts_->blocks;
}

std::size_t Interpreter::argumentsOf(std::uint32_t operation) const
{
    return parts_->core.software.operations[operation].arguments.size();
}

const std::pmr::deque<Interpreter::Stage>& Interpreter::stages() const
{
    return parts_->stages.all();
}

const std::vector<BlockMonitor>& Interpreter::blocks() const
{
    return parts_->core.blocks;
}

const std::vector<RoleInstance>& Interpreter::roles() const
{
    return parts_->workers.instances();
}

std::uint32_t Interpreter::inFlight(const RoleInstance& role) const
{
    return loadOf(role).inFlight;
}

std::uint32_t Interpreter::waiting(const RoleInstance& role) const
{
    return loadOf(role).waiting;
}

const std::vector<monitoring::Histogram>& Interpreter::stretches() const
{
    return parts_->work.stretches();
}

const std::vector<StateMonitor>& Interpreter::states() const
{
    return parts_->items.monitors();
}

const std::vector<monitoring::Level>& Interpreter::consumersBusy() const
{
    return parts_->queues.busy();
}

std::optional<KeyUse> Interpreter::busiestKey(std::uint32_t state) const
{
    return parts_->slots.busiestKey(state);
}

monitoring::Meter::Integral Interpreter::heldTime(const RoleInstance& role) const
{
    return role.heldTime(parts_->core.windowStart);
}

std::vector<std::uint32_t> Interpreter::mergedStreams() const
{
    return parts_->transfers.mergedStreams();
}

std::size_t Interpreter::requestsInFlight() const
{
    return parts_->acceptance.inFlight();
}

const std::map<std::uint32_t, std::uint64_t>& Interpreter::zeroed() const
{
    return parts_->core.zeroed();
}

const std::map<std::uint32_t, std::uint64_t>& Interpreter::beyondEnd() const
{
    return parts_->storage.beyondEnd();
}

std::uint32_t Interpreter::instanceAt(std::uint32_t operation, Site site) const
{
    return instanceOf(parts_->core.software.operations[operation].role, site);
}

std::uint32_t Interpreter::instanceOf(std::uint32_t role, Site site) const
{
    return parts_->deployment.roleOn(role, site.node) + site.nth;
}

const RoleLoad& Interpreter::loadOf(const RoleInstance& role) const
{
    return parts_->deployment.load(static_cast<std::uint32_t>(&role - roles().data()));
}

} // namespace headroom::behaviour
