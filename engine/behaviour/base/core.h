// What all parts of the interpreter share: the model that is interpreted, the records that refer to each other, what
// goes on at this instant, and the monitors of blocks. Internal to behaviour/.
#pragma once

#include "behaviour/base/cluster.h"
#include "behaviour/base/tracer.h"
#include "behaviour/program/program.h"
#include "behaviour/records/fifo.h"
#include "behaviour/records/frame_pool.h"
#include "behaviour/records/pool.h"
#include "behaviour/records/records.h"
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
#include <memory_resource>
#include <stdexcept>
#include <vector>

namespace headroom::behaviour {

/// The model asks for more than it may have; the run cannot go on. what() completes "stopped: ".
class LimitReached : public std::runtime_error
{
    using std::runtime_error::runtime_error;
};

struct BlockMonitor
{
    std::uint64_t visits = 0;
    std::uint64_t timePs = 0; ///< between entering and leaving, added up
};

struct InterpreterSettings
{
    std::uint64_t seed = 1;
    std::uint32_t streamChunks = 32; ///< pieces a stream is moved in at most
    /// Blocks passed and paths begun at one instant at most: a wire in a circle without time passing ends there.
    std::int64_t stepsAtInstant = 100'000'000;
    /// Called every 65 536 steps of one instant, to look at what the process takes; may throw.
    std::function<void()> watch = {};
    /// When more requests are under way the calendar is stopped, for who runs it to see.
    std::size_t requestsAtOnce = std::numeric_limits<std::size_t>::max();
};

inline std::uint64_t whole(double value)
{
    return project::wholeNumber(value);
}

/// Of what the block begins on behalf of the path: as the draws, whatever the order of events.
inline std::uint64_t nameNext(Path& p, const Instruction& code)
{
    return kernel::nthOf(p.key + code.source, p.draws++);
}

/// What a processor or a station is given to serve the path.
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
         const InterpreterSettings& settingsOfRun);
    Core(const Core&) = delete;
    Core& operator=(const Core&) = delete;

    kernel::Calendar& calendar;
    const Software& software;
    Cluster& cluster;
    const InterpreterSettings settings;
    const kernel::KeyedRandom random;
    std::vector<resources::Processor*> processors; ///< by node
    Tracer* tracer = nullptr;                      ///< learns of every path
    resources::StationClient served;               ///< learns that processors and stations have served a path
    kernel::Time windowStart = 0;                  ///< of what is measured
    std::vector<BlockMonitor> blocks;

    /// Of the records below: they come in pieces of some kilobytes, together in blocks that grow. The first is so large
    /// that it can lie in large pages; what a small model does not touch of it is never there.
    std::pmr::monotonic_buffer_resource memory{std::size_t{1} << 25, &kernel::largePages()};
    Pool<Path> paths;
    Pool<ParallelRegion> regions;
    Pool<Request> requests;
    Pool<Call> calls;
    FramePool frames;

    // What goes on at this instant.
    Fifo<Ready> ready;
    std::vector<Handle> following; ///< paths that go on before them, the last first
    bool anythingReady() const { return !following.empty() || !ready.empty(); }
    void resume(std::uint32_t path) { ready.push_back({makeReady(path), nullptr, nullptr}); }
    /// Like resume, but before all that is ready: what goes on is what the present path has asked for, or asked.
    void follow(std::uint32_t path) { following.push_back(makeReady(path)); }

    /// Of the paths at this instant. Throws LimitReached when there are too many.
    void step()
    {
        if (--stepsToLook_ <= 0) [[unlikely]]
            checkSteps();
    }
    /// Steps that are looked at with the next one.
    void countSteps(std::int64_t steps) { stepsToLook_ -= steps; }

    /// The path leaves the block that it is at.
    [[gnu::always_inline]] void advance(Path& p, const Instruction& code, std::uint32_t next)
    {
        if (tracer) [[unlikely]]
            tracer->leaves(p);
        count(code, p.entered);
        p.entered = calendar.now();
        p.pc = next;
        p.stage = 0;
    }
    /// A visit of the block ends.
    [[gnu::always_inline]] void count(const Instruction& code, kernel::Time entered)
    {
        BlockMonitor& monitor = blocks[code.monitor];
        ++monitor.visits;
        if (const kernel::Time now = calendar.now(); now != entered)
            monitor.timePs += static_cast<std::uint64_t>(now - std::max(entered, windowStart));
    }

    /// What is no number (0 / 0) counts as 0.
    double evaluate(const project::Expression& expression, const Path& p) const
    {
        return evaluate(expression, p.frame);
    }
    double evaluate(const project::Expression& expression, const double* frame) const
    {
        const double value = expression.evaluate({frame, frames.slots()});
        return std::isnan(value) ? 0.0 : value;
    }
    /// The instant that lies so many seconds ahead; a time without end stays `never`.
    kernel::Time after(double seconds) const { return kernel::later(calendar.now(), kernel::fromSeconds(seconds)); }

    std::uint64_t drawKey(const Instruction& code) const { return drawKeys_[code.monitor]; }
    [[gnu::always_inline]] double draw(const Instruction& code, Path& p) const
    {
        return kernel::KeyedRandom::uniformOf(drawKey(code), p.key, p.draws++);
    }
    /// One of 0 … bound − 1.
    std::size_t drawBelow(std::size_t bound, const Instruction& code, Path& p) const
    {
        return static_cast<std::size_t>(
            static_cast<std::int64_t>(draw(code, p) * static_cast<double>(static_cast<std::int64_t>(bound))));
    }

    const Program& programOf(const Path& p) const { return software.operations[p.program]; }
    const Instruction* instructionsOf(const Path& p) const { return codes_[p.program]; }
    const Instruction& codeOf(const Path& p) const { return codes_[p.program][p.pc]; }
    const Program& programOf(const ParallelRegion& fork) const { return software.operations[fork.program]; }
    const ForkStep& forkOf(const ParallelRegion& region) const
    {
        const Program& program = programOf(region);
        return program.forks[program.code[region.instruction].detail];
    }

    /// A path that is served by its node's processor is given up.
    void leaveProcessor(Path& p)
    {
        if (p.wait == Wait::processor)
            processors[p.node]->cancel(p.job);
    }

private:
    Handle makeReady(std::uint32_t path)
    {
        if (tracer) [[unlikely]]
            tracer->resumed(paths[path]);
        paths[path].wait = Wait::ready;
        return paths.handle(path);
    }
    void checkSteps();

    std::vector<const Instruction*> codes_;           ///< first one, by program
    std::vector<std::uint64_t> drawKeys_;             ///< of the blocks, by monitor
    kernel::Time stepsAt_ = -1;                       ///< the instant that the steps are counted of
    std::int64_t stepsLeft_ = 0;                      ///< of it, when they were looked at
    std::int64_t stepsToLook_ = 0, stepsBetween_ = 0; ///< still to go to the next look, and from the last one on
};

} // namespace headroom::behaviour
