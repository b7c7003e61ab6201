// The interpreter's records of work in progress. Internal to behaviour/.
#pragma once

#include "behaviour/program/program.h"
#include "behaviour/records/fifo.h"
#include "behaviour/records/operation_client.h"
#include "behaviour/records/short_vector.h"
#include "kernel/calendar.h"
#include "monitoring/level.h"
#include "monitoring/meter.h"
#include "resources/network/flow/network.h"
#include "resources/processor/station.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace headroom::behaviour {

using Handle = std::uint64_t; ///< of a pooled record, see Pool
inline constexpr Handle noHandle = 0;

/// Reason why a path waits. It determines how a cancelled path is removed from there.
enum class Wait : std::uint8_t
{
    nothing,
    ready,
    worker,
    helper, ///< a helper thread of its worker
    waking, ///< its worker, which wakes up
    processor,
    station,
    storage,
    timer,
    call,
    sending, ///< the processor that sends its message
    transfer,
    state,
    queue, ///< in a queue, as a Waiter
    copying
};

/// Hold of a path on its request's worker.
enum class Holds : std::uint8_t
{
    nothing,
    worker, ///< the event loop or the thread
    helper  ///< one of its helper threads
};

/// A call of a simple operation (Program::simple) that the path executes inline: the place to return to and the called
/// instance. The request has no record of its own; its state is in the path.
struct SimpleCall
{
    std::uint32_t program, pc, node, draws;
    double* frame;
    std::uint64_t key;
    kernel::Time entered;
    std::uint32_t role; ///< instance that is called
};

/// A path through a diagram, with its own copy of the request's variables. It takes two cache lines, because there are
/// many paths, and a third during a simple call. The fields used after each service come first.
struct Token
{
    /// A path waits for only one thing at a time.
    union {
        resources::StationJob job{}; ///< for a processor or a station
        std::uint64_t waitFor;       ///< event, call, transfer or waiter
        kernel::Time waitSince;      ///< for its event loop
    };
    std::uint32_t program = nowhere; ///< the program that it executes, at `pc`
    std::uint32_t pc = nowhere;
    std::uint32_t node = 0; ///< current node
    std::uint32_t draws = 0;
    std::uint64_t key = 0; ///< identifies the path in random draws; independent of the order of events

    kernel::Time entered = 0;
    double* frame = nullptr; ///< none: the diagram has no variables, or the frame was handed on and the path is about
                             ///< to end
    std::uint32_t request = nowhere; ///< nowhere: the record is free
    std::uint32_t outstanding = 0;
    Wait wait = Wait::nothing;
    bool inSimpleCall = false; ///< executes a simple operation inline
    bool inlineBranch = false; ///< and ends with it (inline_branches.cpp); otherwise it returns to `simpleCall`
    bool replied = false;      ///< during a simple call
    bool ok = false;           ///< status of its reply
    Holds holds = Holds::nothing;
    bool helped = false; ///< a helper thread executed its last block: the next one aside needs no worker before
    std::uint8_t stage = 0;
    std::uint32_t region = nowhere; ///< the fork it belongs to
    std::uint32_t iteration = 0;
    struct Neighbours
    {
        std::uint32_t previous, following;
    };
    union {
        Neighbours beside{nowhere, nowhere}; ///< in the region's (or request's) list
        kernel::Time called;                 ///< of an inline branch, which is in no list: when the call began
    };
    union {
        std::uint32_t held = nowhere; ///< first of the amounts it has acquired
        std::uint32_t role;           ///< of an inline branch, which acquires nothing: the called instance
    };
    bool followed = false;      ///< see Followers
    std::uint64_t progress = 0; ///< of a read or a write, bytes
};

/// A token, and the fields that are valid only during a simple call that is not an inline branch.
struct Path : Token
{
    SimpleCall simpleCall;

    /// Restores the initial state.
    void reset() { static_cast<Token&>(*this) = Token{}; }
};

/// The path that a job belongs to.
inline Path& pathOf(resources::StationJob& job)
{
    static_assert(std::is_standard_layout_v<Token> && offsetof(Token, job) == 0);
    return static_cast<Path&>(reinterpret_cast<Token&>(job));
}
inline const Path& pathOf(const resources::StationJob& job)
{
    return pathOf(const_cast<resources::StationJob&>(job));
}

struct JoinState
{
    std::uint32_t arrived = 0;
    std::uint32_t lost = 0;
    std::uint32_t grace = nowhere; ///< record of the grace period, while it lasts
    std::uint32_t firstValue = 0;  ///< index of its first reduction in the region's values
    std::uint32_t need = 0;        ///< arrivals needed to continue
    bool fired = false;
};

/// One of the parallel paths of a region, together with all paths and regions started from it.
struct Iteration
{
    std::uint32_t live = 0; ///< paths and inner regions
    union {
        std::uint32_t item = nowhere; ///< before the launch: the item of a for each, the device or the node
        std::uint32_t inlineBranch;   ///< after the launch: the path, if it is an inline branch
    };
    std::uint64_t arrived = 0; ///< one bit for each join of the fork: one of its paths has reached that join
};

/// The parallel paths of one passage through a fork, a for each or a chunk path. It takes four cache lines; for up to
/// three paths without values to hand on, the last line is not accessed.
struct ParallelRegion
{
    enum class Kind : std::uint8_t
    {
        fork,
        chunk
    } kind = Kind::fork;
    bool attached = true;            ///< still counted by the iteration that contains it
    bool followed = false;           ///< the same as its request
    std::uint32_t request = nowhere; ///< nowhere: the record is free
    std::uint32_t instruction = nowhere;
    union {
        std::uint32_t program = nowhere; ///< fork: the program of the request
        std::uint32_t transfer;          ///< chunk: the transfer it belongs to
    };
    std::uint32_t count = 0, launched = 0, atOnce = 0;
    std::uint32_t ended = 0;          ///< includes those that are never launched
    std::uint32_t pins = 0;           ///< while above 0, the region is in use and must not be settled
    std::uint32_t inlineBranches = 0; ///< live ones; the request counts all of them as one
    std::uint32_t paths = nowhere;    ///< list of live paths
    std::uint32_t held = nowhere;     ///< first of the amounts acquired before the fork, until a join continues with
                                      ///< them
    double* frame = nullptr;          ///< the variables at the time of the fork; none: a chunk path
    ShortVector<JoinState, 1> joins;
    std::uint64_t key = 0;
    std::uint32_t parentRegion = nowhere;
    std::uint32_t parentIteration = 0;
    std::uint32_t previous = nowhere, following = nowhere; ///< neighbours among the parent's inner regions
    std::uint32_t innerRegions = nowhere;
    ShortVector<Iteration, 4> iterations;
    ShortVector<double, 2> values; ///< of the joins' reductions; undefined if there are none

    std::uint32_t running() const { return launched - ended; }
};

/// A list that a join hands on: a variable holds its index counted from 1; 0 is the empty list. The list is constant
/// once the join has continued, so all paths of the request share it; it is released with the request.
struct ValueList
{
    std::vector<double> values;
    std::uint32_t following = nowhere; ///< of the same request
};

struct Chunk
{
    double bytes = 0;
    double count = 0;  ///< number of the software's chunks that are merged in it
    bool last = false; ///< its sender waits until it has left the node
};

/// One direction of a call's connection.
struct Stream
{
    resources::StreamId flow = resources::noStream;
    std::uint32_t outstanding = 0;       ///< chunks sent and not yet taken by a receiver
    Fifo<kernel::Time> credits;          ///< when the sender learns of those that have been taken, in order
    kernel::Time roomAt = kernel::never; ///< a sender that waits for room goes on then
    Fifo<Chunk> moving;          ///< with the sender's processor, in the network or with the receiver's, in order
    std::uint32_t sent = 0;      ///< number of `moving` that have been given to the network
    std::uint32_t ended = 0;     ///< of how many the segments have come that the sender's processor worked on last
    std::uint32_t delivered = 0; ///< number of them that have left the network
    std::uint32_t leaving = 0;   ///< senders whose last chunk the network has sent before the processor was through
    bool sending = false;        ///< the sender's processor works on a chunk,
    bool resting = false;        ///< on the segments after the first of the chunk that was sent last
    bool begun = false;          ///< a segment of the first of `moving` has arrived
    bool receiving = false;      ///< the receiver's processor works on the first of `moving`
    bool mostReceived = false;   ///< and has finished with all but its last segment
    Fifo<Chunk> arrived;         ///< at the receiver, not yet processed
    // Transfers, first come, first served; usually each list has at most one.
    std::vector<std::uint32_t> senders;     ///< waiting for room
    std::vector<std::uint32_t> receivers;   ///< the first receives the chunks
    std::vector<std::uint32_t> lastSenders; ///< their last chunk has not left yet; nowhere: dropped
};

/// Both directions of a call over which streams are moved.
struct Streams
{
    Stream up, down; ///< caller → callee and back
};

/// A call, from its start until neither side needs it; also a message without an answer. It takes two cache lines: the
/// fields used at acceptance and for the answer come first. Data that the waiting path stores (its fork, its variables)
/// are not repeated here.
struct Call
{
    std::uint32_t callerRequest = nowhere; ///< while it is one of the caller's open calls
    std::uint32_t callee = nowhere;        ///< request, once accepted
    std::uint32_t instruction = nowhere;
    std::uint32_t callerNode = 0, calleeNode = 0;
    std::uint32_t calleeInstance = nowhere;                ///< role instance
    std::uint32_t operation = nowhere;                     ///< nowhere: the record is free
    std::uint32_t previous = nowhere, following = nowhere; ///< among the open calls of the caller's request
    std::uint32_t streams = nowhere;                       ///< once something is streamed over the call
    std::uint32_t connection = nowhere;                    ///< kept or shared; nowhere: a connection of its own
    bool oneWay = false;
    bool queued = false; ///< is waiting to be accepted
    bool abandoned = false;
    bool replied = false; ///< the callee has answered
    bool replyArrived = false;
    bool ok = true;
    bool refused = false;
    bool finished = false;          ///< the caller has continued
    bool sending = false;           ///< a path works on it, see `sender`
    bool connecting = false;        ///< nothing has come back from the callee's node yet
    bool followed = false;          ///< the same as its caller
    bool lost = false;              ///< its messages no longer pass: one of the nodes failed, or no route is left
    Handle callerHandle = noHandle; ///< the waiting path; none for a send
    std::uint64_t key = 0;
    std::uint64_t job = 0; ///< the caller's
    double requestBytes = 0;
    union {
        kernel::Time queuedSince = 0; ///< before it arrives: the time at which the call was made
        Handle sender;                ///< while a path works on the answer, or on a message without one: that path
    };
    kernel::EventId deadline = kernel::noEvent;
    double* arguments = nullptr; ///< a frame; it becomes the frame of the callee's first path
    double* results = nullptr;   ///< a frame, once there are results

    std::uint32_t callerPath() const { return static_cast<std::uint32_t>(callerHandle); }
};

/// The connections that a client keeps from one call block to one node: as many as the most calls it had at a time.
struct KeptConnections
{
    std::uint32_t idle = nowhere; ///< the one used last; the others are linked to it
    std::uint32_t count = 0;
};

/// A connection that lasts longer than a call.
struct Connection
{
    std::uint64_t flow = 0; ///< selects the route through the network
    KeptConnections* among = nullptr;
    std::uint32_t following = nowhere; ///< while it is idle
    std::uint32_t worker = nowhere;    ///< that accepted it; nowhere: a thread
    std::uint32_t from = 0, to = 0;    ///< instances of roles
    bool open = false;                 ///< it has been accepted
    bool shared = false;               ///< by all calls of a block between its ends
    /// Streams of a shared connection, which carry the messages to the callee and back, once there was one.
    resources::StreamId requests = resources::noStream, answers = resources::noStream;
};

/// Work for the current instant: a path, or the delivery of a message that took no time.
struct Ready
{
    Handle handle = noHandle;
    kernel::Handler handler = nullptr; ///< none: it is the handle of a path
    void* self = nullptr;
};

/// An operation in execution. It takes two cache lines; the fields that every request needs come first.
struct Request
{
    /// The receiver of its answer.
    enum class From : std::uint8_t
    {
        nobody,
        workload,
        call,
        waitingPath, ///< that has called it without a record of the call
        inlinePath   ///< the same, but that path executes the request inline and then returns to its own program
    };
    static constexpr std::size_t callerKinds = 5;
    /// The state of a calling path at its call.
    struct Caller
    {
        std::uint32_t request, pc, region, iteration, draws, held;
        double* frame;
        std::uint64_t key;
        kernel::Time entered;
    };

    std::uint32_t program = nowhere; ///< nowhere: the record is free
    std::uint32_t node = 0;
    std::uint32_t role = nowhere; ///< index of the role instance
    std::uint32_t worker = nowhere;
    std::uint32_t live = 0;           ///< paths
    std::uint32_t paths = nowhere;    ///< of the outermost level, except the one that executes it inline
    std::uint32_t thread = nowhere;   ///< for a role without event loops: number of its thread, if threads are numbered
    std::uint32_t workerOn = nowhere; ///< index of the role instance to which its worker belongs
    std::uint64_t key = 0;
    std::uint64_t memory = 0; ///< bytes it holds
    From from = From::nobody;
    bool replied = false;
    bool ok = false;   ///< status that the inline path returns
    bool lent = false; ///< its worker is its caller's
    std::uint32_t inlinePath = nowhere;
    std::uint32_t regions = nowhere;  ///< of the outermost level
    std::uint32_t calls = nowhere;    ///< its open calls
    std::uint64_t job = 0;            ///< 0: none
    std::uint32_t consumer = nowhere; ///< whose message started it
    bool followed = false;            ///< see Followers
    /// Path that waits for the answer, without a record of the call.
    struct Waiting
    {
        Handle path;
        std::uint32_t request; ///< of the path
    };
    union {
        Caller caller;          ///< of the path that executes it inline
        OperationTicket ticket; ///< of a workload
        Handle call;            ///< the call to answer
        Waiting waiting;        ///< the waiting path
    };
};

/// A transfer block in execution.
struct Transfer
{
    std::uint32_t path = nowhere;
    std::uint32_t instruction = nowhere;
    bool receive = false;
    double remaining = 0;
    double begun = 0;         ///< bytes of the chunks that have begun their path
    double piece = 0;         ///< bytes of a merged chunk
    double chunkBytes = 1;    ///< bytes of one software chunk
    std::uint32_t window = 1; ///< in merged chunks
    Chunk current;            ///< of a receiver also while it is being collected
    bool cut = false;         ///< the rest of the piece that completed the current chunk is still to be read
    std::vector<Handle> targets;
    bool overCaller = false;
    std::uint32_t blocked = 0;      ///< number of targets without room
    std::uint32_t unsent = 0;       ///< number of targets whose last chunk has not left yet
    std::uint32_t region = nowhere; ///< active chunk path
};

/// The grace period in which a join waits for its remaining paths.
struct Grace
{
    Handle region = noHandle;
    std::uint32_t join = 0;
    kernel::EventId end = kernel::noEvent;
};

} // namespace headroom::behaviour
