#include "run/workload/jobs.h"

#include "project/document/long_work.h"
#include "project/document/workloads.h"

#include <utility>

namespace headroom::run {

Jobs::Jobs(const WorkloadFields& fields, Demand demand)
    : Workload(fields, std::move(demand)), jobs_(fields.whole("jobs")), tasks_(fields.whole("tasks")),
      slotsEach_(fields.whole("slots")), attempts_(fields.whole("attempts")),
      atIntervals_(fields.text("follow") == "at intervals"), copiesAfter_(fields.number("copies_after")),
      copiesFrom_(fields.number("copies_from")), periodS_(fields.number("period")), think_(fields)
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
        for (std::uint64_t rank = 0; rank < jobs.slotsEach_; ++rank, made.step()) {
            Slot& slot = jobs.slots_.emplace_back();
            slot.job = jobs.freeJobs_.back();
            slot.rank = rank;
        }
    }
    const std::uint32_t index = jobs.freeJobs_.back();
    jobs.freeJobs_.pop_back();
    Job& job = jobs.running_[index] = Job{};
    job.began = jobs.now();
    job.number = number;
    job.left = jobs.tasks_;
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
    slots_[slot].copied = false;
    startTask(slot);
}

void Jobs::startTask(std::uint64_t slot)
{
    slots_[slot].busy = true;
    slots_[slot].began = now();
    if (!std::exchange(slots_[slot].due, true))
        calendar().schedule(now(), &Jobs::onTask, this,
                            slot); // by an event: the interpreter finishes with the old request first
}

void Jobs::onTask(void* self, std::uint64_t index)
{
    Jobs& jobs = *static_cast<Jobs*>(self);
    Slot& slot = jobs.slots_[index];
    slot.due = false;
    if (!slot.busy) // given up before it could begin
        return;
    if (jobs.waitsFor(jobs.siteOf(slot.rank), {&Jobs::onTask, self, index})) {
        slot.due = true;
        return;
    }
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
    // A task that takes no time is answered meanwhile, and the slot's next one is due.
    if (!jobs.askOrWait(turn, index, {&Jobs::onTask, self, index}))
        slot.due = true;
}

void Jobs::answered(std::uint64_t index, bool ok)
{
    Slot& slot = slots_[index];
    Job& job = running_[slot.job];
    if (!std::exchange(slot.busy, false))
        return; // the other copy has ended at this instant, and counts
    if (!ok && !job.failed) {
        if (const auto other = otherCopy(index)) { // it goes on alone
            slots_[*other].copied = false;
            rest(index);
            return;
        }
        if (++slot.attempt < attempts_) {
            startTask(index);
            return;
        }
        job.failed = true;
        job.left -= tasks_ - std::exchange(job.next, tasks_);
    }
    if (ok && copiesAfter_ > 0) {
        ++job.ended;
        job.timesS += kernel::toSeconds(now() - slot.began);
        if (const auto other = otherCopy(index))
            endCopy(*other);
    }
    if (--job.left == 0)
        complete(job);
    else if (job.next < tasks_)
        takeTask(index);
    else
        rest(index);
}

// Speculative copies --------------------------------------------------------------------------------------------

std::optional<std::uint64_t> Jobs::otherCopy(std::uint64_t index) const
{
    const Slot& slot = slots_[index];
    for (std::uint64_t s = slot.job * slotsEach_; slot.copied && s < (slot.job + 1) * slotsEach_; ++s)
        if (s != index && slots_[s].busy && slots_[s].task == slot.task)
            return s;
    return {};
}

/// The other copy ends by an event: the interpreter finishes with the answer first.
void Jobs::endCopy(std::uint64_t slot)
{
    slots_[slot].busy = false;
    callIn(0, {&Jobs::onGiveUp, this, slot});
}

void Jobs::onGiveUp(void* self, std::uint64_t slot)
{
    Jobs& jobs = *static_cast<Jobs*>(self);
    jobs.giveUp(slot);
    if (!jobs.slots_[slot].busy && jobs.running_[jobs.slots_[slot].job].left > 0)
        jobs.rest(slot);
}

void Jobs::rest(std::uint64_t slot)
{
    if (copiesAfter_ <= 0)
        return;
    running_[slots_[slot].job].idle.push_back(slot);
    copySlowTasks(slots_[slot].job);
}

void Jobs::copySlowTasks(std::uint32_t index)
{
    Job& job = running_[index];
    calendar().cancel(std::exchange(job.look, kernel::noEvent));
    if (job.failed || job.ended == 0 || static_cast<double>(job.ended) < copiesFrom_ * static_cast<double>(tasks_))
        return;
    const kernel::Time slow = kernel::fromSeconds(copiesAfter_ * job.timesS / static_cast<double>(job.ended));
    while (!job.idle.empty()) {
        Slot* longest = nullptr;
        for (std::uint64_t s = index * slotsEach_; s < (index + 1) * slotsEach_; ++s)
            if (Slot& slot = slots_[s]; slot.busy && !slot.copied && (!longest || slot.began < longest->began))
                longest = &slot;
        if (!longest)
            return;
        if (const kernel::Time due = kernel::later(longest->began, slow); due > now()) {
            if (due != kernel::never)
                job.look = calendar().schedule(due, &Jobs::onLook, this, index);
            return;
        }
        const std::uint64_t copy = job.idle.back();
        job.idle.pop_back();
        longest->copied = true;
        slots_[copy].task = longest->task;
        slots_[copy].attempt = attempts_ + longest->attempt; // draws of its own
        slots_[copy].copied = true;
        startTask(copy);
    }
}

void Jobs::onLook(void* self, std::uint64_t job)
{
    Jobs& jobs = *static_cast<Jobs*>(self);
    jobs.running_[job].look = kernel::noEvent;
    jobs.copySlowTasks(static_cast<std::uint32_t>(job));
}

// ---------------------------------------------------------------------------------------------------------------

void Jobs::complete(Job& job)
{
    calendar().cancel(std::exchange(job.look, kernel::noEvent));
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
    callIn(think_.next(random(), source(), job.number, drawThink), {&Jobs::onJob, this, job.number + 1});
}

void Jobs::addTo(record::Summary& summary) const
{
    constexpr double toSeconds = 1.0 / static_cast<double>(kernel::picosecondsPerSecond);
    summary.jobs[id()] = {completion_.count(), begun_ - ended_, completion_.mean() * toSeconds,
                          static_cast<double>(completion_.maximum()) * toSeconds, failedInWindow_};
}

} // namespace headroom::run
