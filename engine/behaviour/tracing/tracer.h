// Follows sampled requests: spans of the blocks that they pass and of what they wait for.
#pragma once

#include "behaviour/program/program.h"
#include "behaviour/records/records.h"

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace headroom::behaviour {

/// A part of a traced request's time on a node. It has indices instead of names, because the receiver knows the
/// software.
struct TraceSpan
{
    enum class Kind : std::uint8_t
    {
        request, ///< from acceptance to the end of its last path
        block,   ///< one passage of a path through a block
        wait     ///< within a block: a wait of the path, or a service
    } kind = Kind::request;
    std::uint64_t id = 0;
    std::uint64_t parent = 0; ///< a wait's block, a block's request, a called request's block at its caller; 0: none
    std::uint64_t trace = 0;  ///< number of the user's request to which the span belongs, from 1
    std::uint32_t operation = nowhere; ///< index into Software::operations
    std::uint32_t block = nowhere;     ///< index into Software::blocks; nowhere for a request
    const char* waitsFor = nullptr;
    std::uint32_t node = 0;
    std::uint32_t lane = 0; ///< lane of the node; spans of one lane are nested or do not overlap
    kernel::Time begin = 0, end = 0;
    bool unfinished = false; ///< cut off by the end of the run
    // For a request that was called:
    kernel::Time queuedSince = 0;                 ///< arrival at its node; until begin it waited to be accepted
    std::uint32_t callerNode = 0, callerLane = 0; ///< where the call started, at `calledAt`
    kernel::Time calledAt = 0;
};

/// The interpreter reports every user's request to it, and all that happens to those that it follows; it passes on
/// their spans as they end. A request is sampled by a hash of its key, so the same requests are traced whatever else
/// changes.
class Tracer
{
public:
    struct Settings
    {
        double share = 0; ///< share of the users' requests that is traced, 0 … 1
        /// The share is halved after each such number of requests, so that a run of any length is sampled from its
        /// beginning to its end. 0: the share stays constant.
        std::uint64_t halvedEvery = 0;
        std::uint64_t mostRequests = 1000;   ///< maximum number of traced requests
        std::uint64_t mostSpans = 1'000'000; ///< maximum number of spans; after that nothing new is traced
        kernel::Time from = 0;               ///< requests that start earlier are not traced
        /// The traced requests are spread evenly over the time until then: of a run with more requests than may be
        /// traced, its end counts as much as its beginning. 0: they are traced as they come.
        kernel::Time until = 0;
    };
    using Sink = std::function<void(const TraceSpan&)>;

    Tracer(const kernel::Calendar& calendar, const Software& software, const Settings& settings, Sink sink);

    // Called by the interpreter:
    /// Returns true if it follows the request.
    bool started(std::uint32_t request, const Request& record, const Path& first, kernel::Time asked);
    void called(Handle call, const Path& caller);
    void accepted(Handle call, kernel::Time queuedSince, std::uint32_t request, const Request& record,
                  const Path& first);
    void requestEnded(std::uint32_t request);
    void pathBegan(const Path& path);
    void leaves(const Path& path);                      ///< the path leaves the block at its pc
    void waits(const Path& path, const char* waitsFor); ///< null: the path does not wait
    void resumed(const Path& path);
    void pathEnded(const Path& path);

    /// Sets the time from which requests are traced, once it is known.
    void startFrom(kernel::Time from) { settings_.from = from; }
    /// Passes on the open spans, marked as unfinished.
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
    struct Followed ///< a followed request
    {
        TraceSpan span;
        const Path* onLane = nullptr; ///< the path that uses the request's own lane
    };
    struct Walk ///< a followed path
    {
        std::uint32_t request = nowhere;
        std::uint32_t lane = 0;
        bool ownLane = false;
        std::uint64_t block = 0; ///< id of the span of its current block
        kernel::Time entered = 0;
        const char* waitsFor = nullptr;
        kernel::Time waitBegan = 0;
        std::uint32_t instruction = nowhere; ///< instruction at which it waits
    };

    bool mayBegin() const
    {
        return traces_ < settings_.mostRequests && spansTold_ < settings_.mostSpans && !tooEarly();
    }
    bool tooEarly() const;
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
    std::unordered_map<Handle, Caller> calls_; ///< calls that are not accepted yet
    std::vector<std::vector<Lane>> lanes_;     ///< [node]
};

} // namespace headroom::behaviour
