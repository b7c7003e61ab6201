// Parallel paths that only call a simple operation and then meet the join of their fork: its inline branches.
//
// An inline branch begins directly in the operation, as if it had called it, and ends with it, as if it had come to the
// join. What is not stored of it can be derived from its fork; any function that needs more turns it into an ordinary
// path in a simple call (InlineCalls::makePath).
#pragma once

#include "behaviour/core/core.h"
#include "behaviour/targets/call_targets.h"

#include <cstdint>

namespace headroom::behaviour {

class InlineCalls;
class Iterations;
class Paths;
class Regions;

class InlineBranches
{
public:
    InlineBranches(Core& core, CallTargets& targets, Iterations& iterations, Paths& paths, InlineCalls& inlineCalls,
                   Regions& regions);

    /// The inline branch has finished its operation. Returns false if it continues as a path: the answer was a failure.
    bool end(std::uint32_t path, Path& p);
    /// True if the inline branch is the one that its join waits for.
    bool firesJoin(const Path& branch) const
    {
        const JoinState& join = core_.regions[branch.region].joins[0];
        return join.arrived + 1 == join.need;
    }

private:
    /// Starts the region's paths: as inline branches, or as ordinary paths if their call cannot be executed at once.
    void launch(std::uint32_t region);
    void start(std::uint32_t path, Path& p, bool waits);
    /// The call with which a path of a fork begins.
    struct Call
    {
        std::uint32_t entry = nowhere;
        const Instruction* instruction = nullptr;
        const Target* target = nullptr;
        const Program* called = nullptr;
        bool waits = false; ///< the called operation begins with a wait
    };
    Call callAt(const Program& program, std::uint32_t entry) const;

    Core& core_;
    CallTargets& targets_;
    Iterations& iterations_;
    Paths& paths_;
    InlineCalls& inlineCalls_;
    Regions& regions_;
};

} // namespace headroom::behaviour
