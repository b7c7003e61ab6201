// The way of a stream's chunks over a call: the sender's processor, the network, the receiver's processor.
#pragma once

#include "behaviour/core/core.h"
#include "behaviour/core/hook.h"

#include <cstdint>
#include <utility>

namespace headroom::behaviour {

/// The processor of each node handles one chunk of a connection after the other. As with messages
/// (messages/messages.h), the sender's works on the first segment of a chunk before the chunk enters the network, and
/// the receiver's on the last one after all have come; both work on the others meanwhile. So a long chunk takes as long
/// as the slowest of the two processors and the wire, and a segment on each of the others.
class StreamTransport
{
public:
    explicit StreamTransport(Core& core)
        : ends{{core.hooks, "the last chunk of a stream has left"},
               {core.hooks, "a chunk has arrived"},
               {core.hooks, "a stream has room again"}},
          core_(core)
    {
    }

    /// The software that streams: a row that the part above sets.
    struct EndsRow
    {
        /// The last chunk of a sender has left its node.
        Hook<void(std::uint32_t call, bool up)> lastLeft;
        /// A chunk has arrived and been received.
        Hook<void(std::uint32_t call, bool up)> arrived;
        /// The sender that has waited longest for room may have it now.
        Hook<void(std::uint32_t call, bool up)> roomCame;
    } ends;

    /// One direction of the call, created at first use: most calls stream nothing.
    Stream& of(Call& call, bool up);
    /// To the caller, of a call that streams.
    Stream& down(const Call& call) { return streams_[call.streams].down; }
    const Stream& down(const Call& call) const { return streams_[call.streams].down; }

    /// Sends a chunk after those that were pushed before. Chunks of a lost call are dropped.
    void push(std::uint32_t call, bool up, const Chunk& chunk);
    /// For those who follow its chunks.
    ChunkWay way(std::uint32_t call, bool up) const
    {
        const Call& of = core_.calls[call];
        return {core_.calls.handle(call), up, up ? of.callerNode : of.calleeNode, up ? of.calleeNode : of.callerNode};
    }
    /// A receiver has taken a chunk. The sender learns so, and has room for another one, when an acknowledgement has
    /// come back.
    void taken(std::uint32_t call, bool up);
    /// True if a sender of this window may send another chunk now.
    bool hasRoom(Stream& stream, std::uint32_t window) const;
    /// Calls `roomCame` once there is room, if it is on its way.
    void awaitRoom(std::uint32_t call, bool up, std::uint32_t window);
    /// Nothing more is moved: what is on its way is dropped.
    void close(Stream& stream);
    /// The call is lost: paths that send over it keep waiting, as for a window that stays closed, until the call is
    /// given up.
    void closeFlows(const Call& call);
    /// Frees the streams together with the call's record.
    void drop(Call& call)
    {
        if (call.streams != nowhere)
            streams_.give(std::exchange(call.streams, nowhere));
    }
    std::size_t inUse() const { return streams_.inUse(); }

private:
    /// Calls a step of a call's stream for one of its directions; the context is the call's handle.
    template <auto step, bool up>
    static void onStep(void* self, std::uint64_t handle)
    {
        auto& transport = *static_cast<StreamTransport*>(self);
        if (transport.core_.calls.holds(handle) && !transport.core_.calls[static_cast<std::uint32_t>(handle)].lost)
            (transport.*step)(static_cast<std::uint32_t>(handle), up);
        transport.core_.drain();
    }
    template <auto step>
    kernel::Completion completion(std::uint32_t call, bool up)
    {
        return {up ? &onStep<step, true> : &onStep<step, false>, this, core_.calls.handle(call)};
    }
    NodeHardware& sender(const Call& call, bool up) const
    {
        return core_.cluster.nodes[up ? call.callerNode : call.calleeNode];
    }
    NodeHardware& receiver(const Call& call, bool up) const { return sender(call, !up); }

    static void clear(Stream& stream);
    void begin(std::uint32_t call, bool up);
    void enterNetwork(std::uint32_t call, bool up);
    void afterSegment(const Stream& stream, kernel::Completion arrived);
    void goOn(std::uint32_t call, bool up);
    void sentWhole(std::uint32_t call, bool up);
    void lastSent(std::uint32_t call, bool up);
    void firstArrived(std::uint32_t call, bool up);
    void endArrived(std::uint32_t call, bool up);
    void delivered(std::uint32_t call, bool up);
    void receive(std::uint32_t call, bool up);
    void receivedMost(std::uint32_t call, bool up);
    void received(std::uint32_t call, bool up);
    void roomDue(std::uint32_t call, bool up);

    Core& core_;
    Pool<Streams> streams_;
};

} // namespace headroom::behaviour
