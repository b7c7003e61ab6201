// A small system as a tree of blocks: what the engine and the reference simulate, each in its own way.
#pragma once

#include <cstddef>
#include <functional>
#include <variant>
#include <vector>

namespace headroom::accuracy::programs {

enum class Distribution
{
    constant,
    exponential,
    uniform,
    logNormal,
    erlang,
    hyperexponential,
    pareto,
    asTheRole ///< of work: as the role's work varies from request to request
};

/// A time, or work in seconds of a core.
struct Time
{
    double meanS = 0;
    Distribution distribution = Distribution::exponential;
    double variation = 0.5; ///< its coefficient, of the distributions for which it is not given
};

struct Block;
using Program = std::vector<Block>;

struct Compute
{
    Time work;
};
struct Delay
{
    Time time;
};
/// Takes its time at one of its stations, which the requests of the role share.
struct BlackBox
{
    Time time;
    int stations = 1;
};
/// Holds slots of a lock for what is inside.
struct Hold
{
    std::size_t lock = 0; ///< of the role's
    int amount = 1;
    Program inside;
    int priority = 0; ///< the waiting request with the largest is next
};
struct Token
{
    std::size_t bucket = 0; ///< of the role's
};
struct Put
{
    std::size_t queue = 0; ///< of the role's
};
/// Done by a helper thread.
struct Aside
{
    Program inside;
};
/// Choice of the node for a call or a message among those of the role.
enum class Selector
{
    roundRobin, ///< each instance that calls has turns of its own, and begins with the node that has its number
    random,
    leastLoaded, ///< of equals one after another
    sameNode,    ///< the first one if the role is not there
    here,        ///< no node is asked: the caller's worker does it
    byKey        ///< the node with the number of the request's key
};
struct Target
{
    std::size_t role = 0;
    Selector selector = Selector::roundRobin;
};
/// If it is refused or not answered in time, it is made again after a pause. After the last attempt there is a pause,
/// too.
struct Call
{
    Target to;
    double deadlineS = 0; ///< 0: waits as long as it takes
    int attempts = 1;
    Time pause = {0.010};
};
/// Nobody waits for it.
struct Send
{
    Target to;
};
struct Repeat
{
    int times = 1;
    Program inside;
};
struct Branch
{
    double probability = 0.5;
    Program inside; ///< done with this probability
};
/// Parallel paths; the request goes on when so many of them have ended.
struct ForEach
{
    int paths = 1;
    int atOnce = 0; ///< 0: all of them
    int needed = 1;
    bool cancelsRest = false; ///< otherwise the rest runs on
    Program inside;
};

struct Block
{
    std::variant<Compute, Delay, BlackBox, Hold, Token, Put, Aside, Call, Send, Repeat, Branch, ForEach> is;
};

enum class Owner
{
    node, ///< the instance of the role there
    worker,
    request,
    cluster
};
struct Lock
{
    int slots = 1;
    bool keyed = false; ///< so many slots for each key
    Owner owner = Owner::node;
};
struct Bucket
{
    double perSecond = 0;
    int burst = 1;
};
/// Messages that consumers take, each of which needs its time for one.
struct Queue
{
    int entries = 1;
    int consumers = 1;
    Time consuming;
};

enum class Workers
{
    eventLoops,
    threads,
    threadPerRequest
};

struct Role
{
    Workers workers = Workers::threads;
    int count = 1;         ///< event loops or threads
    int helperThreads = 1; ///< of each event loop, or of all threads
    int clients = 1024;    ///< requests that an event loop accepts at a time
    int backlog = 4096;    ///< requests that may wait to be accepted
    double wakeUpS = 0;    ///< work of a worker that goes on after it had nothing to do
    double variation = 0;  ///< of a request's work, log-normal: the coefficient of variation
    std::size_t nodes = 0; ///< which nodes of the system; each has an instance of the role
    std::vector<Lock> locks = {};
    std::vector<Bucket> buckets = {};
    std::vector<Queue> queues = {};
    Program program = {};
};

enum class Scheduling
{
    sharing, ///< all who compute share the cores
    firstComeFirstServed,
    timeSlice
};
/// Nodes that are alike.
struct Nodes
{
    int count = 1;
    int cores = 1;
    Scheduling scheduling = Scheduling::sharing;
    double quantumS = 0.003, switchS = 0; ///< of time slices
};

struct ClosedLoop
{
    int clients = 1;
    double thinkS = 0; ///< mean of an exponential time: a constant one could fall into step with tokens
};
/// Independent of the answers; what would be more than the limit at a time is refused.
struct OpenLoop
{
    double perSecond = 1;
    int limit = 1;
};

/// A load starts operations of the first role. A role calls only those behind it. Each request has a key, at random.
struct System
{
    static constexpr int keys = 3;

    std::vector<Nodes> nodes;
    std::vector<Role> roles;
    std::variant<ClosedLoop, OpenLoop> load;
};

/// True if the program contains a block for which this holds, also within other blocks.
bool contains(const Program& program, const std::function<bool(const Block&)>& is);

} // namespace headroom::accuracy::programs
