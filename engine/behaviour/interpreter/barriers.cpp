// Where the ranks of a parallel job wait for each other.
#include "behaviour/interpreter/interpreter.h"

#include <algorithm>

namespace headroom::behaviour {

/// Opens with the last of the expected paths and closes behind them (cyclic, as MPI_Barrier).
bool Interpreter::meet(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const BarrierStep& step = program.barriers[code.detail];
    const std::uint64_t key = instanceKey(p, step.state, step.key);
    Barrier& barrier = shared_.barriers.try_emplace(key, instanceOf(p, step.state)).first->second;
    if (barrier.waiting.length + 1 < whole(evaluate(step.ranks, p))) {
        waitInQueue(path, p, enqueue(barrier.waiting, step.state, key), evaluate(step.patience, p));
        return false;
    }
    while (!barrier.waiting.empty()) {
        const std::uint32_t w = barrier.waiting.first;
        const Path& other = paths_[static_cast<std::uint32_t>(shared_.waiters[w].path)];
        goOnFromQueue(w, programOf(other).code[other.pc].next);
    }
    dropIdleBarrier(key);
    advance(p, code, code.next);
    return true;
}

void Interpreter::dropIdleBarrier(std::uint64_t key)
{
    if (const auto found = shared_.barriers.find(key); found != shared_.barriers.end() && found->second.waiting.empty())
        shared_.barriers.erase(found);
}

BlockKinds Interpreter::barrierBlocks()
{
    static constexpr BlockKind kinds[] = {
        {.code = Code::barrier,
         .enter = enterBy<&Interpreter::meet>,
         .cancel = leaveWaitQueue,
         .waitsFor = "queue for a message, room or others"},
    };
    return kinds;
}

} // namespace headroom::behaviour
