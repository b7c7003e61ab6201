// Follows sampled requests on their way: spans of what they pass and of what they wait for.
#pragma once

#include "behaviour/program/program.h"
#include "behaviour/records/records.h"

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace headroom::behaviour {

/// A stretch of a traced request's time on a node. Indices, not names: who listens knows the software.
struct TraceSpan
{
    enum class Kind : std::uint8_t
    {
        request, ///< from acceptance to the end of its last path
        block,   ///< one passage of a path through a block
        wait     ///< within a block: what the path waited for or was served by
    } kind = Kind::request;
    std::uint64_t id = 0;
    std::uint64_t parent = 0; ///< a wait's block, a block's request, a called request's block at its caller; 0: none
    std::uint64_t trace = 0;  ///< number of the user's request that all this belongs to, from 1
    std::uint32_t operation = nowhere; ///< index into Software::operations
    std::uint32_t block = nowhere;     ///< index into Software::blocks; of a request: nowhere
    const char* waitsFor = nullptr;
    std::uint32_t node = 0;
    std::uint32_t lane = 0; ///< of the node; spans of one lane nest and never overlap otherwise
    kernel::Time begin = 0, end = 0;
    bool unfinished = false; ///< cut off by the end of the run
    // Of a request that was called:
    kernel::Time queuedSince = 0;                 ///< when it came to its node; until begin it waited to be accepted
    std::uint32_t callerNode = 0, callerLane = 0; ///< where the call left, at `calledAt`
    kernel::Time calledAt = 0;
};

/// The interpreter tells it of every path; it keeps those of sampled requests and hands their spans on as they end. A
/// request is sampled by a hash of its key, so the same ones are traced whatever else changes. What the interpreter
/// tells costs a look-up for each block while tracing is on, and one branch on a null pointer while it is off.
class Tracer
{
public:
    struct Settings
    {
        double share = 0; ///< of the users' requests, 0 … 1
        /// Requests after which the share is halved, again and again: a run of any length is sampled from its beginning
        /// to its end. 0: it stays.
        std::uint64_t halvedEvery = 0;
        std::uint64_t mostRequests = 1000;   ///< traced at most
        std::uint64_t mostSpans = 1'000'000; ///< handed on at most; after that nothing new is traced
        kernel::Time from = 0;               ///< requests that start earlier are passed over
    };
    using Sink = std::function<void(const TraceSpan&)>;

    Tracer(const kernel::Calendar& calendar, const Software& software, const Settings& settings, Sink sink);

    // From the interpreter:
    void started(std::uint32_t request, const Request& record, const Path& first, kernel::Time asked);
    void called(Handle call, const Path& caller);
    void accepted(Handle call, kernel::Time queuedSince, std::uint32_t request, const Request& record,
                  const Path& first);
    void requestEnded(std::uint32_t request);
    void pathBegan(const Path& path);
    void leaves(const Path& path);                      ///< the block at its pc
    void waits(const Path& path, const char* waitsFor); ///< null: it does not
    void resumed(const Path& path);
    void pathEnded(const Path& path);

    /// Now that it is known from when on requests are to be traced.
    void startFrom(kernel::Time from) { settings_.from = from; }
    /// Hands on what is still open, as unfinished.
    void finish();

    std::uint64_t requests() const { return traces_; }
    std::uint64_t spans() const { return spansTold_; }

private:
    struct Lane
    {
        bool busy = false;
        kernel::Time freeSince = 0;
    };
    struct Caller
    {
        std::uint64_t trace = 0, span = 0;
        std::uint32_t node = 0, lane = 0;
        kernel::Time at = 0;
    };
    struct Followed ///< a request
    {
        TraceSpan span;
        const Path* onLane = nullptr; ///< the path that uses the request's own lane
    };
    struct Walk ///< a path
    {
        std::uint32_t request = nowhere;
        std::uint32_t lane = 0;
        bool ownLane = false;
        std::uint64_t block = 0; ///< id of the span of the block it is in
        kernel::Time entered = 0;
        const char* waitsFor = nullptr;
        kernel::Time waitBegan = 0;
        std::uint32_t instruction = nowhere; ///< where it waits
    };

    bool mayBegin() const { return traces_ < settings_.mostRequests && spansTold_ < settings_.mostSpans; }
    void follow(std::uint32_t request, const Request& record, const Path& first, std::uint64_t trace,
                const Caller* caller, kernel::Time queuedSince);
    std::uint32_t takeLane(std::uint32_t node, kernel::Time from);
    void freeLane(std::uint32_t node, std::uint32_t lane);
    std::uint32_t blockAt(const Followed& request, std::uint32_t instruction) const;
    void endWait(Walk& walk, bool unfinished);
    void endBlock(Walk& walk, std::uint32_t instruction, bool unfinished);
    void tell(const TraceSpan& span);

    const kernel::Calendar& calendar_;
    const Software& software_;
    Settings settings_;
    Sink sink_;
    std::uint64_t traces_ = 0;
    std::uint64_t nextSpan_ = 1;
    std::uint64_t spansTold_ = 0;
    std::unordered_map<std::uint32_t, Followed> requests_;
    std::unordered_map<const Path*, Walk> walks_;
    std::unordered_map<Handle, Caller> calls_; ///< on their way to acceptance
    std::vector<std::vector<Lane>> lanes_;     ///< [node]
};

} // namespace headroom::behaviour
