// Behaviour diagrams compiled for the interpreter: blocks become instructions, names become indices and slots.
#pragma once

#include "behaviour/program/cache_store.h"
#include "behaviour/program/distributions.h"
#include "mapping/selectors.h"
#include "project/expression/expression.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::behaviour {

inline constexpr std::uint32_t nowhere = ~std::uint32_t{0};
/// Joins of one fork or for each at most: a path's arrivals are the bits of a word.
inline constexpr std::size_t mostJoins = 64;

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
    loop,  ///< entered anew
    again, ///< the same block: a round has ended
    acquire,
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
    probe,
};

/// variable slot = expression.
struct Assignment
{
    std::uint32_t slot = 0;
    project::Expression value;
};

/// Whom a call or a send addresses. `arguments[i].slot` is the callee's argument.
struct Target
{
    std::uint32_t role = nowhere;
    std::uint32_t operation = nowhere; ///< index into Software::operations
    const mapping::Selector* selector = nullptr;
    bool byIndex = false; ///< the selector is that of the index
    std::uint32_t ring = nowhere;
    project::Expression key, device, index, first, among;
    std::optional<project::Expression> candidate; ///< of the ring; none: any replica
    std::uint32_t deviceSlot = nowhere;
    std::vector<Assignment> arguments;
    project::Expression requestBytes;
};

struct ComputeStep
{
    project::Expression work; ///< seconds on the block's reference processor
    double toReference = 1;   ///< factor from that processor to the model's reference
    Variation variation;
};

struct BlackBoxStep
{
    ComputeStep time;        ///< work = service time
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
    std::uint32_t chosenSlot = nowhere; ///< takes the least loaded device; nowhere: the key picks one
    bool random = false;
    bool direct = false;
    bool keep = true; ///< read: pages stay; flush: false drops them
    std::uint32_t error = nowhere;
};

struct CallStep
{
    Target target;
    project::Expression deadline;
    project::Expression connectTimeout; ///< 0: until the deadline
    bool keptConnection = false;
    bool receives = false; ///< some transfer block takes a stream over it
    /// Nothing but the answer comes of it: no deadline, no kept connection, no stream either way. Where messages take
    /// no time either, it is carried out like a call of a procedure.
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
    std::uint32_t chunkPath = nowhere;
    std::uint32_t bytesSlot = nowhere, countSlot = nowhere, offsetSlot = nowhere; ///< chunk_bytes, _count, _offset
    bool insideChunk = false; ///< lies in a chunk path: moves what it was given in one piece
};

/// fork and for each.
struct ForkStep
{
    std::vector<std::uint32_t> paths; ///< fork: one for each; for each: the body alone
    enum class Over : std::uint8_t
    {
        count,
        ring,
        nodes,
        list
    } over = Over::count;
    bool shuffled = false;
    project::Expression count, key, take, atOnce;
    std::uint32_t ring = nowhere;
    std::uint32_t role = nowhere;
    std::uint32_t indexSlot = nowhere, itemSlot = nowhere, listSlot = nowhere;
    std::uint32_t done = nowhere;
    std::vector<std::uint32_t> joins; ///< instructions of the joins of this fork
    /// Each of its paths is a call of a simple operation, of which only the answer matters and with which it comes to
    /// the only join: it can be begun as an inline branch (inline_branches.cpp).
    bool inlineBranches = false;

    /// The instruction that an iteration begins with.
    std::uint32_t entry(std::uint32_t iteration) const
    {
        return indexSlot == nowhere ? paths[iteration] : paths.front();
    }
};

struct JoinStep
{
    std::uint32_t fork = nowhere; ///< instruction
    std::uint32_t number = 0;     ///< among the joins of the fork
    enum class Mode : std::uint8_t
    {
        all,
        any,
        k
    } mode = Mode::all;
    project::Expression k, grace;
    bool cancelRest = false;
    enum class Take : std::uint8_t
    {
        first,
        min,
        max,
        sum,
        list
    };
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
    bool whole = false; ///< release: what was acquired last, however much it was
};

/// variable = a random number.
struct DrawStep
{
    enum class Shape : std::uint8_t
    {
        uniform,
        wholeNumber,
        exponential,
        normal,
        logNormal
    } shape = Shape::uniform;
    std::uint32_t slot = nowhere;
    project::Expression from, to, mean, deviation;
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
    std::uint32_t missingSlot = nowhere; ///< receives how many bytes of the range were not there
    std::uint32_t hit = nowhere, miss = nowhere;
};

struct PutStep
{
    std::uint32_t state = nowhere;
    project::Expression key, bytes, priority;
    std::vector<Assignment> message; ///< slot = index into StateInfo::values
};

struct GetStep
{
    std::uint32_t state = nowhere;
    project::Expression key, patience; ///< 0: for ever
    struct Value
    {
        std::uint32_t variable, value; ///< slot; index into StateInfo::values
    };
    std::vector<Value> values;
    std::uint32_t timeout = nowhere;
};

struct BarrierStep
{
    std::uint32_t state = nowhere;
    project::Expression key, ranks, patience; ///< 0: for ever
    std::uint32_t timeout = nowhere;
};

/// copy, allocate, free.
struct MemoryStep
{
    project::Expression bytes;
    bool all = false;  ///< free: everything the request holds
    bool waits = true; ///< allocate: until there is room
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

/// One block. `detail` indexes the vector of its kind in the program; `next` is its first way out.
struct Instruction
{
    Code code = Code::end;
    Code nextCode = Code::end; ///< of `next`
    std::uint32_t detail = 0;
    std::uint32_t next = nowhere;
    bool forgets = false;      ///< call, join: nothing behind it looks at a variable, nor does what it brings
    std::uint64_t source = 0;  ///< names the block for random draws
    std::uint32_t monitor = 0; ///< index into the block monitors
};

/// One operation of one role.
struct Program
{
    std::uint32_t role = nowhere;
    std::string operation;
    std::string diagram;                ///< "role/operation/level"
    std::vector<std::string> arguments; ///< slots 0 … n−1
    std::vector<std::string> results;
    std::uint32_t slots = 0;
    std::uint32_t entry = nowhere;
    std::uint32_t queue = nowhere;       ///< state whose messages start it
    std::uint32_t consumers = 1;         ///< that do so on each node
    std::uint32_t requestSlot = nowhere; ///< of the variable "request", a number of the request's own
    bool frame = true;                   ///< false: nothing in it looks at a variable
    /// It has one path, which answers last of all and holds nothing meanwhile, and the role has a thread for each
    /// request: who calls it may carry it out itself, without a record of the request (SimpleCall).
    bool simple = false;
    std::vector<Instruction> code;
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

    bool streamsToCaller() const; ///< or takes a stream from it
};

enum class WorkerKind : std::uint8_t
{
    eventLoop,
    threads,
    threadPerRequest
};

struct RoleInfo
{
    std::string id;
    WorkerKind kind = WorkerKind::threadPerRequest;
    std::uint32_t workers = 1;
    std::uint32_t clients = 1024;
    std::uint32_t backlog = 4096;
    bool numbersThreads = true; ///< something belongs to one of them: a connection that it keeps, state of its own
};

struct VolumeName
{
    std::uint32_t role;
    std::string name;
    std::uint32_t ring = nowhere; ///< that places its keys, if one does
};

enum class Owner : std::uint8_t
{
    worker,
    node,
    job,
    cluster
};

enum class StateKind : std::uint8_t
{
    slots,
    cache,
    queue,
    barrier
};

struct StateInfo
{
    std::string name;
    std::uint32_t role = 0;
    StateKind kind = StateKind::slots;
    Owner owner = Owner::node;
    std::uint32_t capacity = 1; ///< slots
    bool keyed = false;
    std::uint64_t entries = 0, bytes = 0; ///< of a cache or queue, at most; 0: not limited
    CacheStore::Policy policy = CacheStore::Policy::lru;
    std::uint64_t pieceBytes = 0; ///< in which a cache keeps ranges; 0: a key is one entry
    double heldAtStart = 0;       ///< of a cache: share of all keys
    SteadyState popularity;       ///< of a cache that starts steady
    bool byPriority = false;
    std::vector<std::string> values; ///< names of what a queue's messages carry

    std::uint32_t valueIndex(const std::string& name); ///< adds the name if it is new
};

/// The stations of a black box.
struct StageInfo
{
    std::string name; ///< "role operation block"
    std::uint32_t role = 0;
    std::uint32_t stations = 1;
    std::uint32_t servers = 1; ///< of each station
    bool shared = false;       ///< one for the cluster, not one for each node
};

struct BlockName
{
    std::string diagram, block; ///< of a block in a group: "group.block"
};

/// A group of blocks, which is reported as one besides: its time is that of its blocks.
struct GroupName
{
    std::string diagram, block;
    std::vector<std::uint32_t> entries; ///< monitors of its ways in
    std::vector<std::uint32_t> members; ///< monitors of all blocks in it
};

/// The whole software stack, compiled.
struct Software
{
    std::vector<RoleInfo> roles;
    std::vector<Program> operations;
    std::vector<VolumeName> volumes;
    std::vector<StateInfo> states;
    std::vector<StageInfo> stages;
    std::vector<mapping::Ring> rings;
    std::vector<std::string> stretches;
    std::vector<BlockName> blocks;
    std::vector<GroupName> groups;
    std::uint32_t slots = 0; ///< most that any program needs

    /// Whether there are only so many instances of the item: not where every key, job or request has its own.
    bool countable(const StateInfo& state) const
    {
        const bool eachRequest = state.owner == Owner::worker && roles[state.role].kind == WorkerKind::threadPerRequest;
        return !state.keyed && state.owner != Owner::job && !eachRequest;
    }
    /// Event loops or threads of the role on each of its nodes, and consumers beside them.
    std::uint32_t serversOf(std::uint32_t role) const;
    std::uint32_t findRole(const std::string& id) const;
    std::uint32_t findOperation(const std::string& role, const std::string& operation) const;
};

} // namespace headroom::behaviour
