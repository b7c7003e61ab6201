// Paths in the diagrams: their beginning, end and cancellation.
#pragma once

#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/core/hook.h"

#include <cstdint>

namespace headroom::behaviour {

class Workers;

/// The step after the end of a path depends on what it belongs to, and what it holds goes back where it is from: each
/// is a row, set by the part that has these records.
class Paths
{
public:
    Paths(Core& core, const BlockTable& blocks, Workers& workers);

    /// The path executes a request that its own path has called.
    struct InlineCallRow
    {
        /// It has come to the end of the called diagram. Returns true if it continues at its call.
        Hook<bool(std::uint32_t path, Path& p)> ended;
        /// It is about to be cancelled: from here on it belongs to the called request alone.
        Hook<void(std::uint32_t path, Path& p)> cancelled;
    } inlineCall;
    /// The path is one of an iteration of a parallel region. Its record is free already.
    struct RegionRow
    {
        Hook<void(std::uint32_t region, std::uint32_t iteration)> ended;
    } region;
    /// The path was the last one of its request.
    struct RequestRow
    {
        Hook<void(std::uint32_t request)> ended;
    } request;
    /// Slots that a path or a region holds.
    struct SlotsRow
    {
        Hook<void(std::uint32_t& held)> released;
    } slots;

    std::uint32_t spawn(std::uint32_t request, std::uint32_t region, std::uint32_t iteration, std::uint32_t pc,
                        double* frame, std::uint64_t key);
    void end(std::uint32_t path);
    /// Cancels the path, wherever it is.
    void cancel(std::uint32_t path);

    /// State of a path's worker when the path ends.
    enum class WorkerAtEnd
    {
        released,
        leavesWithRequest, ///< the request ends too
        kept
    };
    /// Releases what the path holds.
    void leaveDiagram(Path& p, WorkerAtEnd worker);
    bool keepsTurn(const Path& p) const;
    /// The head of the list that contains a path of the request.
    std::uint32_t* headOf(std::uint32_t request, std::uint32_t region)
    {
        return region == nowhere ? &core_.requests[request].paths : &core_.regions[region].paths;
    }
    void link(std::uint32_t path, Path& p);
    void unlink(std::uint32_t path);
    /// True if the path executes a request that it has called itself.
    bool runsInline(std::uint32_t path, const Path& p) const { return core_.requests[p.request].inlinePath == path; }
    /// A path of the request has ended.
    void leave(std::uint32_t of)
    {
        if (--core_.requests[of].live == 0)
            request.ended(of);
    }
    void releaseSlots(std::uint32_t& held) const
    {
        if (held != nowhere)
            slots.released(held);
    }

private:
    Core& core_;
    const BlockTable& blocks_;
    Workers& workers_;
};

} // namespace headroom::behaviour
