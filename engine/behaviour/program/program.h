// Behaviour diagrams compiled for the interpreter: blocks become instructions, names become indices and slots.
#pragma once

#include "behaviour/program/cache_store.h"
#include "behaviour/program/steps.h"
#include "mapping/placement.h"

#include <cstdint>
#include <string>
#include <vector>

namespace headroom::behaviour {

/// One block. `detail` indexes the vector of its kind among the steps; `next` is its first way out.
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
struct Program : Steps
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
