// Paths in the diagrams: beginning, running from block to block, ending, being cancelled.
#pragma once

#include "behaviour/base/block_table.h"
#include "behaviour/base/core.h"
#include "resources/processor/station.h"

#include <cstdint>

namespace headroom::behaviour {

class Calls;
class InlineBranches;
class InlineCalls;
class Regions;
class Requests;
class SlotTable;
class Work;
class Workers;
struct Parts;

class Paths
{
public:
    explicit Paths(Parts& parts);

    /// Runs what is ready at this instant, first come, first served. Handlers called from here call it again; the outer
    /// call then takes what they add.
    void drain();
    /// Runs the path from block to block, until it has to wait or has ended.
    void walk(std::uint32_t path, Path& p);
    std::uint32_t spawn(std::uint32_t request, std::uint32_t region, std::uint32_t iteration, std::uint32_t pc,
                        double* frame, std::uint64_t key);
    void end(std::uint32_t path);
    /// Cancels the path, wherever it is.
    void cancel(std::uint32_t path);

    /// What becomes of the worker that a path has at its end.
    enum class WorkerAtEnd
    {
        released,
        leavesWithRequest, ///< the request ends too
        kept
    };
    /// Releases what the path holds.
    void leaveDiagram(Path& p, WorkerAtEnd worker);
    /// The head of the list that contains a path of the request.
    std::uint32_t* headOf(std::uint32_t request, std::uint32_t region)
    {
        return region == nowhere ? &core_.requests[request].paths : &core_.regions[region].paths;
    }
    void link(std::uint32_t path, Path& p);
    void unlink(std::uint32_t path);

    /// What the path waited for has happened: it leaves its block. `self`: this object.
    static void onPath(void* self, std::uint64_t handle);

private:
    void runPath(std::uint32_t path);
    bool execute(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void goOn(std::uint32_t path, Path& p);
    static void onServed(void* self, resources::StationJob& job);

    Core& core_;
    const BlockTable& blocks_;
    Calls& calls_;
    InlineBranches& branches_;
    InlineCalls& inlineCalls_;
    Regions& regions_;
    Requests& requests_;
    SlotTable& slots_;
    Work& work_;
    Workers& workers_;
    bool draining_ = false;
};

} // namespace headroom::behaviour
