// Those who follow sampled requests: the spans of traces, and the split of the time of requests.
#pragma once

#include "behaviour/tracing/time_split.h"
#include "behaviour/tracing/tracer.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace headroom::behaviour {

/// The records of followed requests, of their paths and of their calls are marked, and only what happens to them is
/// passed on. So a request that is not followed costs one branch on its own record.
///
/// Requests of each operation that users start are followed for the split of time in gaps of random lengths, so that
/// no rhythm of the workload can match them. The mean of the gaps doubles after some hundred followed requests; each
/// stands for as many as the mean. The same requests are followed whatever else a run does.
class Followers
{
public:
    Followers(const kernel::Calendar& calendar, const Software& software);

    /// Null: no spans.
    void traceWith(Tracer* tracer);
    /// Begins a window for the split of time. Without it no request is followed for the split. `likely`: number of
    /// requests that the window will have for each that was started before it; 0: unknown.
    void beginSplit(double likely);
    const TimeSplit& split() const { return split_; }

    /// True if the next request of the operation that a user starts may have to be followed.
    bool wants(std::uint32_t operation) { return --left_[operation] == 0; }
    void started(std::uint32_t index, Request& request, Path& first, kernel::Time asked);

    // The rest is called for marked records only.
    void called(Handle call, const Path& caller, bool awaitsAnswer);
    void sent(Handle call, std::uint32_t node) { split_.worked(call, node); }
    void passed(Handle call, std::uint32_t from, std::uint32_t to) { split_.passed(call, from, to); }
    void accepted(Handle call, kernel::Time queuedSince, std::uint32_t index, Request& request, Path& first);
    void replies(const Path& path, const Request& request, bool ok) { split_.replies(path, request, ok); }
    void answered(Handle call, Path& caller, Request& request);
    void answered(const Request& request, const Path& caller) { split_.answered(request, caller); }
    void callEnded(Handle call) { split_.callEnded(call); }
    void requestEnded(std::uint32_t index, const Request& request);
    void pathBegan(Path& path, const Request& request);
    void leaves(const Path& path, const Instruction& code);
    /// The path waits at the block. `waitsFor` is for traces.
    void waits(const Path& path, const Instruction& code, const char* waitsFor);
    /// It waits for something else within its block.
    void waitsAnew(const Path& path, const Instruction& code) { split_.waits(path, code); }
    void resumed(const Path& path);
    void pathEnded(const Path& path);

    TimeSplit& streams() { return split_; } ///< the steps of chunks
    bool messagePut(std::uint64_t message, const Path& path) { return split_.messagePut(message, path); }
    /// Messages that a path takes from a queue.
    struct Taken
    {
        std::uint32_t state = nowhere; ///< the queue
        kernel::Time since = 0;        ///< they have waited in the queue since then; now: the path waited for them
        std::optional<std::uint64_t> followed; ///< the last one that is
        bool adopts = false;                   ///< they may make the path adopted
    };
    void messagesCame(const Taken& taken, Handle handle, Path& path, Request& request);
    /// The path that was adopted last.
    Handle lastAdopted() const { return lastAdopted_; }
    void messageStarts(std::uint64_t message, bool wasBusy, Request& request, Path& first);
    TimeSplit& queues() { return split_; } ///< who waited for whom there
    void messageEnded(std::uint64_t message) { split_.messageEnded(message); }

private:
    struct Sampling
    {
        double gap = 1; ///< mean
        std::uint64_t atGap = 0, followed = 0;
        std::uint32_t left = never; ///< requests until the next that is followed
    };
    static constexpr std::uint32_t never = ~std::uint32_t{0};

    bool splits(std::uint32_t operation);
    void chooseNext(std::uint32_t operation);

    TimeSplit split_;
    Tracer* tracer_ = nullptr;
    bool splitting_ = false;
    Handle lastAdopted_ = noHandle;
    std::vector<Sampling> sampling_;  ///< by operation
    std::vector<std::uint32_t> left_; ///< the same as Sampling::left; 1 while there is a tracer
};

} // namespace headroom::behaviour
