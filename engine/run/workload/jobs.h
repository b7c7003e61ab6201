// Jobs of many tasks: their result is the completion time of a whole job.
#pragma once

#include "run/workload/think_time.h"
#include "run/workload/workload.h"

#include <optional>
#include <vector>

namespace headroom::run {

/// A job starts its first tasks together, one in each slot; when the task of a slot has ended, the slot takes the job's
/// next one. A task that fails is tried again in its slot, as often as the job allows; then the job has failed and
/// starts no more tasks. With speculative copies, a slot that has nothing to start runs a second copy of the task that
/// takes longest; the first copy that ends ends the other one. A job is complete when its last task has ended, and
/// counts if that is in the measured window.
class Jobs : public Workload
{
public:
    Jobs(const WorkloadFields& fields, Demand demand);
    void addTo(record::Summary& summary) const override;
    bool endsByItself() const override { return true; }
    bool finished() const override { return ended_ == jobs_; }

private:
    struct Job
    {
        kernel::Time began = 0;
        std::uint64_t number = 0;
        std::uint64_t next = 0, left = 0; ///< the next task to start; tasks not yet ended
        bool failed = false;
        std::uint64_t ended = 0;                ///< tasks, and the sum of their times ...
        double timesS = 0;                      ///< ... in seconds
        std::vector<std::uint64_t> idle;        ///< slots without a task
        kernel::EventId look = kernel::noEvent; ///< when a task is slow enough for a copy
    };
    struct Slot
    {
        std::uint32_t job = 0; ///< index into running_
        std::uint64_t rank = 0;
        std::uint64_t task = 0;    ///< the task in progress
        std::uint64_t attempt = 0; ///< failed attempts of it
        bool busy = false;
        bool due = false;       ///< it will begin at this instant, or when there is room or its node returns
        bool copied = false;    ///< there is another copy of its task, in some other slot
        kernel::Time began = 0; ///< the attempt
    };
    void begin() override;
    void answered(std::uint64_t slot, bool ok) override;
    void windowBegins() override
    {
        completion_.reset();
        failedInWindow_ = 0;
    }
    /// The slot has nothing to start for its job.
    void rest(std::uint64_t slot);
    /// Starts copies of slow tasks in idle slots, or looks again when one is slow enough.
    void copySlowTasks(std::uint32_t job);
    static void onLook(void* self, std::uint64_t job);
    /// The slot of the other copy of this slot's task; nothing if there is none.
    std::optional<std::uint64_t> otherCopy(std::uint64_t slot) const;
    void endCopy(std::uint64_t slot);
    static void onGiveUp(void* self, std::uint64_t slot);
    void takeTask(std::uint64_t slot);
    void startTask(std::uint64_t slot);
    void complete(Job& job);
    static void onJob(void* self, std::uint64_t number);
    static void onTask(void* self, std::uint64_t slot);

    std::uint64_t jobs_, tasks_, slotsEach_, attempts_;
    bool atIntervals_;
    double copiesAfter_, copiesFrom_;
    double periodS_;
    ThinkTime think_;
    std::vector<Job> running_;
    std::vector<Slot> slots_;             ///< slotsEach_ for each of running_
    std::vector<std::uint32_t> freeJobs_; ///< indices into running_
    std::uint64_t begun_ = 0, ended_ = 0, failedInWindow_ = 0;
    monitoring::Histogram completion_;
};

} // namespace headroom::run
