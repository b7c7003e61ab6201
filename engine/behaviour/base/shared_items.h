// The items of the roles' state (slots, queues, caches, barriers): which instance a path means, and what they did.
#pragma once

#include "behaviour/base/core.h"
#include "behaviour/records/shared_state.h"
#include "kernel/random.h"

#include <cstdint>
#include <vector>

namespace headroom::behaviour {

/// Who serves it, among all that serve on the node: a consumer's number is none of an event loop or thread.
inline std::uint64_t workerOf(const Request& request)
{
    if (request.consumer != nowhere)
        return kernel::mix(0xc045, request.consumer);
    return request.worker != nowhere ? request.worker : request.thread;
}

class SharedItems
{
public:
    explicit SharedItems(const Core& core) : core_(core), monitors_(core.software.states.size()) {}

    /// Names the instance of a state item that a path means: its owner's, and its key's where every key has one.
    std::uint64_t instanceKey(const Path& p, std::uint32_t state, const project::Expression& key) const;
    Instance instanceOf(const Path& p, std::uint32_t state) const;

    void changeUsed(std::uint32_t state, std::int64_t by) { monitors_[state].used.change(core_.calendar.now(), by); }
    void changeWaiting(std::uint32_t state, std::int64_t by)
    {
        monitors_[state].waiting.change(core_.calendar.now(), by);
    }
    void countLookUp(std::uint32_t state, bool found);

    /// By state item, over all its instances.
    const std::vector<StateMonitor>& monitors() const { return monitors_; }
    /// Brings them up to the present.
    void settle();
    /// A new window begins.
    void reset();

private:
    const Core& core_;
    std::vector<StateMonitor> monitors_;
};

} // namespace headroom::behaviour
