// Runs paths from block to block, and what is ready at an instant.
#pragma once

#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "resources/processor/station.h"

#include <cstdint>

namespace headroom::behaviour {

class Calls;
class InlineBranches;
class InlineCalls;
class Paths;
class Work;
class Workers;

/// The core calls it for every part that has made paths ready.
class Walk
{
public:
    Walk(Core& core, const BlockTable& blocks, Workers& workers, Paths& paths, InlineCalls& inlineCalls,
         InlineBranches& branches, Calls& calls, Work& work);

private:
    void runReady();
    void runPath(std::uint32_t path);
    void walk(std::uint32_t path, Path& p);
    void walkOn(std::uint32_t path, Path& p);
    void tellWait(Handle self, const Path& p, bool followed);
    bool execute(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void goOn(std::uint32_t path, Path& p);
    static void onPath(void* self, std::uint64_t handle);
    static void onServed(void* self, resources::StationJob& job);

    Core& core_;
    const BlockTable& blocks_;
    Workers& workers_;
    Paths& paths_;
    InlineCalls& inlineCalls_;
    InlineBranches& branches_;
    Calls& calls_;
    Work& work_;
    bool running_ = false;
};

} // namespace headroom::behaviour
