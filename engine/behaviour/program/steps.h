// The steps of compiled blocks, by kind: fields are expressions, names are indices.
#pragma once

#include "behaviour/program/collective_steps.h"
#include "behaviour/program/distributions.h"
#include "mapping/selectors.h"
#include "project/expression/expression.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace headroom::behaviour {

inline constexpr std::uint32_t nowhere = ~std::uint32_t{0};
/// Maximum number of joins of one fork or for each: the arrivals of a path are the bits of a word.
inline constexpr std::size_t mostJoins = 64;

/// The kinds of instructions.
enum class Code : std::uint8_t
{
    reply,
    end,
    compute,
    blackBox,
    read,
    write,
    flush,
    call,
    transfer,
    send,
    fork,
    forEach,
    join,
    branch,
    loop,  ///< entered from outside
    again, ///< the same block, entered after a round
    acquire,
    takeTokens, ///< an acquire of a token bucket
    release,
    cache,
    put,
    get,
    barrier,
    copy,
    allocate,
    freeMemory,
    delay,
    set,
    draw,
    place,
    probe, ///< must be the last one, see codeCount
};
inline constexpr std::size_t codeCount = static_cast<std::size_t>(Code::probe) + 1;

/// Sets variable slot = expression.
struct Assignment
{
    std::uint32_t slot = 0;
    project::Expression value;
};

/// Adds the arguments that are not given and have a default other than 0, by slot.
void addDefaults(std::vector<Assignment>& given, const std::vector<double>& defaults);

/// The addressee of a call or a send. `arguments[i].slot` is the callee's argument.
struct Target
{
    std::uint32_t role = nowhere;
    std::uint32_t operation = nowhere; ///< index into Software::operations
    const mapping::Selector* selector = nullptr;
    /// The selectors of most calls have a shorter way than through the question that all of them answer.
    enum class Chosen : std::uint8_t
    {
        otherwise,
        byIndex,
        atRandom
    } chosen = Chosen::otherwise;
    std::uint32_t ring = nowhere;
    project::Expression key, device, index, first, among;
    std::optional<project::Expression> candidate; ///< number of the ring's candidate; none: any replica
    std::uint32_t deviceSlot = nowhere, partitionSlot = nowhere;
    std::vector<Assignment> arguments;
    project::Expression requestBytes;
};

struct ComputeStep
{
    project::Expression work;                          ///< seconds on the block's reference processor
    std::optional<project::Expression> workWithoutAes; ///< on a node without AES instructions, if it differs
    double toReference = 1;                            ///< factor from that processor to the model's reference
    Variation variation;                               ///< from draw to draw
    double ofRequest = 0; ///< coefficient by which it varies from request to request; see RoleInfo::workVariation
};

struct BlackBoxStep
{
    ComputeStep time;        ///< work = service time; toReference: of a stage that was made faster, 1 over its factor
    std::uint32_t stage = 0; ///< index into Software::stages
    enum class Choose : std::uint8_t
    {
        random,
        byKey,
        shortestQueue
    } choose = Choose::random;
    project::Expression key;
};

struct StorageStep
{
    std::uint32_t volume = nowhere; ///< index into Software::volumes
    project::Expression bytes, offset, key;
    std::optional<project::Expression> device;
    std::uint32_t deviceVolume = nowhere; ///< which the named device carries; its place there gives the volume's own
    std::uint32_t chosenSlot = nowhere;   ///< slot that receives the least loaded device; nowhere: the key chooses the
                                          ///< device
    std::uint32_t instanceVolume = nowhere; ///< the volume each device of which has an instance of the role: the
                                            ///< instance's own device gives the volume's; nowhere: one on each node
    bool metadata = false;                  ///< pieces of the file system, apart from the file's bytes
    bool readAhead = false;                 ///< of consecutive reads
    bool direct = false;
    bool withInode = false;         ///< write: small attributes, which go to the file system's log with the inode
    bool wholeVolume = false;       ///< flush: of all files on the volume's devices
    project::Expression keep, drop; ///< read: whether the pages stay; flush: whether they go; 0 is no
    std::uint32_t error = nowhere;
};

/// A call uses a connection of its own; one that its client keeps and that no other call is using; or the one that all
/// calls of the block from one role instance to another share.
enum class ConnectionUse : std::uint8_t
{
    own,
    kept,
    shared
};

struct CallStep
{
    Target target;
    project::Expression deadline;
    project::Expression connectTimeout; ///< 0: until the deadline
    ConnectionUse connection = ConnectionUse::own;
    bool receives = false; ///< some transfer block receives a stream over it
    /// The caller needs only the answer: there is no deadline, no connection that lasts and no stream in either
    /// direction. If messages take no time either, it is executed like a procedure call.
    bool plain = false;
    struct Result
    {
        std::uint32_t variable, result;
    };
    std::vector<Result> results;
    std::uint32_t opened = nowhere, timeout = nowhere, refused = nowhere, error = nowhere;
};

struct TransferStep
{
    bool receive = false;
    std::uint32_t over = nowhere; ///< instruction of the call block; nowhere: the caller
    project::Expression bytes, chunk;
    std::uint32_t window = 10;
    std::uint32_t chunksATurn = 1; ///< of an event loop; 0: all that are there
    std::uint32_t chunkPath = nowhere;
    std::uint32_t bytesSlot = nowhere, countSlot = nowhere, offsetSlot = nowhere; ///< chunk_bytes, _count, _offset
    bool regroups = false;    ///< it receives chunks of its own size, whatever the sender's
    bool insideChunk = false; ///< in a chunk path: it moves the chunk it is given in one piece
    bool forEachChunk =
        false; ///< its chunk path does something for each chunk, however small: it takes a piece of several one by one
};

/// The step of a fork or a for each.
struct ForkStep
{
    std::vector<std::uint32_t> paths; ///< fork: the entry of each path; for each: only the entry of the body
    enum class Over : std::uint8_t
    {
        count,
        ring,
        nodes,
        list
    } over = Over::count;
    bool shuffled = false;
    bool whenOneFails = false; ///< another iteration starts only for one that has ended without reaching a join
    project::Expression count, key, take, atOnce;
    std::optional<project::Expression> nextAfter; ///< seconds since the last start, after which one more starts
    std::uint32_t ring = nowhere;
    std::uint32_t role = nowhere;
    std::uint32_t indexSlot = nowhere, itemSlot = nowhere, listSlot = nowhere, partitionSlot = nowhere;
    std::uint32_t done = nowhere;
    std::vector<std::uint32_t> joins; ///< instructions of the joins of this fork
    /// Each of its paths is a call of a simple operation; only the answer matters, and the path continues with it to
    /// the only join, without a worker. It can begin as an inline branch (inline_branches.cpp).
    bool inlineBranches = false;

    /// The instruction at which an iteration begins.
    std::uint32_t entry(std::uint32_t iteration) const
    {
        return indexSlot == nowhere ? paths[iteration] : paths.front();
    }
};

/// Ways to make one value of several.
enum class Take : std::uint8_t
{
    first,
    min,
    max,
    sum,
    list
};

struct JoinStep
{
    std::uint32_t fork = nowhere; ///< instruction
    std::uint32_t number = 0;     ///< index among the joins of the fork
    enum class Mode : std::uint8_t
    {
        all,
        any,
        k
    } mode = Mode::all;
    project::Expression k, grace;
    bool cancelRest = false;
    struct Reduction
    {
        std::uint32_t slot;
        Take take;
    };
    std::vector<Reduction> reductions;
    std::uint32_t failed = nowhere;
};

struct BranchStep
{
    std::optional<project::Expression> condition;
    project::Expression probability;
    std::uint32_t no = nowhere;
};

struct LoopStep
{
    project::Expression count;
    std::optional<project::Expression> condition;
    std::uint32_t counterSlot = nowhere;
    std::uint32_t body = nowhere;
};

struct StateStep
{
    std::uint32_t state = nowhere; ///< index into Software::states
    project::Expression key, amount;
    project::Expression priority; ///< of an acquire
    bool whole = false;           ///< release: the whole amount of the last acquire
};

/// Sets variable = a random number.
struct DrawStep
{
    enum class Shape : std::uint8_t
    {
        uniform,
        wholeNumber,
        exponential,
        normal,
        logNormal,
        table
    } shape = Shape::uniform;
    std::uint32_t slot = nowhere;
    project::Expression from, to, mean, deviation;
    std::shared_ptr<const project::ValueTable> values; ///< of a table
};

struct PlaceStep
{
    std::uint32_t slot = nowhere;
    std::uint32_t ring = nowhere;
    std::optional<project::Expression> at;
    std::optional<project::Expression> number; ///< none: that of the request
};

struct CacheStep
{
    enum class Action : std::uint8_t
    {
        lookUp,
        insert,
        invalidate
    } action = Action::lookUp;
    std::uint32_t state = nowhere;
    project::Expression key, bytes, offset;
    bool insertOnMiss = true;
    std::uint32_t missingSlot = nowhere; ///< receives the number of bytes of the range that were not cached
    std::uint32_t hit = nowhere, miss = nowhere;
};

struct PutStep
{
    std::uint32_t state = nowhere;
    project::Expression key, bytes, priority;
    std::uint32_t ring = nowhere;    ///< that places the data; nowhere: it is about none
    project::Expression data;        ///< key of the ring
    std::vector<Assignment> message; ///< slot = index into StateInfo::values
};

/// Limits of the messages that are taken at once.
struct Gathering
{
    project::Expression atMost = project::Expression::constant(1);
    std::optional<project::Expression> atMostBytes; ///< of all together, but one message is always taken
    project::Expression linger;                     ///< seconds
    std::uint32_t countSlot = nowhere;
    std::uint32_t nearnessSlot = nowhere; ///< of the first one: 0 its data are on the node, 1 in its rack, 2 elsewhere

    bool ofOne() const { return atMost.isConstant() && !(atMost.value() >= 2); }
};

struct GetStep
{
    std::uint32_t state = nowhere;
    project::Expression key, patience; ///< 0: no limit
    struct Value
    {
        std::uint32_t variable, value; ///< slot; index into StateInfo::values
        Take take = Take::first;       ///< of several messages
    };
    std::vector<Value> values;
    Gathering gathering;
    std::uint32_t timeout = nowhere;
};

struct BarrierStep
{
    std::uint32_t state = nowhere;
    project::Expression key, ranks, patience; ///< 0: no limit
    Collective collective = Collective::none;
    project::Expression bytes; ///< of each rank's vector
    std::uint32_t timeout = nowhere;
};

/// The step of copy, allocate and free, and of work that moves bytes between its core and memory.
struct MemoryStep
{
    project::Expression bytes;
    std::uint32_t compute = nowhere; ///< that work: index into Steps::computes
    bool all = false;                ///< free: everything the request holds
    bool waits = true;               ///< allocate: waits until there is room
    std::uint32_t full = nowhere;
};

struct ReplyStep
{
    project::Expression bytes;
    bool ok = true;
    std::vector<Assignment> results; ///< slot = index of the result
};

struct ProbeStep
{
    std::uint32_t stretch = nowhere; ///< index into Software::stretches
    std::uint32_t slot = nowhere;
    bool begin = true;
};

/// The steps of all blocks of a diagram.
struct Steps
{
    std::vector<ComputeStep> computes;
    std::vector<BlackBoxStep> blackBoxes;
    std::vector<StorageStep> storage;
    std::vector<CallStep> calls;
    std::vector<Target> sends;
    std::vector<TransferStep> transfers;
    std::vector<ForkStep> forks;
    std::vector<JoinStep> joins;
    std::vector<BranchStep> branches;
    std::vector<LoopStep> loops;
    std::vector<StateStep> states;
    std::vector<CacheStep> caches;
    std::vector<PutStep> puts;
    std::vector<GetStep> gets;
    std::vector<BarrierStep> barriers;
    std::vector<MemoryStep> memory;
    std::vector<ReplyStep> replies;
    std::vector<ProbeStep> probes;
    std::vector<ComputeStep> delays; ///< work = time
    std::vector<std::vector<Assignment>> sets;
    std::vector<DrawStep> draws;
    std::vector<PlaceStep> places;
};

} // namespace headroom::behaviour
