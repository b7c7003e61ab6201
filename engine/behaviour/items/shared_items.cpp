#include "behaviour/items/shared_items.h"

#include <algorithm>

namespace headroom::behaviour {

std::uint64_t ownerKey(const Core& core, std::uint32_t state, std::uint32_t number)
{
    const StateInfo& info = core.software.states[state];
    const Request& request = core.requests[number];
    std::uint64_t owner = 0;
    if (info.owner == Owner::node)
        owner = ownerOf(core, info, request.role, request.node);
    else if (info.owner == Owner::worker)
        owner = kernel::mix(core.deployment.drawNameOf(request.role), workerOf(request) + 1);
    else if (info.owner == Owner::job)
        owner = kernel::mix(0x10b, request.job);
    else if (info.owner == Owner::request)
        owner = kernel::mix(0x4e90e57, request.key);
    return kernel::mix(info.drawName, owner);
}

std::uint64_t SharedItems::instanceKey(const Path& p, std::uint32_t state, const project::Expression& of) const
{
    const std::uint64_t key = ownerKey(core_, state, p.request);
    return core_.software.states[state].keyed ? kernel::mix(key, core_.keyOf(of, p)) : key;
}

Instance SharedItems::instanceOf(const Path& p, std::uint32_t state) const
{
    return {state, core_.software.states[state].ofNode() ? core_.requests[p.request].role : nowhere};
}

void SharedItems::countLookUp(std::uint32_t state, bool found)
{
    ++monitors_[state].lookUps;
    monitors_[state].hits += found;
}

void SharedItems::addMissing(std::uint32_t state)
{
    StateMonitor& monitor = monitors_[state];
    ++monitor.missing;
    if (monitor.outstanding++ == 0)
        monitor.incomplete.change(core_.calendar.now(), 1);
}

void SharedItems::endMissing(std::uint32_t state, std::size_t copies, bool made)
{
    StateMonitor& monitor = monitors_[state];
    const auto ended = std::min(monitor.outstanding, static_cast<std::uint32_t>(copies));
    monitor.outstanding -= ended;
    monitor.forgotten += made ? 0 : ended;
    if (ended > 0 && monitor.outstanding == 0)
        monitor.incomplete.change(core_.calendar.now(), -1);
}

void SharedItems::settle()
{
    for (StateMonitor& monitor : monitors_)
        monitor.advance(core_.calendar.now());
}

void SharedItems::reset()
{
    for (StateMonitor& monitor : monitors_)
        monitor.reset(core_.calendar.now());
}

} // namespace headroom::behaviour
