// Parallel paths and where they meet: forks, joins, grace periods.
#pragma once

#include "behaviour/core/block_table.h"
#include "behaviour/core/core.h"
#include "behaviour/core/hook.h"
#include "behaviour/items/value_lists.h"
#include "kernel/calendar.h"
#include "project/expression/expression.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace headroom::behaviour {

class InlineCalls;
class Iterations;
class Paths;
class Workers;

class Regions
{
public:
    Regions(Core& core, BlockTable& blocks, ValueLists& lists, Iterations& iterations, Workers& workers, Paths& paths,
            InlineCalls& inlineCalls);

    /// The path of a chunk of this transfer has ended.
    Hook<void(std::uint32_t transfer)> chunkEnded;
    /// Starts all paths of a region that only call a simple operation and meet the join.
    Hook<void(std::uint32_t region)> launchInline;

    std::uint32_t open(ParallelRegion::Kind kind, std::uint32_t request, std::uint32_t parent,
                       std::uint32_t parentIteration, std::uint32_t instruction, double* frame, std::uint64_t key);
    /// Cancels everything in the region.
    void cancel(std::uint32_t region);
    /// An iteration of the region has ended at the join.
    void endIteration(std::uint32_t s, std::uint32_t join)
    {
        ParallelRegion& region = core_.regions[s];
        ++region.ended;
        if (region.launched < region.count || isDue(region, region.joins[join]))
            goOn(s, join);
        else if (region.ended == region.count)
            settle(s);
    }
    /// Grace periods of joins that have not ended.
    std::size_t gracesInUse() const { return graces_.inUse(); }

private:
    /// A path or inner region of the iteration has ended.
    void leaveIteration(std::uint32_t region, std::uint32_t iteration);
    bool fork(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool arriveAtJoin(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    std::uint32_t needed(const ParallelRegion& region, const JoinStep& step) const;
    void launch(std::uint32_t region);
    void awaitNext(std::uint32_t region, const project::Expression& after);
    void awaitNoMore(std::uint32_t region);
    static void onNext(void* self, std::uint64_t handle);
    static void giveUpRest(ParallelRegion& region);
    void reduce(ParallelRegion& region, JoinState& join, const JoinStep& step, const double* frame);
    bool endsIteration(std::uint32_t path, const Path& p, const ParallelRegion& region) const;
    void meetLast(std::uint32_t path, Path& p, ParallelRegion& region, std::uint32_t join);
    void judge(std::uint32_t region, std::uint32_t join);
    /// True if the join has not fired yet and has what it needs or can never have it.
    static bool isDue(const ParallelRegion& region, const JoinState& join)
    {
        return !join.fired && (join.arrived >= join.need || region.count - join.lost < join.need);
    }
    void goOn(std::uint32_t region, std::uint32_t join);
    void judgeAll(std::uint32_t region);
    void pin(std::uint32_t region);
    void unpin(std::uint32_t region);
    void endGrace(JoinState& join);
    static void onGrace(void* self, std::uint64_t handle);
    void fire(std::uint32_t region, std::uint32_t join, bool failed);
    bool answerAtOnce(const ParallelRegion& region, const Instruction& join);
    void continueAfter(std::uint32_t region, std::uint32_t next, std::uint64_t way, const JoinStep* join,
                       std::uint32_t firstValue, bool forgets);
    void settle(std::uint32_t region);
    void detach(std::uint32_t region);
    void give(std::uint32_t region);

    Core& core_;
    ValueLists& lists_;
    Iterations& iterations_;
    Workers& workers_;
    Paths& paths_;
    InlineCalls& inlineCalls_;
    Pool<Grace> graces_;
    std::unordered_map<std::uint32_t, kernel::EventId> nextStarts_; ///< by region: when one more iteration starts
};

} // namespace headroom::behaviour
