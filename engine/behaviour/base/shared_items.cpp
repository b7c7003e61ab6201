#include "behaviour/base/shared_items.h"

namespace headroom::behaviour {

std::uint64_t SharedItems::instanceKey(const Path& p, std::uint32_t state, const project::Expression& of) const
{
    const StateInfo& info = core_.software.states[state];
    const Request& request = core_.requests[p.request];
    std::uint64_t owner = 0;
    if (info.owner == Owner::node)
        owner = ownerOf(core_.software, info, request.role, request.node);
    else if (info.owner == Owner::worker)
        owner = kernel::mix(request.role + 1, workerOf(request) + 1);
    else if (info.owner == Owner::job)
        owner = kernel::mix(0x10b, request.job);
    std::uint64_t key = kernel::mix(state + 1, owner);
    if (info.keyed)
        key = kernel::mix(key, core_.keyOf(of, p));
    return key;
}

Instance SharedItems::instanceOf(const Path& p, std::uint32_t state) const
{
    const Owner owner = core_.software.states[state].owner;
    const bool local = owner == Owner::node || owner == Owner::worker;
    return {state, local ? p.node : nowhere};
}

void SharedItems::countLookUp(std::uint32_t state, bool found)
{
    ++monitors_[state].lookUps;
    monitors_[state].hits += found;
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
