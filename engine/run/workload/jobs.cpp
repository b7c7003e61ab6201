#include "run/workload/jobs.h"

#include "project/document/long_work.h"

#include <utility>

namespace headroom::run {

Jobs::Jobs(const WorkloadFields& fields, Demand demand)
    : Workload(fields, std::move(demand)), jobs_(fields.whole("jobs")), tasks_(fields.whole("tasks")),
      slotsEach_(fields.whole("slots")), attempts_(fields.whole("attempts")),
      atIntervals_(fields.text("follow") == "at intervals"), periodS_(fields.number("period")),
      thinkS_(fields.number("think_time")), thinkExponential_(fields.text("think_distribution") == "exponential")
{
    slotsEach_ = slotsEach_ == 0 ? tasks_ : std::min(slotsEach_, tasks_);
}

void Jobs::begin()
{
    calendar().schedule(startTime(), &Jobs::onJob, this, 0);
}

void Jobs::onJob(void* self, std::uint64_t number)
{
    Jobs& jobs = *static_cast<Jobs*>(self);
    if (jobs.freeJobs_.empty()) {
        jobs.freeJobs_.push_back(static_cast<std::uint32_t>(jobs.running_.size()));
        jobs.running_.emplace_back();
        project::LongWork made("slots of a job");
        for (std::uint64_t rank = 0; rank < jobs.slotsEach_; ++rank, made.step())
            jobs.slots_.push_back({jobs.freeJobs_.back(), rank, 0, 0});
    }
    const std::uint32_t index = jobs.freeJobs_.back();
    jobs.freeJobs_.pop_back();
    jobs.running_[index] = {jobs.now(), number, 0, jobs.tasks_};
    ++jobs.begun_;
    project::LongWork begun("tasks of a job");
    for (std::uint64_t rank = 0; rank < jobs.slotsEach_; ++rank, begun.step())
        jobs.takeTask(index * jobs.slotsEach_ + rank);
    if (jobs.atIntervals_ && number + 1 < jobs.jobs_)
        if (const kernel::Time when = jobs.at(static_cast<double>(number + 1) * jobs.periodS_); when != kernel::never)
            jobs.calendar().schedule(when, &Jobs::onJob, self, number + 1);
}

void Jobs::takeTask(std::uint64_t slot)
{
    slots_[slot].task = running_[slots_[slot].job].next++;
    slots_[slot].attempt = 0;
    startTask(slot);
}

void Jobs::startTask(std::uint64_t slot)
{
    calendar().schedule(now(), &Jobs::onTask, this,
                        slot); // by an event: the interpreter finishes with the old request first
}

void Jobs::onTask(void* self, std::uint64_t index)
{
    Jobs& jobs = *static_cast<Jobs*>(self);
    const Slot& slot = jobs.slots_[index];
    if (jobs.waitsFor(jobs.siteOf(slot.rank), {&Jobs::onTask, self, index}))
        return;
    const Job& job = jobs.running_[slot.job];
    Turn turn;
    // Identified by task, not by slot, so that a task's demand does not depend on the slot.
    turn.client = slot.task;
    turn.asked = job.number;
    turn.attempt = slot.attempt;
    turn.site = jobs.siteOf(slot.rank);
    turn.session = kernel::mix(jobs.source(), index);
    turn.job = static_cast<double>(job.number);
    turn.jobName = kernel::mix(jobs.source(), job.number) | 1;
    turn.task = static_cast<double>(slot.task);
    turn.tasks = static_cast<double>(jobs.tasks_);
    turn.rank = static_cast<double>(slot.rank);
    turn.ranks = static_cast<double>(jobs.slotsEach_);
    jobs.askOrWait(turn, index, {&Jobs::onTask, self, index});
}

void Jobs::answered(std::uint64_t index, bool ok)
{
    Slot& slot = slots_[index];
    Job& job = running_[slot.job];
    if (!ok && !job.failed) {
        if (++slot.attempt < attempts_) {
            startTask(index);
            return;
        }
        job.failed = true;
        job.left -= tasks_ - std::exchange(job.next, tasks_);
    }
    if (--job.left == 0)
        complete(job);
    else if (job.next < tasks_)
        takeTask(index);
}

void Jobs::complete(Job& job)
{
    if (job.failed)
        ++failedInWindow_;
    else
        completion_.record(now() - job.began);
    ++ended_;
    freeJobs_.push_back(static_cast<std::uint32_t>(&job - running_.data()));
    if (finished())
        tellFinished();
    if (atIntervals_ || job.number + 1 >= jobs_)
        return;
    double think = thinkS_;
    if (thinkExponential_)
        think = random().exponential(think, source(), job.number, drawThink);
    callIn(think, {&Jobs::onJob, this, job.number + 1});
}

void Jobs::addTo(record::Summary& summary) const
{
    constexpr double toSeconds = 1.0 / static_cast<double>(kernel::picosecondsPerSecond);
    summary.jobs[id()] = {completion_.count(), begun_ - ended_, completion_.mean() * toSeconds,
                          static_cast<double>(completion_.maximum()) * toSeconds, failedInWindow_};
}

} // namespace headroom::run
