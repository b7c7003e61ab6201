#include "behaviour/shared/held_memory.h"

#include "behaviour/paths/requests.h"
#include "behaviour/shared/wait_queues.h"
#include "behaviour/work/work.h"

#include <algorithm>

namespace headroom::behaviour {

HeldMemory::HeldMemory(Core& core, BlockTable& blocks, Requests& requests, const Work& work, WaitQueues& waiting)
    : core_(core), work_(work), waiting_(waiting), queues_(core.cluster.nodes.size())
{
    requests.memoryFreed.set<&HeldMemory::release>(this);
    blocks.add(this, {.code = Code::copy,
                      .enter = enterBy<&HeldMemory::copy>,
                      .cancel = cancelBy<&HeldMemory::cancelCopy>,
                      .waitsFor = "memory"});
    blocks.add(this, {.code = Code::allocate,
                      .enter = enterBy<&HeldMemory::allocate>,
                      .cancel = cancelBy<&HeldMemory::cancelAllocate>,
                      .waitsFor = "queue for a message, room or others"});
    blocks.add(this, {.code = Code::freeMemory, .enter = enterBy<&HeldMemory::freeMemory>});
}

/// The processor works and the node's memory transfers the bytes: the slower of the two determines the time. A core
/// that waits for the memory counts as free meanwhile. A copied byte crosses the bus twice, one of a computation once.
bool HeldMemory::copy(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const MemoryStep& step = program.memory[code.detail];
    const bool computes = step.compute != nowhere;
    const double bytes = static_cast<double>(whole(core_.amountOf(step.bytes, p)));
    if (bytes == 0 && !computes) {
        core_.advance(p, code, code.next);
        return true;
    }
    NodeHardware& node = core_.cluster.nodes[p.node];
    const kernel::Completion done{&HeldMemory::onCopied, this, core_.paths.handle(path)};
    p.wait = Wait::copying;
    p.outstanding = bytes > 0 ? 2 : 1;
    p.waitFor = node.processor->run(
        computes ? work_.amount(program.computes[step.compute], code, p) : bytes / node.copyBps, done);
    if (bytes > 0)
        node.memory->copy(computes ? bytes / 2 : bytes, done);
    return false;
}

/// The transfer in memory still finishes; its completion is ignored.
void HeldMemory::cancelCopy(Path& p)
{
    if (p.wait == Wait::copying)
        core_.processors[p.node]->cancel(resources::JobId{p.waitFor});
}

void HeldMemory::onCopied(void* self, std::uint64_t handle)
{
    HeldMemory& heldMemory = *static_cast<HeldMemory*>(self);
    if (heldMemory.core_.paths.holds(handle) &&
        --heldMemory.core_.paths[static_cast<std::uint32_t>(handle)].outstanding == 0)
        heldMemory.core_.leavesBlock(static_cast<std::uint32_t>(handle))();
}

bool HeldMemory::allocate(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const MemoryStep& step = program.memory[code.detail];
    const std::uint64_t bytes = whole(core_.amountOf(step.bytes, p));
    Request& request = core_.requests[p.request];
    const resources::Memory& memory = *core_.cluster.nodes[request.node].memory;
    WaitQueue& queue = queues_[request.node];
    if (step.waits && bytes > 0 && bytes <= memory.capacityBytes() && (!queue.empty() || !memory.fits(bytes))) {
        const std::uint32_t w = waiting_.enqueue(queue, nowhere, 0);
        waiting_[w].amount = bytes;
        waiting_.wait(path, p, w);
        return false;
    }
    const bool got = memory.fits(bytes);
    if (got)
        hold(request, bytes);
    core_.advance(p, code, got ? code.next : step.full);
    return true;
}

void HeldMemory::cancelAllocate(Path& p)
{
    if (p.wait != Wait::queue)
        return;
    waiting_.abandon(p);
    serve(p.node);
}

void HeldMemory::hold(Request& request, std::uint64_t bytes)
{
    const NodeHardware& node = core_.cluster.nodes[request.node];
    node.memory->hold(core_.calendar.now(), bytes);
    node.cache->hold(bytes);
    request.memory += bytes;
}

bool HeldMemory::freeMemory(std::uint32_t, Path& p, const Program& program, const Instruction& code)
{
    const MemoryStep& step = program.memory[code.detail];
    Request& request = core_.requests[p.request];
    const std::uint64_t bytes =
        step.all ? request.memory : std::min(request.memory, whole(core_.amountOf(step.bytes, p)));
    request.memory -= bytes;
    release(request.node, bytes);
    core_.advance(p, code, code.next);
    return true;
}

void HeldMemory::release(std::uint32_t node, std::uint64_t bytes)
{
    if (bytes == 0)
        return;
    core_.cluster.nodes[node].memory->giveBack(core_.calendar.now(), bytes);
    core_.cluster.nodes[node].cache->giveBack(bytes);
    serve(node);
}

/// First come, first served: a large request is not overtaken by a small one.
void HeldMemory::serve(std::uint32_t node)
{
    WaitQueue& queue = queues_[node];
    const resources::Memory& memory = *core_.cluster.nodes[node].memory;
    while (!queue.empty() && memory.fits(waiting_[queue.first].amount)) {
        const Waiter waiter = waiting_[queue.first];
        const Path& p = core_.paths[static_cast<std::uint32_t>(waiter.path)];
        hold(core_.requests[p.request], waiter.amount);
        waiting_.goOn(queue.first, core_.programOf(p).code[p.pc].next);
    }
}

} // namespace headroom::behaviour
