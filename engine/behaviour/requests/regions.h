// Parallel paths and where they meet: forks, joins, grace periods.
#pragma once

#include "behaviour/base/block_table.h"
#include "behaviour/base/core.h"
#include "behaviour/base/deployment.h"
#include "behaviour/base/ring_members.h"
#include "behaviour/base/value_lists.h"
#include "kernel/calendar.h"
#include "project/expression/expression.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>

namespace headroom::behaviour {

class InlineBranches;
class InlineCalls;
class Paths;
class Requests;
class SlotTable;
class Transfers;
class Workers;
struct Parts;

class Regions
{
public:
    explicit Regions(Parts& parts);

    std::uint32_t open(ParallelRegion::Kind kind, std::uint32_t request, std::uint32_t parent,
                       std::uint32_t parentIteration, std::uint32_t instruction, double* frame, std::uint64_t key);
    /// Cancels everything in the region.
    void cancel(std::uint32_t region);
    /// A path or inner region of the iteration has ended.
    void leaveIteration(std::uint32_t region, std::uint32_t iteration);
    /// An iteration of the region has ended at the join.
    void endIteration(std::uint32_t region, std::uint32_t join);
    /// Sets the variable for the iteration's item.
    void setItem(double* frame, ParallelRegion& region, const ForkStep& step, std::uint32_t iteration);
    /// Grace periods of joins that have not ended.
    std::size_t gracesInUse() const { return graces_.inUse(); }

private:
    bool fork(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    bool arriveAtJoin(std::uint32_t path, Path& p, const Program& program, const Instruction& code);
    void openIterations(ParallelRegion& region, Path& p, const ForkStep& step, const Instruction& code);
    void openDevices(ParallelRegion& region, Path& p, const ForkStep& step, const Instruction& code);
    void openNodes(ParallelRegion& region, Path& p, const ForkStep& step, const Instruction& code);
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
    static bool isDue(const ParallelRegion& region, const JoinState& join);
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
    Deployment& deployment_;
    const RingMembers& members_;
    ValueLists& lists_;
    InlineBranches& branches_;
    InlineCalls& inlineCalls_;
    Paths& paths_;
    Requests& requests_;
    SlotTable& slots_;
    Transfers& transfers_;
    Workers& workers_;
    Pool<Grace> graces_;
    std::unordered_map<std::uint32_t, kernel::EventId> nextStarts_; ///< by region: when one more iteration starts
};

} // namespace headroom::behaviour
