#include "behaviour/interpreter/interpreter.h"

#include "behaviour/interpreter/warm_start.h"

#include <algorithm>
#include <map>
#include <utility>

namespace headroom::behaviour {

Interpreter::Interpreter(kernel::Calendar& calendar, const Software& software, Cluster& cluster,
                         const mapping::Placement& placement, const Settings& settings)
    : parts_(calendar, software, cluster, placement, settings), volumes_(software, cluster, placement)
{
    warmPageCaches(parts_.core, volumes_);
    dirtyPageCaches(parts_.core, volumes_);
    parts_.queues.placeConsumers();
}

void Interpreter::start(std::uint32_t operation, Site site, std::uint64_t key, std::span<const double> arguments,
                        const OperationTicket& ticket, std::uint64_t job)
{
    Core& core = parts_.core;
    Requests& requests = parts_.requests;
    const std::uint32_t role = instanceAt(operation, site);
    double* frame = core.frames.take();
    std::copy_n(arguments.begin(), std::min<std::size_t>(arguments.size(), core.frames.slots()), frame);
    if (parts_.deployment.load(role).kind != WorkerKind::threadPerRequest) {
        parts_.workers.ask(operation, role, key, frame, ticket, job);
    } else {
        const std::uint32_t r = requests.begin(operation, role, key, frame);
        core.resume(core.requests[r].paths);
        core.requests[r].job = job;
        parts_.workers.takeThread(role, core.requests[r]);
        requests.answerTo(r, ticket, core.calendar.now());
    }
    requests.stopAboveLimit();
    parts_.paths.drain();
}

void Interpreter::resetMonitors()
{
    settle();
    Core& core = parts_.core;
    core.windowStart = core.calendar.now();
    parts_.outages.reset();
    parts_.workers.reset();
    parts_.stages.reset(core.windowStart);
    std::fill(core.blocks.begin(), core.blocks.end(), BlockMonitor{});
    parts_.work.reset();
    parts_.items.reset();
    parts_.queues.reset();
    parts_.slots.reset();
}

std::vector<Interpreter::Waiting> Interpreter::waiting() const
{
    const Core& core = parts_.core;
    std::map<std::pair<std::uint32_t, Wait>, Waiting> places;
    for (std::uint32_t path = 0; path < core.paths.size(); ++path) {
        if (core.paths.peek(path, &Path::request) == nowhere)
            continue;
        const Path& p = core.paths[path];
        const Instruction& code = core.codeOf(p);
        const char* what = parts_.blocks.waitOf(p, code.code);
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
    parts_.workers.settle();
    parts_.stages.settle(parts_.core.calendar.now());
    parts_.items.settle();
    parts_.queues.settle();
}

std::size_t Interpreter::recordsInUse() const
{
    const Core& core = parts_.core;
    return core.paths.inUse() + core.regions.inUse() + core.requests.inUse() + parts_.inlineCalls.simpleCalls() +
           core.calls.inUse() + parts_.transfers.inUse() + parts_.transport.inUse() + parts_.slots.inUse() +
           parts_.regions.gracesInUse() + core.frames.inUse() + parts_.lists.inUse() + parts_.queues.messagesInUse() +
           parts_.messages.largeInUse() + barriers_.inUse();
}

} // namespace headroom::behaviour
