// A small system as a tree of blocks: what the engine and the reference simulate, each in its own way.
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

namespace headroom::accuracy::programs {

/// A time, or work in seconds of a core: always the same, or exponentially distributed around it.
struct Time
{
    double seconds = 0;
    bool varies = false;
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
struct Call
{
    std::size_t role = 0;
    double deadlineS = 0; ///< 0: waits as long as it takes
};
struct Repeat
{
    int times = 1;
    Program body;
};
struct Branch
{
    double probability = 0.5;
    Program taken;
};
/// Parallel paths; the request goes on when so many of them have ended.
struct ForEach
{
    int paths = 1;
    int atOnce = 0; ///< 0: all of them
    int needed = 1;
    bool cancelsRest = false; ///< otherwise the rest runs on
    Program each;
};

struct Block
{
    std::variant<Compute, Delay, BlackBox, Hold, Token, Put, Aside, Call, Repeat, Branch, ForEach> is;
};

struct Lock
{
    int slots = 1;
    bool keyed = false; ///< so many slots for each key; a request has one of `System::keys`, at random
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
    std::size_t node = 0;
    std::vector<Lock> locks = {};
    std::vector<Bucket> buckets = {};
    std::vector<Queue> queues = {};
    Program program = {};
};

struct Node
{
    int cores = 1;
    bool shared = true; ///< the cores by all who compute, otherwise first come first served
};

/// A closed loop of clients that call the first role. A role calls only those behind it.
struct System
{
    static constexpr int keys = 3;

    std::vector<Node> nodes;
    std::vector<Role> roles;
    int clients = 1;
    double thinkS = 0;
};

} // namespace headroom::accuracy::programs
