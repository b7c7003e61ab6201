// The items of the roles' state (slots, queues, caches, barriers): the instance that a path refers to, and the monitors
// of items.
#pragma once

#include "behaviour/core/core.h"
#include "behaviour/records/shared_state.h"
#include "kernel/random.h"

#include <cstdint>
#include <vector>

namespace headroom::behaviour {

/// Number of the worker that serves the request, unique on the node: a consumer's number differs from those of all
/// event loops and threads.
inline std::uint64_t workerOf(const Request& request)
{
    if (request.consumer != nowhere)
        return kernel::mix(0xc045, request.consumer);
    return request.worker != nowhere ? request.worker : request.thread;
}

/// Key of the owner of a state item that each node, or each instance of the role, has one of.
inline std::uint64_t ownerOf(const Core& core, const StateInfo& state, std::uint32_t instance, std::uint32_t node)
{
    const bool ofDevice = core.software.roles[state.role].eachDeviceOf != nowhere;
    return ofDevice ? core.deployment.drawNameOf(instance) : node + 1;
}

/// Key of the owner's instance of an item that is not keyed.
std::uint64_t ownerKey(const Core& core, std::uint32_t state, std::uint32_t request);

class SharedItems
{
public:
    explicit SharedItems(const Core& core) : core_(core), monitors_(core.software.states.size()) {}

    /// Key of the instance of a state item that a path refers to: it depends on the owner, and on the key if each key
    /// has its own instance.
    std::uint64_t instanceKey(const Path& p, std::uint32_t state, const project::Expression& key) const;
    Instance instanceOf(const Path& p, std::uint32_t state) const;

    void changeUsed(std::uint32_t state, std::int64_t by) { monitors_[state].used.change(core_.calendar.now(), by); }
    void changeWaiting(std::uint32_t state, std::int64_t by)
    {
        monitors_[state].waiting.change(core_.calendar.now(), by);
    }
    void countLookUp(std::uint32_t state, bool found);
    /// A copy is missing. It is outstanding until it is made, or forgotten.
    void addMissing(std::uint32_t state);
    void endMissing(std::uint32_t state, std::size_t copies, bool made);
    void countWithoutSource(std::uint32_t state, std::uint64_t copies) { monitors_[state].withoutSource += copies; }
    void countTaken(std::uint32_t state, std::uint64_t tokens) { monitors_[state].taken += tokens; }

    /// By state item, over all its instances.
    const std::vector<StateMonitor>& monitors() const { return monitors_; }
    /// Updates the monitors to the present time.
    void settle();
    /// Starts a new window.
    void reset();

private:
    const Core& core_;
    std::vector<StateMonitor> monitors_;
};

} // namespace headroom::behaviour
