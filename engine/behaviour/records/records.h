// What the interpreter keeps about work under way. Internal to behaviour/.
#pragma once

#include "behaviour/program/program.h"
#include "behaviour/records/fifo.h"
#include "behaviour/records/operation_client.h"
#include "behaviour/records/short_vector.h"
#include "kernel/calendar.h"
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

/// What a path is waiting for; says how to take it out when it is cancelled.
enum class Wait : std::uint8_t
{
    nothing,
    ready,
    worker,
    processor,
    station,
    storage,
    timer,
    call,
    transfer,
    state,
    queue, ///< as a Waiter
    copying
};

/// A call of a simple operation (Program::simple) that the path carries out inline: where the path called, and whom.
/// There is no record of the request: only the path knows of it.
struct SimpleCall
{
    std::uint32_t program, pc, node, draws;
    double* frame;
    std::uint64_t key;
    kernel::Time entered;
    std::uint32_t role; ///< instance that is called
};

/// What walks a diagram, with its own copy of the request's variables. Two cache lines, because there are many, and a
/// third while it is in a simple call: what is looked at when the path has been served comes first.
struct Token
{
    /// A path waits for one thing at a time.
    union {
        resources::StationJob job{}; ///< for a processor or a station
        std::uint64_t waitFor;       ///< event, call, transfer or waiter
        kernel::Time waitSince;      ///< for its event loop
    };
    std::uint32_t program = nowhere; ///< what it walks, at `pc`
    std::uint32_t pc = nowhere;
    std::uint32_t node = 0; ///< where
    std::uint32_t draws = 0;
    std::uint64_t key = 0; ///< names the path for random draws, the same whatever the order of events

    kernel::Time entered = 0;
    double* frame = nullptr; ///< none: the diagram has no variables, or it was handed on and the path is about to end
    std::uint32_t request = nowhere; ///< nowhere: the record is free
    std::uint32_t outstanding = 0;
    Wait wait = Wait::nothing;
    bool inSimpleCall = false; ///< carries out a simple operation inline
    bool inlineBranch = false; ///< and ends with it (inline_branches.cpp); else it returns to `simpleCall`
    bool replied = false;      ///< while it is in a simple call
    bool ok = false;           ///< what it has replied
    bool holdsWorker = false;
    bool wantsWorker = false; ///< has to be taken up by its event loop before it goes on
    std::uint8_t stage = 0;
    std::uint32_t region = nowhere; ///< the fork it belongs to
    std::uint32_t iteration = 0;
    struct Neighbours
    {
        std::uint32_t previous, following;
    };
    union {
        Neighbours beside{nowhere, nowhere}; ///< in the region's (or request's) list
        kernel::Time called;                 ///< of an inline branch, which is in no list: when it began
    };
    union {
        std::uint32_t held = nowhere; ///< first of what it has acquired
        std::uint32_t role;           ///< of an inline branch, which acquires nothing: the instance that it calls
    };
    std::uint64_t written = 0; ///< of a write to the page cache, so far
};

/// A token, and beside it what is valid only while it is in a simple call and is no inline branch.
struct Path : Token
{
    SimpleCall simpleCall;

    /// As at its beginning.
    void reset() { static_cast<Token&>(*this) = Token{}; }
};

/// What has been served.
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
    std::uint32_t grace = nowhere; ///< record of the wait for the rest, while it lasts
    std::uint32_t firstValue = 0;  ///< of its reductions, among the region's
    std::uint32_t need = 0;        ///< arrivals, for it to go on
    bool fired = false;
};

/// One of the parallel paths of a region, with the paths and regions that it has become.
struct Iteration
{
    std::uint32_t live = 0; ///< paths and inner regions
    union {
        std::uint32_t item = nowhere; ///< before it is launched: what a for each goes through, the device or the node
        std::uint32_t inlineBranch;   ///< afterwards: the path, if it is one
    };
    std::uint64_t arrived = 0; ///< one bit for each join of the fork that one of its paths has reached
};

/// The parallel paths of one passage through a fork, a for each or a chunk path. Four cache lines: of up to three
/// paths without values to hand on, nobody looks at the last.
struct ParallelRegion
{
    enum class Kind : std::uint8_t
    {
        fork,
        chunk
    } kind = Kind::fork;
    bool attached = true;            ///< still counts for the iteration it lies in
    std::uint32_t request = nowhere; ///< nowhere: the record is free
    std::uint32_t instruction = nowhere;
    union {
        std::uint32_t program = nowhere; ///< fork: that of the request
        std::uint32_t transfer;          ///< chunk: the transfer it belongs to
    };
    std::uint32_t count = 0, launched = 0, atOnce = 0;
    std::uint32_t ended = 0;          ///< those that are never launched included
    std::uint32_t pins = 0;           ///< while above 0 the region is being worked on and is not settled
    std::uint32_t inlineBranches = 0; ///< live ones; the request counts them as one
    std::uint32_t paths = nowhere;    ///< list of live paths
    std::uint32_t held = nowhere;     ///< first of what was acquired before the fork, until a join goes on with it
    double* frame = nullptr;          ///< the variables as they were at the fork; none: a chunk path
    ShortVector<JoinState, 1> joins;
    std::uint64_t key = 0;
    std::uint32_t parentRegion = nowhere;
    std::uint32_t parentIteration = 0;
    std::uint32_t previous = nowhere, following = nowhere; ///< neighbours among the parent's inner regions
    std::uint32_t innerRegions = nowhere;
    ShortVector<Iteration, 4> iterations;
    ShortVector<double, 2> values; ///< of the joins' reductions; if there are none, whatever was left in it

    std::uint32_t running() const { return launched - ended; }
};

/// What a join hands on as a list: a variable holds its index counted from 1, 0 is the empty list. Nobody changes it
/// once the join has gone on, so all paths of the request share it; it goes with the request.
struct ValueList
{
    std::vector<double> values;
    std::uint32_t following = nowhere; ///< of the same request
};

struct Chunk
{
    double bytes = 0;
    double count = 0; ///< of the software's chunks that are merged in it
};

/// One direction of a call's connection.
struct Stream
{
    resources::StreamId flow = resources::noStream;
    std::uint32_t outstanding = 0; ///< chunks sent and not yet taken
    Fifo<Chunk> moving;            ///< in the network or the receiver's network stack, in order
    std::uint32_t delivered = 0;   ///< of them have left the network
    Fifo<Chunk> arrived;           ///< at the receiver, not yet begun
    // Transfers, first come first served; as a rule one or none of each.
    std::vector<std::uint32_t> senders;     ///< waiting for room
    std::vector<std::uint32_t> receivers;   ///< the first takes the chunks
    std::vector<std::uint32_t> lastSenders; ///< whose last chunk has not left yet; nowhere: dropped
};

/// Both directions of a call that streams are moved over.
struct Streams
{
    Stream up, down; ///< caller → callee and back
};

/// A call from being made to being forgotten by both sides; also a message without answer. Two cache lines: what
/// acceptance and the answer look at comes first. What the waiting path knows (its fork, its variables) is not kept
/// again.
struct Call
{
    std::uint32_t callerRequest = nowhere; ///< while the caller counts it among its open calls
    std::uint32_t callee = nowhere;        ///< request, once accepted
    std::uint32_t instruction = nowhere;
    std::uint32_t callerNode = 0, calleeNode = 0;
    std::uint32_t operation = nowhere;                     ///< nowhere: the record is free
    std::uint32_t previous = nowhere, following = nowhere; ///< among the open calls of the caller's request
    std::uint32_t streams = nowhere;                       ///< once something is streamed over it
    std::uint32_t connection = nowhere;                    ///< that is kept; nowhere: one of its own
    bool oneWay = false;
    bool queued = false; ///< waits to be accepted
    bool abandoned = false;
    bool replied = false; ///< the callee has answered
    bool replyArrived = false;
    bool ok = true;
    bool refused = false;
    bool finished = false;   ///< the caller has gone on
    bool connecting = false; ///< nothing has come back from the callee's node yet
    bool lost = false;       ///< nothing of it passes between the nodes any more: one of them died, or no way is left
    Handle callerHandle = noHandle; ///< the waiting path; of a send: none
    std::uint64_t key = 0;
    std::uint64_t job = 0; ///< the caller's
    double requestBytes = 0;
    kernel::Time queuedSince = 0; ///< before it has arrived: since when it is made
    kernel::EventId deadline = kernel::noEvent;
    double* arguments = nullptr; ///< a frame; it becomes that of the callee's first path
    double* results = nullptr;   ///< a frame, once there are any

    std::uint32_t callerPath() const { return static_cast<std::uint32_t>(callerHandle); }
};

/// Those that a client keeps from one call block to one node: as many as it ever had calls under way at a time.
struct KeptConnections
{
    std::uint32_t idle = nowhere; ///< the one that was used last; the others follow
    std::uint32_t count = 0;
};

struct Connection
{
    std::uint64_t flow = 0; ///< picks the way through the network
    KeptConnections* among = nullptr;
    std::uint32_t following = nowhere; ///< while it is idle
    std::uint32_t worker = nowhere;    ///< that has accepted it; nowhere: a thread
    std::uint32_t from = 0, to = 0;    ///< nodes
    bool open = false;                 ///< somebody has accepted it
};

/// What goes on at this instant: a path, or what a message that took no time brings.
struct Ready
{
    Handle handle = noHandle;
    kernel::Handler handler = nullptr; ///< none: the handle is a path's
    void* self = nullptr;
};

/// An operation being carried out. Two cache lines; what every request needs comes first.
struct Request
{
    /// Who learns of its answer.
    enum class From : std::uint8_t
    {
        nobody,
        workload,
        call,
        waitingPath, ///< that has called without a record of the call
        inlinePath   ///< the same, and that path carries the request out itself: it goes back when it has done so
    };
    /// Where a path has left what it called from.
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
    std::uint32_t paths = nowhere;    ///< of the outermost level, without the one that carries it out inline
    std::uint32_t thread = nowhere;   ///< of a role that is no event loop: which of its threads, if they are numbered
    std::uint32_t consumer = nowhere; ///< that started it with a message
    std::uint64_t key = 0;
    std::uint64_t memory = 0; ///< bytes it holds
    From from = From::nobody;
    bool replied = false;
    bool ok = false; ///< what the inline path takes back
    std::uint32_t inlinePath = nowhere;
    std::uint32_t regions = nowhere; ///< of the outermost level
    std::uint32_t calls = nowhere;   ///< open calls it has made
    std::uint64_t job = 0;           ///< 0: none
    /// Who waits for its answer, without a record of the call.
    struct Waiting
    {
        Handle path;
        std::uint32_t request; ///< of the path
    };
    union {
        Caller caller;          ///< by the path that carries it out inline
        OperationTicket ticket; ///< a workload
        Handle call;            ///< that it answers
        Waiting waiting;        ///< the waiting path
    };
};

/// A transfer block being carried out.
struct Transfer
{
    std::uint32_t path = nowhere;
    std::uint32_t instruction = nowhere;
    bool receive = false;
    double remaining = 0;
    double begun = 0;         ///< bytes whose chunks have begun their path
    double piece = 0;         ///< bytes of a merged chunk
    double chunkBytes = 1;    ///< bytes of one chunk of the software
    std::uint32_t window = 1; ///< in merged chunks
    Chunk current;
    std::vector<Handle> targets;
    bool overCaller = false;
    std::uint32_t blocked = 0;      ///< targets that have no room
    std::uint32_t unsent = 0;       ///< targets whose last chunk has not left yet
    std::uint32_t region = nowhere; ///< chunk path under way
};

struct Worker
{
    bool busy = false;
    kernel::Time heldSince = 0;
    std::uint32_t clients = 0;
    Fifo<Handle> queue; ///< paths that want to run
};

/// A role on a node.
struct RoleInstance
{
    std::uint32_t role = nowhere;
    std::uint32_t node = 0;
    std::vector<Worker> workers;
    std::uint32_t threads = 0;              ///< numbered so far
    std::vector<std::uint32_t> idleThreads; ///< numbers of those that serve nobody
    std::uint32_t threadsBusy() const { return threads - static_cast<std::uint32_t>(idleThreads.size()); }
    Fifo<Handle> accepting;                  ///< calls that wait to be accepted; those given up meanwhile are stale
    Fifo<kernel::Completion> admissionQueue; ///< workloads' operations, asked for again when there is room
    std::uint32_t admitted = 0;              ///< of them, from the front: places are kept for them until they ask again
    monitoring::Meter meter;                 ///< the workers: waiting to run, running
    monitoring::Meter::Integral heldSum = 0; ///< of ended holds, within the window
};

struct Slots
{
    std::uint32_t used = 0;
    struct Waiting
    {
        Handle path;
        std::uint32_t amount;
    };
    Fifo<Waiting> waiting;
};

/// The wait for the rest of a join's paths.
struct Grace
{
    Handle region = noHandle;
    std::uint32_t join = 0;
    kernel::EventId end = kernel::noEvent;
};

struct Held
{
    std::uint64_t slots = 0; ///< key into the state table
    std::uint32_t amount = 0;
    std::uint32_t state = nowhere;
    std::uint32_t following = nowhere;
};

} // namespace headroom::behaviour
