// Behaviour diagrams compiled for the interpreter: blocks become instructions, names become indices and slots.
#pragma once

#include "behaviour/program/cache_store.h"
#include "behaviour/program/steps.h"
#include "kernel/time.h"
#include "mapping/ring.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::project {
struct BlockTraits;
}

namespace headroom::behaviour {

/// One block. `detail` indexes the vector of its kind among the steps; `next` is the instruction at its first way out.
struct Instruction
{
    Code code = Code::end;
    Code nextCode = Code::end; ///< code of the instruction `next`
    std::uint32_t detail = 0;
    std::uint32_t next = nowhere;
    bool forgets = false;      ///< call, join: no block after it uses a variable, and it sets none itself
    bool aside = false;        ///< a helper thread executes it, not the worker
    bool needsWorker = false;  ///< a path has to hold a worker or a helper thread
    std::uint64_t source = 0;  ///< names the block for random draws
    std::uint32_t monitor = 0; ///< index into the block monitors
};

/// One operation of one role.
struct Program : Steps
{
    std::uint32_t role = nowhere;
    std::string operation;
    std::string diagram;                ///< "role/operation/level"
    std::vector<std::string> arguments; ///< slots 0 … n−1
    std::vector<double> defaults;       ///< values of arguments that a caller does not give
    std::vector<std::string> results;
    std::uint32_t slots = 0;
    std::uint32_t entry = nowhere;
    /// By instruction: those to which control may go from it, at all outputs that are wired.
    std::vector<std::vector<std::uint32_t>> waysOut;
    std::uint32_t queue = nowhere;       ///< state item whose messages start the operation
    std::uint32_t consumers = 1;         ///< consumers of that queue on each node
    Gathering gathering;                 ///< messages that start the operation once
    std::vector<Take> takes;             ///< by argument: how the values of several messages become one
    std::uint32_t requestSlot = nowhere; ///< slot of the variable "request", the number of the request
    std::uint32_t nowSlot = nowhere;     ///< slot of "now", the simulated time in seconds, if an expression uses it
    std::uint32_t nodeSlot = nowhere;    ///< slot of "node", the number of the node in its role, if one uses it
    struct SharedName
    {
        std::uint32_t slot, state;
    };
    std::vector<SharedName> shared; ///< values of the role's state that its expressions may name or its blocks set
    bool frame = true;              ///< false: no instruction uses a variable
    /// True if the program has one path, its reply is the last block, it holds nothing meanwhile, and the role has a
    /// thread for each request. The caller may then execute it inline, without a record of the request (SimpleCall).
    bool simple = false;
    bool onEventLoop = false;  ///< an event loop executes it: one of its role, or one of a caller that calls it "here"
    bool sharesThread = false; ///< it takes turns at its thread, or at that of a caller that calls it "here"
    std::vector<Instruction> code;

    bool streamsToCaller() const; ///< it sends a stream to its caller or receives one from it
};

/// A role executes requests by event loops, a fixed number of threads, or a thread for each request.
enum class WorkerKind : std::uint8_t
{
    eventLoop,
    threads,
    threadPerRequest
};

/// A role, as far as the interpreter needs it.
struct RoleInfo
{
    std::string id;
    std::uint64_t drawName = 0; ///< of the id: draws do not depend on the place of the role in the document
    WorkerKind kind = WorkerKind::threadPerRequest;
    std::uint32_t workers = 1;
    std::uint32_t clients = 1024;
    std::uint32_t backlog = 4096;
    std::uint32_t helperThreads = 20; ///< of each event loop, or of all threads of an instance
    /// Helper threads of an instance.
    std::uint32_t helpersOfInstance() const
    {
        return kind == WorkerKind::eventLoop ? helperThreads * workers : helperThreads;
    }
    std::uint32_t eachDeviceOf = nowhere; ///< a volume (index into Software::volumes), each device of which has an
                                          ///< instance of the role; nowhere: each node has one
    bool usesHelpers = false;             ///< something of it waits aside
    double toReference = 1;               ///< factor from work of the role to work on the reference processor
    double wakeUpS = 0; ///< work of an event loop or a thread that has slept, on the reference processor
    /// Coefficient of variation of the work of its compute blocks, log-normal. A request of the role (one call of one
    /// of its operations) has one factor for all of them. The causes of longer work (caches that others have used, a
    /// slower core, more to collect for the allocator) last for longer than a block. Above all, a drawing that is cut
    /// into more blocks must not vary less: with a factor for each block, the factors would average out.
    double workVariation = 0;
    bool rounds = false;        ///< event loop: serves what it has polled in any order, then polls again
    bool sharesThreads = false; ///< threads: parallel paths of a request share its thread
    bool numbersThreads = true; ///< something depends on the thread number: a kept connection or state of each thread
};

/// A volume of a role.
struct VolumeName
{
    std::uint32_t role;
    std::string name;
    std::uint32_t ring = nowhere; ///< that places the volume's keys, if there is one
};

/// When those who use a ring leave out what is down, and when others take its place; `never`: they do not.
struct RingOutage
{
    std::uint32_t role = nowhere; ///< whose instances keep the copies
    kernel::Time noticed = kernel::never, out = kernel::never;
    /// It is noticed as well after so many calls in vain to the node; 0: these do not count.
    std::uint64_t failures = 0;
    bool never() const { return noticed == kernel::never && out == kernel::never && failures == 0; }
};

/// The owner that has an instance of a state item of its own.
enum class Owner : std::uint8_t
{
    worker,
    node,
    job,
    cluster,
    request
};

enum class StateKind : std::uint8_t
{
    slots,
    cache,
    queue,
    barrier,
    tokens,
    value
};

/// A state item of a role.
struct StateInfo
{
    std::string name;
    std::uint64_t drawName = 0; ///< of role and name
    std::uint32_t role = 0;
    StateKind kind = StateKind::slots;
    Owner owner = Owner::node;
    std::uint32_t capacity = 1; ///< slots
    double initial = 0;         ///< of a value
    double tokensPerS = 0;      ///< with which a token bucket fills ...
    std::uint64_t burst = 1;    ///< ... until it has so many
    bool keyed = false;
    std::uint64_t entries = 0, bytes = 0; ///< maximum of a cache or queue; 0: not limited
    CacheStore::Policy policy = CacheStore::Policy::lru;
    std::uint64_t pieceBytes = 0;      ///< size of the pieces in which a cache keeps ranges; 0: a key is one entry
    double lifetimeS = 0;              ///< of the entries of a cache; 0: they do not expire
    double heldAtStart = 0;            ///< of a cache: share of all keys
    SteadyState popularity;            ///< of a cache that starts in the steady state
    bool byLocality = false;           ///< of a queue: messages are taken where their data are
    double patienceS = 0;              ///< of a queue by locality
    std::uint32_t missingOf = nowhere; ///< of a queue that gets the missing copies of a ring: the ring
    bool lingers = false;              ///< of a queue: some of those who take messages let them linger
    bool byPriority = false;           ///< a queue's messages are taken, or slots are given, by priority
    bool inHashSet = false;            ///< slots are given in the order of a hash set
    std::vector<std::string> values;   ///< names of the values in a queue's messages

    std::uint32_t valueIndex(const std::string& name); ///< adds the name if it is new
    /// True if an instance is lost with the node.
    bool ofNode() const { return owner == Owner::node || owner == Owner::worker || owner == Owner::request; }
};

/// The stations of a black box.
struct StageInfo
{
    std::string name; ///< "role operation block"
    std::uint32_t role = 0;
    std::uint32_t stations = 1;
    std::uint32_t servers = 1; ///< of each station
    bool shared = false;       ///< one set for the cluster, not one for each node
};

/// A block for reports, by its monitor.
struct BlockName
{
    std::string diagram, block;                   ///< of a block in a group: "group.block"
    const project::BlockTraits* traits = nullptr; ///< of its type
    std::uint32_t volume = nowhere;               ///< whose devices it uses: index into Software::volumes
    std::uint32_t state = nowhere;                ///< on which it works: index into Software::states
    std::uint32_t stage = nowhere;                ///< of a black box: index into Software::stages

    /// For messages: the block "store" of proxy/PUT/full.
    std::string inWords() const { return "block \"" + block + "\" of " + diagram; }
};

/// A group of blocks. The report has a row for it besides those of its blocks; its time is the sum of theirs.
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
    std::vector<RingOutage> outages; ///< by ring
    std::vector<std::string> stretches;
    std::vector<BlockName> blocks;
    std::vector<GroupName> groups;
    bool placeInExpressions = false; ///< an expression uses "now", "node" or a shared value
    std::uint32_t slots = 0;         ///< largest number of slots of any program

    /// True if the number of instances is fixed. It is not if each key, job or request has an instance of its own.
    bool countable(const StateInfo& state) const
    {
        const bool eachRequest = state.owner == Owner::worker && roles[state.role].kind == WorkerKind::threadPerRequest;
        return !state.keyed && state.owner != Owner::job && state.owner != Owner::request && !eachRequest;
    }
    /// Event loops or threads of the role on each of its nodes, plus its consumers.
    std::uint32_t serversOf(std::uint32_t role) const;
    std::uint32_t findRole(const std::string& id) const;
    std::uint32_t findOperation(const std::string& role, const std::string& operation) const;
};

} // namespace headroom::behaviour
