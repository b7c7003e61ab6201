// Jobs of many tasks: their result is the completion time of a whole job.
#pragma once

#include "run/workload/workload.h"

namespace headroom::run {

/// A job starts its first tasks together, one in each slot; when the task of a slot has ended, the slot takes the job's
/// next one. A task that fails is tried again in its slot, as often as the job allows; then the job has failed and
/// starts no more tasks. A job is complete when its last task has ended, and counts if that is in the measured window.
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
    };
    struct Slot
    {
        std::uint32_t job = 0; ///< index into running_
        std::uint64_t rank = 0;
        std::uint64_t task = 0;    ///< the task in progress
        std::uint64_t attempt = 0; ///< failed attempts of it
    };
    void begin() override;
    void answered(std::uint64_t slot, bool ok) override;
    void windowBegins() override
    {
        completion_.reset();
        failedInWindow_ = 0;
    }
    void takeTask(std::uint64_t slot);
    void startTask(std::uint64_t slot);
    void complete(Job& job);
    static void onJob(void* self, std::uint64_t number);
    static void onTask(void* self, std::uint64_t slot);

    std::uint64_t jobs_, tasks_, slotsEach_, attempts_;
    bool atIntervals_;
    double periodS_, thinkS_;
    bool thinkExponential_;
    std::vector<Job> running_;
    std::vector<Slot> slots_;             ///< slotsEach_ for each of running_
    std::vector<std::uint32_t> freeJobs_; ///< indices into running_
    std::uint64_t begun_ = 0, ended_ = 0, failedInWindow_ = 0;
    monitoring::Histogram completion_;
};

} // namespace headroom::run
