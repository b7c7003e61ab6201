// Streams over open calls: chunks with a window, relayed or produced and taken by paths of their own.
#include "behaviour/interpreter/interpreter.h"

#include <algorithm>
#include <cmath>

namespace headroom::behaviour {

namespace {

constexpr double nothingLeft = 0.5;              ///< bytes; amounts are sums of doubles
constexpr double mostBytes = 9007199254740992.0; ///< 2^53: up to here doubles are exact

} // namespace

/// The calls a transfer block goes over: the one this operation answers; else the open calls of the named block that
/// were made in the same iteration; else all of that block.
void Interpreter::collectTargets(const Path& p, const TransferStep& step, std::vector<Handle>& targets) const
{
    const Request& request = requests_[p.request];
    if (step.over == nowhere) {
        const Handle call = callOf(request);
        if (calls_.holds(call) && !calls_[static_cast<std::uint32_t>(call)].abandoned &&
            !calls_[static_cast<std::uint32_t>(call)].finished)
            targets.push_back(call);
        return;
    }
    std::uint32_t region = p.region, iteration = p.iteration;
    while (true) {
        for (std::uint32_t c = request.calls; c != nowhere; c = calls_[c].following) {
            const Path& caller = paths_[calls_[c].callerPath()]; // waits as long as the call is open
            if (calls_[c].instruction == step.over && caller.region == region && caller.iteration == iteration) {
                targets.push_back(calls_.handle(c));
                return;
            }
        }
        if (region == nowhere)
            break;
        iteration = regions_[region].parentIteration;
        region = regions_[region].parentRegion;
    }
    for (std::uint32_t c = request.calls; c != nowhere; c = calls_[c].following)
        if (calls_[c].instruction == step.over)
            targets.push_back(calls_.handle(c));
}

bool Interpreter::transfer(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const TransferStep& step = program.transfers[code.detail];
    releaseWorker(p);
    const double total = std::min(evaluate(step.bytes, p), mostBytes);
    const std::uint32_t t = transfers_.take();
    Transfer& transfer = transfers_[t];
    transfer.targets.clear();
    collectTargets(p, step, transfer.targets);
    if (transfer.targets.empty() || total < nothingLeft) {
        // Nobody at the other end: what was to be received will not come, what is sent goes nowhere.
        const bool stranded = transfer.targets.empty() && step.receive;
        transfers_.give(t);
        advance(p, code, stranded ? nowhere : code.next);
        return true;
    }
    transfer.path = path;
    transfer.instruction = p.pc;
    transfer.receive = step.receive;
    transfer.overCaller = step.over == nowhere;
    transfer.remaining = total;
    transfer.begun = 0;
    transfer.blocked = transfer.unsent = 0;
    transfer.region = nowhere;
    const double chunk = std::max(1.0, evaluate(step.chunk, p));
    transfer.chunkBytes = chunk;
    // Merged chunks are whole chunks, so that per-chunk costs add up.
    const double merged = std::ceil(total / settings_.streamChunks / chunk) * chunk;
    transfer.piece = step.insideChunk ? total : std::max(chunk, merged);
    const double windowed = std::floor(step.window * chunk / transfer.piece);
    transfer.window = step.window == 1 ? 1 : static_cast<std::uint32_t>(std::clamp(windowed, 2.0, double(step.window)));
    p.wait = Wait::transfer;
    p.waitFor = transfers_.handle(t);
    if (step.receive) {
        auto& receivers =
            streamOf(calls_[static_cast<std::uint32_t>(transfer.targets.front())], transfer.overCaller).receivers;
        receivers.push_back(t);
        if (receivers.size() == 1)
            takeChunk(t);
    } else {
        nextChunk(t);
    }
    return false;
}

// Sending -------------------------------------------------------------------------------------------------------

/// Chunk after chunk, until a chunk path or a full window makes it wait, or all has left.
void Interpreter::nextChunk(std::uint32_t t)
{
    while (produceChunk(t)) {
    }
}

/// One chunk; whether it is on its way already.
bool Interpreter::produceChunk(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    if (transfer.remaining < nothingLeft) {
        if (transfer.unsent == 0 && transfer.blocked == 0)
            finishTransfer(t);
        return false;
    }
    transfer.current.bytes = std::min(transfer.piece, transfer.remaining);
    transfer.current.count = std::ceil(transfer.current.bytes / transfer.chunkBytes);
    transfer.remaining -= transfer.current.bytes;
    const Program& program = programOf(paths_[transfer.path]);
    if (program.transfers[program.code[transfer.instruction].detail].chunkPath == nowhere)
        return offer(t);
    beginChunkPath(t);
    return false;
}

/// Sends the current chunk to whom there is room for; whether there was for all.
bool Interpreter::offer(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    const bool up = !transfer.overCaller;
    transfer.blocked = 0;
    for (const Handle target : transfer.targets) {
        if (!calls_.holds(target))
            continue;
        Call& call = calls_[static_cast<std::uint32_t>(target)];
        if (call.finished || call.abandoned)
            continue;
        Stream& stream = streamOf(call, up);
        if (stream.outstanding < transfer.window && stream.senders.empty()) {
            push(static_cast<std::uint32_t>(target), up, t);
        } else {
            stream.senders.push_back(t);
            ++transfer.blocked;
        }
    }
    return transfer.blocked == 0;
}

void Interpreter::unblockSender(std::uint32_t t)
{
    if (--transfers_[t].blocked == 0)
        nextChunk(t);
}

void Interpreter::push(std::uint32_t c, bool up, std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    Call& call = calls_[c];
    Stream& stream = streamOf(call, up);
    const std::uint32_t from = up ? call.callerNode : call.calleeNode, to = up ? call.calleeNode : call.callerNode;
    if (stream.flow == resources::noStream && !call.lost) {
        stream.flow = cluster_.network->open(from, to, flowOf(call));
        if (stream.flow == resources::noStream)
            loseCall(c);
    }
    ++stream.outstanding;
    stream.moving.push_back(transfer.current);
    const auto bytes = static_cast<std::uint64_t>(std::max(1.0, std::llround(transfer.current.bytes) * 1.0));
    NodeHardware& sender = cluster_.nodes[from];
    if (const double cost = sender.network.transmit(bytes, resources::packetsFor(bytes, cluster_.mtu)); cost > 0)
        sender.processor->run(cost, {});
    kernel::Completion sent;
    const Program& program = programOf(paths_[transfer.path]);
    const bool waits = !program.transfers[program.code[transfer.instruction].detail].insideChunk;
    if (waits && transfer.remaining < nothingLeft) {
        ++transfer.unsent;
        stream.lastSenders.push_back(t);
        sent = {up ? &Interpreter::onUpLastSent : &Interpreter::onDownLastSent, this, calls_.handle(c)};
    }
    if (call.lost)
        return; // what it sends stays where it is
    cluster_.network->send(stream.flow, bytes, sent,
                           {up ? &Interpreter::onUpDelivered : &Interpreter::onDownDelivered, this, calls_.handle(c)});
}

void Interpreter::onUpLastSent(void* self, std::uint64_t handle)
{
    static_cast<Interpreter*>(self)->lastSent(handle, true);
}
void Interpreter::onDownLastSent(void* self, std::uint64_t handle)
{
    static_cast<Interpreter*>(self)->lastSent(handle, false);
}

void Interpreter::lastSent(std::uint64_t handle, bool up)
{
    if (calls_.holds(handle)) {
        Stream& stream = streamOf(calls_[static_cast<std::uint32_t>(handle)], up);
        if (!stream.lastSenders.empty()) {
            const std::uint32_t t = stream.lastSenders.front();
            stream.lastSenders.erase(stream.lastSenders.begin());
            if (t != nowhere && --transfers_[t].unsent == 0)
                nextChunk(t);
        }
    }
    drain();
}

// Receiving -----------------------------------------------------------------------------------------------------

void Interpreter::onUpDelivered(void* self, std::uint64_t handle)
{
    static_cast<Interpreter*>(self)->delivered(handle, true);
}
void Interpreter::onDownDelivered(void* self, std::uint64_t handle)
{
    static_cast<Interpreter*>(self)->delivered(handle, false);
}
void Interpreter::onUpReceived(void* self, std::uint64_t handle)
{
    static_cast<Interpreter*>(self)->received(handle, true);
}
void Interpreter::onDownReceived(void* self, std::uint64_t handle)
{
    static_cast<Interpreter*>(self)->received(handle, false);
}

/// A chunk has reached the node; the processor takes the packets before the software sees them.
void Interpreter::delivered(std::uint64_t handle, bool up)
{
    if (!calls_.holds(handle))
        return;
    Call& call = calls_[static_cast<std::uint32_t>(handle)];
    if (call.lost)
        return;
    Stream& stream = streamOf(call, up);
    if (stream.delivered >= stream.moving.size())
        return;
    const std::uint64_t bytes = whole(stream.moving[stream.delivered++].bytes);
    NodeHardware& node = cluster_.nodes[up ? call.calleeNode : call.callerNode];
    const double cost = node.network.receive(bytes, resources::packetsFor(bytes, cluster_.mtu));
    if (cost > 0)
        node.processor->run(cost, {up ? &Interpreter::onUpReceived : &Interpreter::onDownReceived, this, handle});
    else
        received(handle, up);
}

void Interpreter::received(std::uint64_t handle, bool up)
{
    if (calls_.holds(handle) && !calls_[static_cast<std::uint32_t>(handle)].lost) {
        Stream& stream = streamOf(calls_[static_cast<std::uint32_t>(handle)], up);
        if (!stream.moving.empty()) {
            stream.arrived.push_back(stream.moving.front());
            stream.moving.pop_front();
            --stream.delivered;
            if (!stream.receivers.empty())
                takeChunk(stream.receivers.front());
        }
    }
    drain();
}

void Interpreter::takeChunk(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    Stream& stream = streamOf(calls_[static_cast<std::uint32_t>(transfer.targets.front())], transfer.overCaller);
    const Program& program = programOf(paths_[transfer.path]);
    const bool hasPath = program.transfers[program.code[transfer.instruction].detail].chunkPath != nowhere;
    while (transfer.region == nowhere && !stream.arrived.empty()) {
        transfer.current = stream.arrived.front();
        stream.arrived.pop_front();
        if (hasPath)
            beginChunkPath(t);
        else if (!consume(t))
            return;
    }
}

void Interpreter::consumed(std::uint32_t t)
{
    if (consume(t))
        takeChunk(t);
}

/// The receiver is done with a chunk: there is room for the sender's next. Whether the receiver goes on.
bool Interpreter::consume(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    const Handle handle = transfers_.handle(t);
    const auto c = static_cast<std::uint32_t>(transfer.targets.front());
    const bool up = transfer.overCaller;
    --streamOf(calls_[c], up).outstanding;
    admitSender(c, up);
    transfer.remaining -= transfer.current.bytes;
    if (transfer.remaining < nothingLeft)
        finishTransfer(t);
    else if (!up && calls_[c].callee == nowhere)
        completeCall(c); // what was taken may have been all that will ever come
    return transfers_.holds(handle);
}

void Interpreter::admitSender(std::uint32_t c, bool up)
{
    Stream& stream = streamOf(calls_[c], up);
    while (!stream.senders.empty() && stream.outstanding < transfers_[stream.senders.front()].window) {
        const std::uint32_t sender = stream.senders.front();
        stream.senders.erase(stream.senders.begin());
        push(c, up, sender);
        unblockSender(sender);
    }
}

// Both ----------------------------------------------------------------------------------------------------------

void Interpreter::beginChunkPath(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    Path& p = paths_[transfer.path];
    const Program& program = programOf(p);
    const TransferStep& step = program.transfers[program.code[transfer.instruction].detail];
    const std::uint64_t key = kernel::nthOf(p.key, p.draws++);
    const std::uint32_t s =
        openRegion(ParallelRegion::Kind::chunk, p.request, p.region, p.iteration, transfer.instruction, nullptr, key);
    ParallelRegion& region = regions_[s];
    region.transfer = t;
    region.count = region.launched = 1;
    region.iterations.resize(1);
    transfer.region = s;
    double* frame = frames_.copy(p.frame);
    frame[step.bytesSlot] = transfer.current.bytes;
    frame[step.countSlot] = transfer.current.count;
    frame[step.offsetSlot] = transfer.begun;
    transfer.begun += transfer.current.bytes;
    resume(spawn(p.request, s, 0, step.chunkPath, frame, key));
}

void Interpreter::chunkDone(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    transfer.region = nowhere;
    if (!transfer.receive) {
        if (offer(t))
            nextChunk(t);
    } else if (calls_.holds(transfer.targets.front())) {
        consumed(t);
    }
}

void Interpreter::finishTransfer(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    const std::uint32_t path = transfer.path;
    const Handle target = transfer.targets.front();
    const bool receive = transfer.receive, overCaller = transfer.overCaller;
    transfers_.give(t);
    Path& p = paths_[path];
    advance(p, codeOf(p), codeOf(p).next);
    resume(path);
    if (!receive || !calls_.holds(target))
        return;
    const auto c = static_cast<std::uint32_t>(target);
    auto& receivers = streamOf(calls_[c], overCaller).receivers;
    std::erase(receivers, t);
    if (!receivers.empty())
        takeChunk(receivers.front());
    if (!overCaller && calls_.holds(target))
        completeCall(c);
}

/// The path that transfers is taken out, or its connection is gone.
void Interpreter::dropTransfer(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    std::uint32_t next = nowhere; // who takes the chunks from now on
    for (const Handle target : transfer.targets) {
        if (!calls_.holds(target))
            continue;
        Stream& stream = streamOf(calls_[static_cast<std::uint32_t>(target)], transfer.receive == transfer.overCaller);
        std::erase(stream.senders, t);
        std::replace(stream.lastSenders.begin(), stream.lastSenders.end(), t, nowhere); // its bytes still leave in turn
        if (std::erase(stream.receivers, t) > 0 && !stream.receivers.empty())
            next = stream.receivers.front();
    }
    const std::uint32_t region = transfer.region;
    const Handle heir = next == nowhere ? noHandle : transfers_.handle(next);
    transfers_.give(t);
    if (region != nowhere) {
        regions_[region].transfer = nowhere;
        cancelRegion(region);
    }
    if (transfers_.holds(heir))
        takeChunk(next);
}

BlockKinds Interpreter::transferBlocks()
{
    static constexpr BlockKind kinds[] = {
        {.code = Code::transfer,
         .enter = enterBy<&Interpreter::transfer>,
         .cancel =
             [](Interpreter& m, Path& p) {
                 if (p.wait == Wait::transfer && m.transfers_.holds(p.waitFor))
                     m.dropTransfer(static_cast<std::uint32_t>(p.waitFor));
             },
         .waitsFor = "transfer"},
    };
    return kinds;
}

} // namespace headroom::behaviour
