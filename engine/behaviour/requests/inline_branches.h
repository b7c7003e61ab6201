// Parallel paths that do nothing but call a simple operation and come to the join of their fork: its inline branches.
//
// An inline branch begins at once in the operation, as if it had called it, and ends with it, as if it had come to the
// join. All that is known of it but not kept can be told from its fork; whatever needs more makes of it a path like any
// in a simple call.
#pragma once

#include "behaviour/base/call_targets.h"
#include "behaviour/base/core.h"

#include <cstdint>

namespace headroom::behaviour {

class Calls;
class InlineCalls;
class Paths;
class Regions;
class Requests;
struct Parts;

class InlineBranches
{
public:
    explicit InlineBranches(Parts& parts);

    /// Begins the region's paths as inline branches, those whose call is not carried out at once as others.
    void launch(std::uint32_t region);
    /// The inline branch is through with what it has called. False if it goes on as a path: the answer was no good one.
    bool end(std::uint32_t path, Path& p);
    /// Whether the inline branch is the one that its join waits for.
    bool firesJoin(const Path& branch) const
    {
        const JoinState& join = core_.regions[branch.region].joins[0];
        return join.arrived + 1 == join.need;
    }
    /// From here on the inline branch is a path in a simple call, as if it had never been anything else.
    void makePath(std::uint32_t path, Path& p);
    void makePaths(const ParallelRegion& region);

private:
    void start(std::uint32_t path, Path& p);

    Core& core_;
    CallTargets& targets_;
    Calls& calls_;
    InlineCalls& inlineCalls_;
    Paths& paths_;
    Regions& regions_;
    Requests& requests_;
};

} // namespace headroom::behaviour
