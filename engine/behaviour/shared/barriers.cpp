#include "behaviour/shared/barriers.h"

#include "behaviour/paths/paths.h"
#include "behaviour/shared/wait_queues.h"

#include <utility>

namespace headroom::behaviour {

Barriers::Barriers(Core& core, BlockTable& blocks, SharedItems& items, Messages& messages, WaitQueues& waiting)
    : core_(core), items_(items), waiting_(waiting), collectives_(core, messages)
{
    blocks.add(this, {.code = Code::barrier,
                      .enter = enterBy<&Barriers::meet>,
                      .cancel = cancelBy<&Barriers::cancelMeet>,
                      .waitsFor = "queue for a message, room or others"});
}

/// Opens when the last of the expected paths arrives and then closes again (cyclic, as MPI_Barrier).
bool Barriers::meet(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const BarrierStep& step = program.barriers[code.detail];
    const std::uint64_t key = items_.instanceKey(p, step.state, step.key);
    Barrier& barrier = barriers_.try_emplace(key, items_.instanceOf(p, step.state)).first->second;
    const bool last = barrier.waiting.length + 1 >= whole(core_.evaluate(step.ranks, p));
    if (!last || step.collective != Collective::none) {
        const std::uint32_t w = waiting_.enqueue(barrier.waiting, step.state, key);
        waiting_.wait(path, p, w);
        if (last)
            exchange(barrier, key, step.collective, core_.evaluate(step.bytes, p));
        else
            waiting_.limit(w, core_.evaluate(step.patience, p), &Barriers::onPatienceOver, this);
        return false;
    }
    while (!barrier.waiting.empty()) {
        const std::uint32_t w = barrier.waiting.first;
        const Path& other = core_.paths[static_cast<std::uint32_t>(waiting_[w].path)];
        waiting_.goOn(w, core_.programOf(other).code[other.pc].next);
    }
    dropIdle(key);
    core_.advance(p, code, code.next);
    return true;
}

/// All have come: they go on when they have exchanged what the collective operation says.
void Barriers::exchange(Barrier& barrier, std::uint64_t key, Collective collective, double bytes)
{
    std::vector<Handle> paths;
    while (!barrier.waiting.empty()) {
        const std::uint32_t w = barrier.waiting.first;
        paths.push_back(waiting_[w].path);
        waiting_.dequeue(w);
        Path& p = core_.paths[static_cast<std::uint32_t>(paths.back())];
        p.wait = Wait::transfer;
        p.waitFor = 0;
    }
    dropIdle(key);
    collectives_.begin(collective, bytes, std::move(paths));
}

void Barriers::cancelMeet(Path& p)
{
    if (p.wait == Wait::queue)
        dropIdle(waiting_.abandon(p).store);
}

void Barriers::onPatienceOver(void* self, std::uint64_t waiter)
{
    Barriers& barriers = *static_cast<Barriers*>(self);
    if (barriers.waiting_.outlasts(waiter)) {
        const auto w = static_cast<std::uint32_t>(waiter);
        const std::uint64_t store = barriers.waiting_[w].store;
        const Path& p = barriers.waiting_.pathOf(w);
        barriers.waiting_.goOn(w, barriers.core_.programOf(p).barriers[barriers.core_.codeOf(p).detail].timeout);
        barriers.dropIdle(store);
    }
    barriers.core_.drain();
}

void Barriers::dropIdle(std::uint64_t key)
{
    if (const auto found = barriers_.find(key); found != barriers_.end() && found->second.waiting.empty())
        barriers_.erase(found);
}

} // namespace headroom::behaviour
