// Streams over open calls: chunks with a window, relayed or produced and consumed by paths of their own.
#pragma once

#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/core/hook.h"
#include "behaviour/messages/connections.h"
#include "behaviour/messages/stream_transport.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace headroom::behaviour {

class Paths;
class Regions;
class Workers;

class Transfers
{
public:
    Transfers(Core& core, BlockTable& blocks, const Connections& connections, StreamTransport& transport,
              Workers& workers, Paths& paths, Regions& regions);

    /// The call that streams: a row that the part above sets.
    struct CallRow
    {
        /// No route is left for its stream.
        Hook<void(std::uint32_t call)> lost;
        /// Something of what is streamed to the caller was received: it may have been the last of it.
        Hook<void(std::uint32_t call)> received;
    } call;

    /// The path that transfers.
    Path& pathOf(std::uint32_t transfer) { return core_.paths[transfers_[transfer].path]; }

    /// True if data streamed to the caller still has to be received.
    bool streamsDown(const Call& call) const;
    /// The callee has ended: a receiver of the caller takes what it has collected of its last chunk. False if there is
    /// nothing.
    bool takeRest(Call& call);
    /// The call is over: paths that send continue, the paths that receive chunks end.
    void closeStreams(std::uint32_t call);
    /// The blocks that have passed on chunks in larger pieces than their own chunks, by their monitors.
    std::vector<std::uint32_t> mergedStreams() const;
    std::size_t inUse() const { return transfers_.inUse(); }

private:
    /// The path of a chunk that is produced or consumed has ended.
    void chunkDone(std::uint32_t transfer);
    void lastLeft(std::uint32_t call, bool up);
    void arrived(std::uint32_t call, bool up);
    bool transfer(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool begin(std::uint32_t path, Path& p, const TransferStep& step, const Instruction& code);
    void cancelTransfer(Path& p);
    void collectTargets(const Path& p, const TransferStep& step, std::vector<Handle>& targets) const;
    void choosePieces(Transfer& transfer, const TransferStep& step) const;
    double mostOnTheWay(const Transfer& transfer, double piece) const;
    void nextChunk(std::uint32_t transfer);
    bool produceChunk(std::uint32_t transfer);
    bool offer(std::uint32_t transfer);
    void unblockSender(std::uint32_t transfer);
    void push(std::uint32_t call, bool up, std::uint32_t transfer);
    void takeChunk(std::uint32_t transfer);
    bool readPiece(std::uint32_t transfer, const TransferStep& step);
    void consumed(std::uint32_t transfer);
    bool consume(std::uint32_t transfer);
    void makeRoom(std::uint32_t call, bool up, std::uint32_t receiver);
    void admitSenders(std::uint32_t call, bool up);
    void finish(std::uint32_t transfer);
    void drop(std::uint32_t transfer);
    void beginChunkPath(std::uint32_t transfer);

    Core& core_;
    const Connections& connections_;
    StreamTransport& transport_;
    Workers& workers_;
    Paths& paths_;
    Regions& regions_;
    Pool<Transfer> transfers_;
    std::vector<bool> merged_; ///< by block: it has sent in larger pieces than its chunks
};

} // namespace headroom::behaviour
