// Memory traffic of software, and memory that it holds.
#include "behaviour/interpreter/interpreter.h"

#include <algorithm>

namespace headroom::behaviour {

/// The processor moves the bytes and the node's memory carries them: whichever takes longer. A core that waits for the
/// memory counts as free meanwhile.
bool Interpreter::copy(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    if (!ensureWorker(path, p))
        return false;
    const double bytes = static_cast<double>(whole(evaluate(program.memory[code.detail].bytes, p)));
    if (bytes == 0) {
        advance(p, code, code.next);
        return true;
    }
    NodeHardware& node = cluster_.nodes[p.node];
    const kernel::Completion done{&Interpreter::onCopied, this, paths_.handle(path)};
    p.wait = Wait::copying;
    p.outstanding = 2;
    p.waitFor = node.processor->run(bytes / node.copyBps, done);
    node.memory->copy(bytes, done);
    return false;
}

void Interpreter::onCopied(void* self, std::uint64_t handle)
{
    Interpreter& m = *static_cast<Interpreter*>(self);
    if (m.paths_.holds(handle) && --m.paths_[static_cast<std::uint32_t>(handle)].outstanding == 0)
        onPath(self, handle);
}

bool Interpreter::allocate(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const MemoryStep& step = program.memory[code.detail];
    const std::uint64_t bytes = whole(evaluate(step.bytes, p));
    Request& request = requests_[p.request];
    const resources::Memory& memory = *cluster_.nodes[request.node].memory;
    WaitQueue& queue = shared_.memory[request.node];
    if (step.waits && bytes > 0 && bytes <= memory.capacityBytes() && (!queue.empty() || !memory.fits(bytes))) {
        const std::uint32_t w = enqueue(queue, nowhere, 0);
        shared_.waiters[w].amount = bytes;
        waitInQueue(path, p, w, 0);
        return false;
    }
    const bool got = memory.fits(bytes);
    if (got)
        holdMemory(request, bytes);
    advance(p, code, got ? code.next : step.full);
    return true;
}

void Interpreter::holdMemory(Request& request, std::uint64_t bytes)
{
    const NodeHardware& node = cluster_.nodes[request.node];
    node.memory->hold(calendar_.now(), bytes);
    node.cache->hold(bytes);
    request.memory += bytes;
}

void Interpreter::freeMemory(const Path& p, const MemoryStep& step)
{
    Request& request = requests_[p.request];
    const std::uint64_t bytes = step.all ? request.memory : std::min(request.memory, whole(evaluate(step.bytes, p)));
    request.memory -= bytes;
    releaseMemory(request.node, bytes);
}

void Interpreter::releaseMemory(std::uint32_t node, std::uint64_t bytes)
{
    if (bytes == 0)
        return;
    cluster_.nodes[node].memory->giveBack(calendar_.now(), bytes);
    cluster_.nodes[node].cache->giveBack(bytes);
    serveMemory(node);
}

/// First come first served: who wants much is not overtaken by who wants little.
void Interpreter::serveMemory(std::uint32_t node)
{
    WaitQueue& queue = shared_.memory[node];
    const resources::Memory& memory = *cluster_.nodes[node].memory;
    while (!queue.empty() && memory.fits(shared_.waiters[queue.first].amount)) {
        const Waiter waiter = shared_.waiters[queue.first];
        const Path& p = paths_[static_cast<std::uint32_t>(waiter.path)];
        holdMemory(requests_[p.request], waiter.amount);
        goOnFromQueue(queue.first, programOf(p).code[p.pc].next);
    }
}

BlockKinds Interpreter::memoryBlocks()
{
    static constexpr BlockKind kinds[] = {
        {.code = Code::copy,
         .enter = enterBy<&Interpreter::copy>,
         .cancel =
             [](Interpreter& m, Path& p) { // what moves in memory comes to its end; nobody hears of it
                 if (p.wait == Wait::copying)
                     m.processors_[p.node]->cancel(resources::JobId{p.waitFor});
             },
         .waitsFor = "memory"},
        {.code = Code::allocate,
         .enter = enterBy<&Interpreter::allocate>,
         .cancel = leaveWaitQueue,
         .waitsFor = "queue for a message, room or others"},
        {.code = Code::freeMemory,
         .enter =
             [](Interpreter& m, std::uint32_t, Path& p, const Program& program, const Instruction& code) {
                 m.freeMemory(p, program.memory[code.detail]);
                 m.advance(p, code, code.next);
                 return true;
             }},
    };
    return kinds;
}

} // namespace headroom::behaviour
