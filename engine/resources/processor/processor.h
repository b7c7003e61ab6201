// A node's processors: cores shared by whatever runs on the node.
#pragma once

#include "kernel/calendar.h"
#include "monitoring/meter.h"
#include "resources/processor/idle_cores.h"
#include "resources/processor/station.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headroom::resources {

/// Figures of the processors of one node. Speeds are relative to a single thread of the reference processor (1.0 = the
/// reference).
struct ProcessorSpec
{
    enum class Discipline
    {
        sharing,   ///< all runnable jobs share the cores equally (the limit of a fair scheduler)
        fifo,      ///< each job runs to its end on one hardware thread, first come, first served
        timeSlice, ///< round robin: a job runs on a hardware thread for a quantum, then goes to the end of the queue
    };

    std::uint32_t sockets = 1;
    std::uint32_t coresPerSocket = 1;
    std::uint32_t threadsPerSocket = 1;
    /// Speed of each busy core with 1, 2, 3 … cores of its socket busy; the last one holds for all further cores. It
    /// follows the processor's clocks: turbo of a single core, turbo of all cores.
    std::vector<double> coreSpeeds = {1.0};
    double secondThreadShare = 0.25; ///< speed added by a second hyper-thread of a busy core, as a share of that core
    Discipline discipline = Discipline::sharing;
    double quantumS = 3e-3;            ///< time slice: how long a job keeps its thread while others wait; above 0
    double contextSwitchS = 0;         ///< time slice: time lost when a thread replaces one unfinished job by another
    std::vector<IdleState> idleStates; ///< of its cores; none: a core that has nothing to do takes a job at once
    IdleCores::Takes takes = IdleCores::Takes::lastIdle; ///< which of several idle cores takes a job
    std::uint64_t draws = 0; ///< a well-mixed name of the random numbers that choose one of them by chance
};

using JobId = std::uint64_t;
inline constexpr JobId noJob = 0;

/// Runs jobs whose work is stated in seconds of the reference processor's single thread.
///
/// With n jobs running the node delivers capacity(n) reference-seconds per second. Jobs are spread evenly over the
/// sockets, each of which has its own turbo: with k of its cores busy each core works at coreSpeeds[k − 1]. Beyond one
/// job per core, second threads add their share. The delivered total is shared equally by the running jobs: by all of
/// them (sharing), or by the first ones, one for each hardware thread, while the rest wait (fifo, time slice).
///
/// With time slices, a job whose quantum is over goes to the end of the queue if another one waits, else it begins its
/// next quantum at once. The cost of a context switch is charged, at the speed of the thread, to a job that replaces
/// one whose quantum is over, and to a job that returns after its own; for a job that takes an idle thread, or the
/// thread of a finished job, the switch is part of its work. Its quantum begins after the switch. As the quantum
/// approaches 0 this becomes sharing; as it grows beyond the longest job, first come, first served.
///
/// With idle states a job that comes while a core is idle begins when that core has woken. A core that wakes is not
/// busy and has the clocks of an idle one.
///
/// secondThreadShare is limited to 0 … 1. More jobs never get less in total than fewer: where the speed of a core falls
/// so steeply that they would, the total stays constant.
class Processor
{
public:
    /// Throws std::invalid_argument if there is no socket, core or speed, or a speed or the quantum is not positive.
    Processor(kernel::Calendar& calendar, const ProcessorSpec& spec);
    ~Processor();
    Processor(const Processor&) = delete;
    Processor& operator=(const Processor&) = delete;

    /// Starts a job of `work` reference-seconds (0 is done at this instant, by an event, if a thread is free).
    JobId run(double work, kernel::Completion done);
    /// Removes a job, running or waiting; its completion is not called. False if it is not there.
    bool cancel(JobId job);

    /// The same for a job in a record of the caller, which must not move until the job is done or cancelled.
    void run(double work, StationJob& job)
    {
        if (queues())
            servers_.run(0, kernel::fromSeconds(std::max(0.0, work) / serverSpeed_), job);
        else
            job.event = run(work, kernel::Completion{&Processor::onJobDone, &job});
    }
    void cancel(StationJob& job);

    /// Prefetches the memory that is used when a job starts or ends.
    void fetch() const { kernel::fetch(this, 2 * kernel::cacheLine); }

    /// From now on it works at `factor` times its speed; 1 is the speed by the figures. If jobs are first come, first
    /// served, at a speed that does not depend on their number, running jobs keep their old speed; workDone() then
    /// counts them at the new speed. Throws std::invalid_argument unless the factor is positive.
    void setSpeedFactor(double factor);

    /// Reference-seconds per second with `jobs` runnable jobs, by the figures.
    double capacity(std::uint32_t jobs) const;
    std::uint32_t hardwareThreads() const;

    /// servers() = hardware threads; busy = threads with a job, min(jobs, threads). busyTime is thread-picoseconds.
    const monitoring::Meter& meter() const;
    monitoring::Meter& meter();
    /// Reference-seconds delivered in the meter's window up to now, including unfinished jobs: the integral of
    /// capacity(jobs) over time (for the utilisation law). It includes the cost of context switches.
    double workDone() const;

private:
    struct State;
    static void onJobDone(void* record, std::uint64_t /*unused*/)
    {
        StationJob& job = *static_cast<StationJob*>(record);
        job.client->done(job.client->self, job);
    }
    bool queues() const { return serverSpeed_ > 0; }
    /// Where jobs neither share nor slow each other down, the end of each is known at its start: a plain queue is
    /// sufficient.
    [[no_unique_address]] Station servers_;
    double serverSpeed_ = 0; ///< 0: that queue is not used
    std::unique_ptr<State> state_;
};

} // namespace headroom::resources
