#include "behaviour/calls/transfers.h"

#include "behaviour/paths/paths.h"
#include "behaviour/paths/regions.h"
#include "behaviour/paths/requests.h"
#include "behaviour/workers/workers.h"
#include "kernel/random.h"
#include "resources/network/flow/framing.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::behaviour {

namespace {

constexpr double nothingLeft = 0.5;              ///< bytes; amounts are sums of doubles
constexpr double mostBytes = 9007199254740992.0; ///< 2^53: up to here doubles are exact
constexpr double tolerance = 0.02;               ///< of a stream's rate, for moving several chunks as one piece

} // namespace

Transfers::Transfers(Core& core, BlockTable& blocks, const Connections& connections, StreamTransport& transport,
                     Workers& workers, Paths& paths, Regions& regions)
    : call{{core.hooks, "the stream of a call is lost"}, {core.hooks, "a stream to the caller is received"}},
      core_(core), connections_(connections), transport_(transport), workers_(workers), paths_(paths),
      regions_(regions), merged_(core_.software.blocks.size())
{
    transport.ends.lastLeft.set<&Transfers::lastLeft>(this);
    transport.ends.arrived.set<&Transfers::arrived>(this);
    transport.ends.roomCame.set<&Transfers::admitSenders>(this);
    regions.chunkEnded.set<&Transfers::chunkDone>(this);
    blocks.add(this, {.code = Code::transfer,
                      .enter = enterBy<&Transfers::transfer>,
                      .cancel = cancelBy<&Transfers::cancelTransfer>,
                      .waitsFor = "transfer"});
}

std::vector<std::uint32_t> Transfers::mergedStreams() const
{
    std::vector<std::uint32_t> blocks;
    for (std::uint32_t block = 0; block < merged_.size(); ++block)
        if (merged_[block])
            blocks.push_back(block);
    return blocks;
}

/// The calls that a transfer block uses: the one that this operation answers; else the open calls of the named block
/// that were made in the same iteration; else all of that block.
void Transfers::collectTargets(const Path& p, const TransferStep& step, std::vector<Handle>& targets) const
{
    const Request& request = core_.requests[p.request];
    if (step.over == nowhere) {
        const Handle call = callOf(request);
        if (core_.calls.holds(call) && !core_.calls[static_cast<std::uint32_t>(call)].abandoned &&
            !core_.calls[static_cast<std::uint32_t>(call)].finished)
            targets.push_back(call);
        return;
    }
    std::uint32_t region = p.region, iteration = p.iteration;
    while (true) {
        for (std::uint32_t c = request.calls; c != nowhere; c = core_.calls[c].following) {
            const Path& caller = core_.paths[core_.calls[c].callerPath()]; // waits while the call is open
            if (core_.calls[c].instruction == step.over && caller.region == region && caller.iteration == iteration) {
                targets.push_back(core_.calls.handle(c));
                return;
            }
        }
        if (region == nowhere)
            break;
        iteration = core_.regions[region].parentIteration;
        region = core_.regions[region].parentRegion;
    }
    for (std::uint32_t c = request.calls; c != nowhere; c = core_.calls[c].following)
        if (core_.calls[c].instruction == step.over)
            targets.push_back(core_.calls.handle(c));
}

/// Number of pieces of this size under way where nothing but the slowest station on the way limits the stream: one at
/// each station (the wire, the software of the receiver, the processors where they have work on packets), and as many
/// as the wire passes in a round trip. To the target with most of them.
double Transfers::mostOnTheWay(const Transfer& transfer, double piece) const
{
    constexpr std::uint32_t sample = 1U << 20U;
    const auto& network = *core_.cluster.network;
    double most = 0;
    for (const Handle target : transfer.targets) {
        const Call& call = core_.calls[static_cast<std::uint32_t>(target)];
        const std::uint64_t flow = connections_.flowOf(call);
        const std::uint32_t from = transfer.overCaller ? call.calleeNode : call.callerNode,
                            to = transfer.overCaller ? call.callerNode : call.calleeNode;
        if (!network.leads(from, to, flow))
            continue;
        const double there = network.crossing(from, to, flow, 0);
        const double back = from == to ? 0 : network.crossing(to, from, flow, resources::acknowledgementWire);
        const double wire = (network.crossing(from, to, flow, sample) - there) / sample * piece;
        const double stations =
            2.0 + !core_.cluster.nodes[from].network.free() + !core_.cluster.nodes[to].network.free();
        most = std::max(most, stations + (there + back > 0 ? (there + back) / wire : 0));
    }
    return most;
}

/// Each chunk is a piece by itself. Only what a chunk path passes on is one piece, and only where its window does not
/// limit the stream: there as many pieces are under way as keep it at its rate. Otherwise each of its chunks waits for
/// its own acknowledgement.
void Transfers::choosePieces(Transfer& transfer, const TransferStep& step) const
{
    const double chunk = transfer.chunkBytes;
    transfer.piece = step.insideChunk ? transfer.remaining : chunk;
    if (!step.receive && transfer.piece > chunk) {
        if ((1 - tolerance) * mostOnTheWay(transfer, chunk) <= step.window) {
            const double pieces = std::ceil((1 - tolerance) * mostOnTheWay(transfer, transfer.piece));
            const double windowed = std::floor(step.window * chunk / transfer.piece);
            transfer.window = static_cast<std::uint32_t>(std::clamp(pieces, windowed, double(step.window)));
            return;
        }
        transfer.piece = chunk;
    }
    transfer.window = step.window;
}

bool Transfers::transfer(std::uint32_t path, Path& p, const Program& program, const Instruction& code)
{
    const TransferStep& step = program.transfers[code.detail];
    if (step.chunksATurn == 1) {
        workers_.release(p);
        return begin(path, p, step, code);
    }
    const Workers::Loop outer = workers_.keepTurn(p);
    const bool goesOn = begin(path, p, step, code);
    if (goesOn)
        workers_.continueTurn(p, 0);
    workers_.endTurn(outer);
    return goesOn;
}

/// Returns true if there is nothing to transfer.
bool Transfers::begin(std::uint32_t path, Path& p, const TransferStep& step, const Instruction& code)
{
    const double total = std::min(core_.amountOf(step.bytes, p), mostBytes);
    const std::uint32_t t = transfers_.take();
    Transfer& transfer = transfers_[t];
    transfer.targets.clear();
    collectTargets(p, step, transfer.targets);
    if (transfer.targets.empty() || total < nothingLeft) {
        // There is no other end: nothing will be received, and what is sent is dropped.
        const bool stranded = transfer.targets.empty() && step.receive;
        transfers_.give(t);
        core_.advance(p, code, stranded ? nowhere : code.next);
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
    transfer.current = {};
    transfer.cut = false;
    transfer.chunkBytes = std::max(1.0, core_.amountOf(step.chunk, p));
    choosePieces(transfer, step);
    if (!step.receive && transfer.piece > transfer.chunkBytes)
        merged_[code.monitor] = true;
    p.wait = Wait::transfer;
    p.waitFor = transfers_.handle(t);
    if (step.receive) {
        auto& receivers =
            transport_.of(core_.calls[static_cast<std::uint32_t>(transfer.targets.front())], transfer.overCaller)
                .receivers;
        receivers.push_back(t);
        if (receivers.size() == 1)
            takeChunk(t);
    } else {
        nextChunk(t);
    }
    return false;
}

void Transfers::cancelTransfer(Path& p)
{
    if (p.wait == Wait::transfer && transfers_.holds(p.waitFor))
        drop(static_cast<std::uint32_t>(p.waitFor));
}

// Sending -------------------------------------------------------------------------------------------------------

/// Sends chunk after chunk, until a chunk path or a full window makes it wait, or all are sent.
void Transfers::nextChunk(std::uint32_t t)
{
    while (produceChunk(t)) {
    }
}

/// Produces one chunk; returns true if it was sent at once.
bool Transfers::produceChunk(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    if (transfer.remaining < nothingLeft) {
        if (transfer.unsent == 0 && transfer.blocked == 0)
            finish(t);
        return false;
    }
    transfer.current.bytes = std::min(transfer.piece, transfer.remaining);
    transfer.current.count = std::ceil(transfer.current.bytes / transfer.chunkBytes);
    transfer.remaining -= transfer.current.bytes;
    const Program& program = core_.programOf(core_.paths[transfer.path]);
    if (program.transfers[program.code[transfer.instruction].detail].chunkPath == nowhere)
        return offer(t);
    beginChunkPath(t);
    return false;
}

/// Sends the current chunk to the receivers with room; returns true if all had room.
bool Transfers::offer(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    const bool up = !transfer.overCaller;
    transfer.blocked = 0;
    for (const Handle target : transfer.targets) {
        if (!core_.calls.holds(target))
            continue;
        Call& call = core_.calls[static_cast<std::uint32_t>(target)];
        if (call.finished || call.abandoned)
            continue;
        Stream& stream = transport_.of(call, up);
        if (stream.senders.empty() && transport_.hasRoom(stream, transfer.window)) {
            push(static_cast<std::uint32_t>(target), up, t);
            continue;
        }
        stream.senders.push_back(t);
        ++transfer.blocked;
        if (stream.senders.size() == 1)
            transport_.awaitRoom(static_cast<std::uint32_t>(target), up, transfer.window);
    }
    return transfer.blocked == 0;
}

void Transfers::unblockSender(std::uint32_t t)
{
    if (--transfers_[t].blocked == 0)
        nextChunk(t);
}

void Transfers::push(std::uint32_t c, bool up, std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    Call& over = core_.calls[c];
    Stream& stream = transport_.of(over, up);
    const std::uint32_t from = up ? over.callerNode : over.calleeNode, to = up ? over.calleeNode : over.callerNode;
    if (stream.flow == resources::noStream && !over.lost) {
        stream.flow = core_.cluster.network->open(from, to, connections_.flowOf(over), connections_.isKept(over));
        if (stream.flow == resources::noStream)
            call.lost(c);
    }
    ++stream.outstanding;
    Chunk chunk = transfer.current;
    const Program& program = core_.programOf(core_.paths[transfer.path]);
    const bool waits = !program.transfers[program.code[transfer.instruction].detail].insideChunk;
    if (waits && transfer.remaining < nothingLeft) {
        ++transfer.unsent;
        stream.lastSenders.push_back(t);
        chunk.last = true;
    }
    if (over.followed) [[unlikely]]
        core_.followers.streams().chunkSent(transport_.way(c, up), core_.paths[transfer.path], chunk.last);
    transport_.push(c, up, chunk);
}

void Transfers::lastLeft(std::uint32_t c, bool up)
{
    Stream& stream = transport_.of(core_.calls[c], up);
    if (stream.lastSenders.empty())
        return;
    const std::uint32_t t = stream.lastSenders.front();
    stream.lastSenders.erase(stream.lastSenders.begin());
    if (t == nowhere || --transfers_[t].unsent > 0)
        return;
    if (core_.calls[c].followed) [[unlikely]]
        core_.followers.streams().lastLeft(transport_.way(c, up), pathOf(t));
    nextChunk(t);
}

// Receiving -----------------------------------------------------------------------------------------------------

void Transfers::arrived(std::uint32_t c, bool up)
{
    Call& over = core_.calls[c];
    const Stream& stream = transport_.of(over, up);
    if (stream.receivers.empty())
        return;
    const std::uint32_t t = stream.receivers.front();
    if (over.followed && transfers_[t].region == nowhere) [[unlikely]]
        core_.followers.streams().chunkTaken(transport_.way(c, up), pathOf(t));
    takeChunk(t);
}

void Transfers::takeChunk(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    Stream& stream =
        transport_.of(core_.calls[static_cast<std::uint32_t>(transfer.targets.front())], transfer.overCaller);
    const Program& program = core_.programOf(core_.paths[transfer.path]);
    const TransferStep& step = program.transfers[program.code[transfer.instruction].detail];
    while (transfer.region == nowhere && !stream.arrived.empty()) {
        if (!readPiece(t, step))
            continue;
        if (step.chunkPath != nowhere)
            beginChunkPath(t);
        else if (!consume(t))
            return;
    }
}

/// Reads the next piece of the stream, or as much of it as completes the receiver's chunk; returns true once that is
/// complete. Bytes read into an incomplete chunk make room for the sender.
bool Transfers::readPiece(std::uint32_t t, const TransferStep& step)
{
    Transfer& transfer = transfers_[t];
    const auto c = static_cast<std::uint32_t>(transfer.targets.front());
    const bool up = transfer.overCaller;
    Stream& stream = transport_.of(core_.calls[c], up);
    Chunk& next = stream.arrived.front();
    if (!step.regroups && step.forEachChunk && next.count > 1) { // the sender has merged several
        transfer.current = {.bytes = std::ceil(next.bytes / next.count), .count = 1};
        transfer.cut = true;
        next.bytes -= transfer.current.bytes;
        --next.count;
        return true;
    }
    if (!step.regroups) {
        transfer.cut = false;
        transfer.current = next;
        stream.arrived.pop_front();
        return true;
    }
    const double wanted = std::min(transfer.piece, transfer.remaining) - transfer.current.bytes;
    transfer.cut = next.bytes - wanted > nothingLeft;
    const bool complete = next.bytes - wanted > -nothingLeft;
    transfer.current.bytes += transfer.cut ? wanted : next.bytes;
    transfer.current.count = std::ceil(transfer.current.bytes / transfer.chunkBytes);
    if (transfer.cut)
        next.bytes -= wanted;
    else
        stream.arrived.pop_front();
    if (complete)
        return true;
    makeRoom(c, up, t);
    return false;
}

bool Transfers::takeRest(Call& call)
{
    if (call.streams == nowhere || call.callee != nowhere)
        return false;
    Stream& down = transport_.down(call);
    if (down.receivers.empty())
        return false;
    const std::uint32_t t = down.receivers.front();
    const Transfer& transfer = transfers_[t];
    const Program& program = core_.programOf(core_.paths[transfer.path]);
    if (!program.transfers[program.code[transfer.instruction].detail].regroups ||
        transfer.current.bytes < nothingLeft || transfer.region != nowhere)
        return false;
    ++down.outstanding; // until it is consumed
    beginChunkPath(t);
    return true;
}

void Transfers::consumed(std::uint32_t t)
{
    if (consume(t))
        takeChunk(t);
}

/// The receiver has finished a chunk. Returns true if it continues.
bool Transfers::consume(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    const Handle handle = transfers_.handle(t);
    const auto c = static_cast<std::uint32_t>(transfer.targets.front());
    const bool up = transfer.overCaller;
    transfer.remaining -= std::exchange(transfer.current, {}).bytes;
    if (transfer.cut && transfer.remaining < nothingLeft) // nobody takes the rest of the last piece
        transport_.of(core_.calls[c], up).arrived.pop_front();
    else if (transfer.cut)
        return true;
    makeRoom(c, up, t);
    if (transfer.remaining < nothingLeft)
        finish(t);
    else if (!up && core_.calls[c].callee == nowhere)
        call.received(c); // the consumed chunk may have been the last one
    return transfers_.holds(handle);
}

/// The receiver has taken a chunk.
void Transfers::makeRoom(std::uint32_t c, bool up, std::uint32_t receiver)
{
    if (core_.calls[c].followed) [[unlikely]]
        core_.followers.streams().roomMade(transport_.way(c, up), pathOf(receiver));
    transport_.taken(c, up);
    admitSenders(c, up);
}

/// Senders go on as far as there is room; the next one waits for the room that is on its way.
void Transfers::admitSenders(std::uint32_t c, bool up)
{
    Stream& stream = transport_.of(core_.calls[c], up);
    while (!stream.senders.empty() && transport_.hasRoom(stream, transfers_[stream.senders.front()].window)) {
        const std::uint32_t sender = stream.senders.front();
        stream.senders.erase(stream.senders.begin());
        if (core_.calls[c].followed) [[unlikely]]
            core_.followers.streams().roomCame(transport_.way(c, up), pathOf(sender));
        push(c, up, sender);
        unblockSender(sender);
    }
    if (!stream.senders.empty())
        transport_.awaitRoom(c, up, transfers_[stream.senders.front()].window);
}

// Both ----------------------------------------------------------------------------------------------------------

void Transfers::beginChunkPath(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    Path& p = core_.paths[transfer.path];
    const Program& program = core_.programOf(p);
    const TransferStep& step = program.transfers[program.code[transfer.instruction].detail];
    const std::uint64_t key = kernel::nthOf(p.key, p.draws++);
    const std::uint32_t s = regions_.open(ParallelRegion::Kind::chunk, p.request, p.region, p.iteration,
                                          transfer.instruction, nullptr, key);
    ParallelRegion& region = core_.regions[s];
    region.transfer = t;
    region.count = region.launched = 1;
    region.iterations.resize(1);
    transfer.region = s;
    double* frame = core_.frames.copy(p.frame);
    frame[step.bytesSlot] = transfer.current.bytes;
    frame[step.countSlot] = transfer.current.count;
    frame[step.offsetSlot] = transfer.begun;
    transfer.begun += transfer.current.bytes;
    const std::uint32_t path = paths_.spawn(p.request, s, 0, step.chunkPath, frame, key);
    if (p.followed) [[unlikely]]
        core_.followers.streams().chunkPathBegan(core_.paths[path], p);
    if (step.chunksATurn != 1)
        workers_.continueTurn(core_.paths[path], step.chunksATurn);
    core_.resume(path);
}

void Transfers::chunkDone(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    transfer.region = nowhere;
    if (const Path& p = pathOf(t); p.followed) [[unlikely]]
        core_.followers.streams().chunkPathEnded(p);
    if (!transfer.receive) {
        if (offer(t))
            nextChunk(t);
    } else if (core_.calls.holds(transfer.targets.front())) {
        consumed(t);
    }
}

void Transfers::finish(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    const std::uint32_t path = transfer.path;
    const Handle target = transfer.targets.front();
    const bool receive = transfer.receive, overCaller = transfer.overCaller;
    transfers_.give(t);
    Path& p = core_.paths[path];
    const Instruction& code = core_.codeOf(p);
    if (core_.programOf(p).transfers[code.detail].chunksATurn != 1)
        workers_.continueTurn(p, 0);
    core_.advance(p, code, code.next);
    core_.resume(path);
    if (!receive || !core_.calls.holds(target))
        return;
    const auto c = static_cast<std::uint32_t>(target);
    auto& receivers = transport_.of(core_.calls[c], overCaller).receivers;
    std::erase(receivers, t);
    if (!receivers.empty())
        takeChunk(receivers.front());
    if (!overCaller && core_.calls.holds(target))
        call.received(c);
}

/// The path that transfers is cancelled, or its connection is closed.
void Transfers::drop(std::uint32_t t)
{
    Transfer& transfer = transfers_[t];
    std::uint32_t next = nowhere; // the next receiver of the chunks
    for (const Handle target : transfer.targets) {
        if (!core_.calls.holds(target))
            continue;
        Stream& stream =
            transport_.of(core_.calls[static_cast<std::uint32_t>(target)], transfer.receive == transfer.overCaller);
        std::erase(stream.senders, t);
        std::replace(stream.lastSenders.begin(), stream.lastSenders.end(), t, nowhere); // its bytes leave in order
        if (std::erase(stream.receivers, t) > 0 && !stream.receivers.empty())
            next = stream.receivers.front();
    }
    const std::uint32_t region = transfer.region;
    const Handle heir = next == nowhere ? noHandle : transfers_.handle(next);
    transfers_.give(t);
    if (region != nowhere) {
        core_.regions[region].transfer = nowhere;
        regions_.cancel(region);
    }
    if (transfers_.holds(heir))
        takeChunk(next);
}

// Streams of a call ---------------------------------------------------------------------------------------------

bool Transfers::streamsDown(const Call& call) const
{
    if (call.streams == nowhere)
        return false;
    const Stream& down = transport_.down(call);
    return down.outstanding > 0 || (!down.receivers.empty() && call.callee != nowhere);
}

void Transfers::closeStreams(std::uint32_t c)
{
    if (core_.calls[c].streams == nowhere)
        return;
    const Handle handle = core_.calls.handle(c);
    if (core_.calls[c].followed) [[unlikely]]
        core_.followers.streams().streamsClosed(handle);
    for (const bool up : {true, false}) {
        if (!core_.calls.holds(handle))
            return; // cancelling the paths of the first direction ended the last use of the record
        Stream& stream = transport_.of(core_.calls[c], up);
        transport_.close(stream);
        if (stream.lastSenders.empty() && stream.senders.empty() && stream.receivers.empty())
            continue;
        const std::vector<std::uint32_t> leaving = std::exchange(stream.lastSenders, {});
        const std::vector<std::uint32_t> senders = std::exchange(stream.senders, {});
        std::vector<Handle> receivers;
        for (const std::uint32_t t : std::exchange(stream.receivers, {}))
            receivers.push_back(transfers_.handle(t));
        for (const std::uint32_t t : leaving)
            if (t != nowhere && --transfers_[t].unsent == 0)
                nextChunk(t);
        for (const std::uint32_t t : senders)
            unblockSender(t);
        // Nothing more will arrive: the paths that receive it end.
        for (const Handle receiver : receivers)
            if (transfers_.holds(receiver))
                paths_.cancel(transfers_[static_cast<std::uint32_t>(receiver)].path);
    }
}

} // namespace headroom::behaviour
