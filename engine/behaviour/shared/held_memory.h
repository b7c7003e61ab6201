// Memory traffic of software, and memory that it holds.
#pragma once

#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/records/shared_state.h"

#include <cstdint>
#include <deque>

namespace headroom::behaviour {

class Requests;
class WaitQueues;
class Work;

class HeldMemory
{
public:
    HeldMemory(Core& core, BlockTable& blocks, Requests& requests, const Work& work, WaitQueues& waiting);

private:
    /// The node has this many more free bytes: paths that wait for them continue.
    void release(std::uint32_t node, std::uint64_t bytes);
    bool copy(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool allocate(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool freeMemory(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void cancelCopy(Path& p);
    void cancelAllocate(Path& p);
    void hold(Request& request, std::uint64_t bytes);
    void serve(std::uint32_t node);
    static void onCopied(void* self, std::uint64_t handle);

    Core& core_;
    const Work& work_;
    WaitQueues& waiting_;
    std::deque<WaitQueue> queues_; ///< by node: paths that wait for memory
};

} // namespace headroom::behaviour
