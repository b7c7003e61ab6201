// Shared by all parts of the interpreter: the model that is interpreted, the records that refer to each other, the
// paths that are ready at this instant, and the monitors of blocks. Internal to behaviour/.
#pragma once

#include "behaviour/cluster/cluster.h"
#include "behaviour/core/hook.h"
#include "behaviour/program/program.h"
#include "behaviour/records/fifo.h"
#include "behaviour/records/frame_pool.h"
#include "behaviour/records/pool.h"
#include "behaviour/records/records.h"
#include "behaviour/tracing/followers.h"
#include "kernel/calendar.h"
#include "kernel/large_pages.h"
#include "kernel/random.h"
#include "kernel/time.h"
#include "project/document/whole_number.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory_resource>
#include <stdexcept>
#include <string>
#include <vector>

namespace headroom::behaviour {

class Deployment;

/// The model exceeds one of its limits, or asks for what it does not have; the run cannot continue. what() completes
/// "stopped: ".
class LimitReached : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

struct BlockMonitor
{
    std::uint64_t visits = 0;
    std::uint64_t timePs = 0; ///< sum of the times between entering and leaving
};

/// Names of the hardware for messages, by number.
struct HardwareNames
{
    std::function<std::string(std::uint32_t)> node = numbered, device = numbered;

private:
    static std::string numbered(std::uint32_t number) { return std::to_string(number); }
};

struct InterpreterSettings
{
    std::uint64_t seed = 1;
    /// Maximum number of blocks passed and paths begun at one instant: it stops a cycle of wires in which no time
    /// passes.
    std::int64_t stepsAtInstant = 100'000'000;
    /// Called every 65 536 steps of one instant, to check the resources that the process uses; may throw.
    std::function<void()> watch = {};
    /// When more requests are in flight, the calendar is stopped, so that its caller can check this.
    std::size_t requestsAtOnce = std::numeric_limits<std::size_t>::max();
    HardwareNames names = {};
};

inline std::uint64_t whole(double value)
{
    return project::wholeNumber(value);
}

/// Names what the block starts on behalf of the path. Like the random draws, the name does not depend on the order of
/// events.
inline std::uint64_t nameNext(Path& p, const Instruction& code)
{
    return kernel::nthOf(p.key + code.source, p.draws++);
}

/// The same for the first name in a path with this key.
inline std::uint64_t firstName(std::uint64_t key, const Instruction& code)
{
    return kernel::nthOf(key + code.source, 0);
}

/// The job with which a processor or a station serves the path.
inline resources::StationJob& jobOf(std::uint32_t path, Path& p, const resources::StationClient& client)
{
    p.job.client = &client;
    p.job.context = path;
    return p.job;
}

class Core
{
public:
    Core(kernel::Calendar& calendarOfRun, const Software& softwareOfRun, Cluster& clusterOfRun,
         const Deployment& deploymentOfRun, const InterpreterSettings& settingsOfRun);
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    HookList hooks; ///< of all parts

    kernel::Calendar& calendar;
    const Software& software;
    Cluster& cluster;
    const InterpreterSettings settings;
    const kernel::KeyedRandom random;
    std::vector<resources::Processor*> processors; ///< by node
    const Deployment& deployment;                  ///< for the numbers of nodes in expressions
    Hook<double(std::uint32_t state, std::uint32_t request)> sharedValue{hooks, "a shared value is read"};
    Followers followers;
    resources::StationClient served; ///< called when a processor or a station has served a path
    kernel::Time windowStart = 0;    ///< start of the measured window
    std::vector<BlockMonitor> blocks;

    /// Memory of the records below. They are allocated in pieces of some kilobytes from blocks that grow. The first
    /// block is large enough for large pages; the part of it that a small model does not touch uses no memory.
    std::pmr::monotonic_buffer_resource memory{std::size_t{1} << 25, &kernel::largePages()};
    Pool<Path> paths;
    Pool<ParallelRegion> regions;
    Pool<Request> requests;
    Pool<Call> calls;
    FramePool frames;
    std::size_t simpleCalls = 0; ///< paths in a simple call, which has no record

    // The paths that are ready at this instant.
    Fifo<Ready> ready;
    std::vector<Handle> following; ///< paths that run before those in `ready`, the last one first
    bool anythingReady() const { return !following.empty() || !ready.empty(); }
    /// Runs what is ready at this instant, first come, first served. Each event handler ends with it. Handlers that are
    /// called from it call it again; the outer call then takes what they add.
    void drain()
    {
        if (anythingReady())
            runReady();
    }
    /// Called when what the path waited for has happened: it leaves its block.
    kernel::Completion leavesBlock(std::uint32_t path) const { return {onPath, walk, paths.handle(path)}; }

    // Set by the part that walks the paths.
    Hook<void()> runReady{hooks, "paths are ready"};
    /// From block to block, until it has to wait or has ended.
    Hook<void(std::uint32_t path, Path& p)> walkPath{hooks, "a path continues"};
    kernel::Handler onPath = nullptr;
    void* walk = nullptr; ///< passed to onPath

    void resume(std::uint32_t path) { ready.push_back({makeReady(path), nullptr, nullptr}); }
    /// Like resume, but before all that is ready: for a path that the present one has called or has answered.
    void follow(std::uint32_t path) { following.push_back(makeReady(path)); }

    /// Counts a step of a path at this instant. Throws LimitReached when there are too many.
    void step()
    {
        if (--stepsToLook_ < 0) [[unlikely]]
            checkSteps();
    }
    /// Counts steps that are checked together with the next one.
    void countSteps(std::int64_t steps) { stepsToLook_ -= steps; }

    /// The path leaves its current block.
    [[gnu::always_inline]] void advance(Path& p, const Instruction& code, std::uint32_t next)
    {
        if (p.followed) [[unlikely]]
            followers.leaves(p, code);
        count(code, p.entered);
        p.entered = calendar.now();
        p.pc = next;
        p.stage = 0;
    }
    /// The path waits for something else, within its block.
    void waitsAnew(const Path& p)
    {
        if (p.followed) [[unlikely]]
            followers.waitsAnew(p, codeOf(p));
    }
    /// False while the path executes something inline, which goes unseen by those who follow.
    bool mayBeAdopted(const Path& p) const
    {
        return !p.inSimpleCall && !p.inlineBranch && requests[p.request].from != Request::From::inlinePath;
    }
    /// Counts a visit of the block that ends now.
    [[gnu::always_inline]] void count(const Instruction& code, kernel::Time entered)
    {
        BlockMonitor& monitor = blocks[code.monitor];
        ++monitor.visits;
        if (const kernel::Time now = calendar.now(); now != entered)
            monitor.timePs += static_cast<std::uint64_t>(now - std::max(entered, windowStart));
    }

    /// A result that is not a number (0 / 0) counts as 0; that of a path is noted.
    double evaluate(const project::Expression& expression, const Path& p) const
    {
        if (placeInExpressions_ && !expression.isConstant()) [[unlikely]]
            tellPlace(programOf(p), p.request, p.node, p.frame);
        const double value = expression.evaluate({p.frame, frames.slots()});
        return std::isnan(value) ? noteZeroed(p) : value;
    }
    /// A time or a number of bytes: a negative result counts as 0 too, and is noted.
    [[gnu::always_inline]] double amountOf(const project::Expression& expression, const Path& p) const
    {
        const double value = evaluate(expression, p);
        return value < 0 ? noteZeroed(p) : value;
    }
    double evaluate(const project::Expression& expression, const ParallelRegion& fork) const
    {
        if (placeInExpressions_) [[unlikely]]
            tellPlace(programOf(fork), fork.request, requests[fork.request].node, fork.frame);
        return evaluate(expression, fork.frame);
    }
    double evaluate(const project::Expression& expression, const double* frame) const
    {
        const double value = expression.evaluate({frame, frames.slots()});
        return std::isnan(value) ? 0.0 : value;
    }
    /// A key: a whole number between -2^53 and 2^53; what is behind the point is cut off. Beyond that a double no
    /// longer distinguishes neighbours, so different keys would be one. Throws LimitReached.
    std::uint64_t keyOf(const project::Expression& expression, const Path& p) const
    {
        const double value = evaluate(expression, p);
        if (!(std::abs(value) < 0x1p53)) [[unlikely]]
            refuseKey(value, p);
        const auto whole = static_cast<std::int64_t>(value);
        return static_cast<std::uint64_t>(whole - (value < static_cast<double>(whole) ? 1 : 0));
    }
    /// Number of results of blocks that counted as 0, by monitor.
    const std::map<std::uint32_t, std::uint64_t>& zeroed() const { return zeroed_; }
    /// The instant this many seconds from now; an infinite time stays `never`.
    kernel::Time after(double seconds) const { return kernel::later(calendar.now(), kernel::fromSeconds(seconds)); }

    std::uint64_t drawKey(const Instruction& code) const { return drawKeys_[code.monitor]; }
    [[gnu::always_inline]] double draw(const Instruction& code, Path& p) const
    {
        return kernel::KeyedRandom::uniformOf(drawKey(code), p.key, p.draws++);
    }
    /// The block's random numbers for the path, one after the other.
    struct Draws
    {
        const Core& core;
        const Instruction& code;
        Path& p;
        [[gnu::always_inline]] double operator()() const { return core.draw(code, p); }
    };
    Draws draws(const Instruction& code, Path& p) const { return {*this, code, p}; }
    /// A random number of 0 … bound − 1.
    [[gnu::always_inline]] std::size_t drawBelow(std::size_t bound, const Instruction& code, Path& p) const
    {
        return static_cast<std::size_t>(
            static_cast<std::int64_t>(draw(code, p) * static_cast<double>(static_cast<std::int64_t>(bound))));
    }

    const Program& program(std::uint32_t operation) const { return *programs_[operation].program; }
    const Program& programOf(const Path& p) const { return program(p.program); }
    const Instruction* instructionsOf(const Path& p) const { return programs_[p.program].code; }
    const Instruction& codeOf(const Path& p) const { return programs_[p.program].code[p.pc]; }
    const Program& programOf(const ParallelRegion& fork) const { return program(fork.program); }
    const Instruction* instructionsOf(const ParallelRegion& fork) const { return programs_[fork.program].code; }
    const ForkStep& forkOf(const ParallelRegion& region) const
    {
        const Program& program = programOf(region);
        return program.forks[program.code[region.instruction].detail];
    }

    /// Cancels the service of a path by its node's processor.
    void leaveProcessor(Path& p)
    {
        if (p.wait == Wait::processor)
            processors[p.node]->cancel(p.job);
    }

private:
    Handle makeReady(std::uint32_t path)
    {
        Path& p = paths[path];
        if (p.followed) [[unlikely]]
            followers.resumed(p);
        p.wait = Wait::ready;
        return paths.handle(path);
    }
    void checkSteps();
    [[gnu::cold]] double noteZeroed(const Path& p) const;
    [[noreturn]] void refuseKey(double key, const Path& p) const;
    /// Sets the variables "now" and "node" and those of shared values in the frame.
    void tellPlace(const Program& program, std::uint32_t request, std::uint32_t node, double* frame) const;

    const bool placeInExpressions_; ///< a copy of that of the software, which is farther away
    struct Place
    {
        const Program* program;
        const Instruction* code; ///< its first instruction
    };
    std::vector<Place> programs_;         ///< of the software: large records, found in one step
    std::vector<std::uint64_t> drawKeys_; ///< keys for the random draws of blocks, by monitor
    mutable std::map<std::uint32_t, std::uint64_t> zeroed_;
    kernel::Time stepsAt_ = -1;  ///< the instant whose steps are counted
    std::int64_t stepsLeft_ = 0; ///< steps left at that instant at the last check
    /// Steps before the one that checks next; from one check to the next.
    std::int64_t stepsToLook_ = 0, stepsBetween_ = 0;
};

} // namespace headroom::behaviour
