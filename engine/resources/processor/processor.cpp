#include "resources/processor/processor.h"

#include "resources/processor/processor_speed.h"
#include "resources/processor/station.h"
#include "resources/processor/time_slices.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace headroom::resources {

using kernel::Time;

namespace {

constexpr std::uint32_t nobody = 0xffffffffU;

/// Above this attained service the virtual clock is set back, so that its resolution stays far below a picosecond.
constexpr double longestVirtualTime = 16.0;
constexpr std::size_t smallestSweep = 64;

struct Job
{
    kernel::Completion done;
    double work = 0;                         ///< reference-seconds, while it waits
    double finish = 0;                       ///< virtual time at which its work is done, while it runs
    kernel::EventId woken = kernel::noEvent; ///< while it waits for a core that wakes
    std::uint32_t generation = 0;            ///< counts the uses of this record
    std::uint32_t turn = 0;                  ///< counts its turns on a thread, over all uses
    std::uint32_t next = nobody;             ///< in the queue, or among the free records
    std::uint32_t previous = nobody;
    enum class Place : std::uint8_t
    {
        none,
        waiting,
        waking, ///< for a core that sleeps
        running
    } place = Place::none;
    bool putOff = false; ///< its quantum was over before its work was done
};

/// A running job, ordered by the end of its service. The entry is stale if the record's turn has changed.
struct Leaving
{
    double finish;
    std::uint64_t order;
    std::uint32_t job;
    std::uint32_t turn;
};

/// An object, not a function, so that the heap's functions inline it.
constexpr auto leavesLater = [](const Leaving& a, const Leaving& b) {
    return a.finish != b.finish ? a.finish > b.finish : a.order > b.order;
};

} // namespace

/// The speed of one job, if it does not depend on the number of running jobs; otherwise 0.
double constantSpeed(const ProcessorSpeed& speed)
{
    const double one = speed.total(1);
    for (std::uint32_t jobs = 2; jobs <= speed.hardwareThreads(); ++jobs)
        if (std::abs(speed.total(jobs) - jobs * one) > 1e-9 * speed.total(jobs))
            return 0;
    return one;
}

/// All running jobs have the same speed at any time. So one virtual clock, the service that each of them has attained,
/// determines when each of them leaves: at the clock's value on its start plus its work. A change of speed changes only
/// the clock's rate; an arrival or a departure costs O(log n), and at most one calendar event is pending.
struct Processor::State
{
    State(kernel::Calendar& on, const ProcessorSpec& spec)
        : calendar(on), speed(spec), meter(speed.hardwareThreads()), last(on.now()),
          mostRunning(spec.discipline == ProcessorSpec::Discipline::sharing ? nobody : speed.hardwareThreads()),
          switchS(std::max(0.0, spec.contextSwitchS))
    {
        if (!(spec.quantumS > 0))
            throw std::invalid_argument("a processor's quantum must be positive");
        setFactor(1);
        meter.reset(on.now());
        windowStart = meter.windowStart();
        if (spec.discipline == ProcessorSpec::Discipline::timeSlice)
            slices.emplace(kernel::fromSeconds(spec.quantumS), speed.hardwareThreads());
        if (!spec.idleStates.empty())
            idle.emplace(spec.sockets * spec.coresPerSocket, spec.idleStates, spec.takes, on.now(), spec.draws);
        mayLeaveQuietly = mostRunning == nobody && !idle;
    }

    ~State()
    {
        calendar.cancel(event);
        for (const Job& job : jobs)
            if (job.place == Job::Place::waking)
                calendar.cancel(job.woken);
    }

    void setFactor(double newFactor)
    {
        factor = newFactor;
        speeds.clear();
        for (std::uint32_t count = 0; count <= speed.hardwareThreads(); ++count)
            speeds.push_back(speedsWith(count));
    }

    /// The speed of the running jobs together, and of each.
    struct Speeds
    {
        double total, each;
    };
    Speeds speedsWith(std::uint32_t count) const
    {
        const double total = factor * speed.total(count);
        return {total, count == 0 ? 0.0 : total / count};
    }
    Speeds speedsOf(std::uint32_t count) const { return count < speeds.size() ? speeds[count] : speedsWith(count); }
    Speeds present() const { return speedsOf(running); }

    /// Work delivered from `last` to `now` within the meter's window, which may have been reset since.
    double recentWork(Time now) const
    {
        const Time from = std::max(last, meter.windowStart());
        return present().total * kernel::toSeconds(now - from);
    }

    double workDone(Time now) const { return (windowStart == meter.windowStart() ? delivered : 0.0) + recentWork(now); }

    /// Brings the virtual clock up to now.
    void advance()
    {
        catchUp();
        advanceTo(calendar.now());
    }
    void advanceTo(Time now)
    {
        if (now == last)
            return;
        delivered = workDone(now);
        windowStart = meter.windowStart();
        virtualTime += present().each * kernel::toSeconds(now - last);
        last = now;
        if (virtualTime > longestVirtualTime)
            setClockBack();
    }

    void setClockBack()
    {
        for (Leaving& entry : leaving) {
            entry.finish -= virtualTime;
            if (!outOfDate(entry))
                jobs[entry.job].finish = entry.finish;
        }
        virtualTime = 0;
        std::make_heap(leaving.begin(), leaving.end(), leavesLater);
    }

    std::uint32_t takeRecord()
    {
        if (freeRecord == nobody) {
            jobs.emplace_back();
            return static_cast<std::uint32_t>(jobs.size() - 1);
        }
        return std::exchange(freeRecord, jobs[freeRecord].next);
    }

    void releaseRecord(std::uint32_t index)
    {
        Job& job = jobs[index];
        job.place = Job::Place::none;
        job.putOff = false;
        ++job.generation;
        job.next = freeRecord;
        freeRecord = index;
    }

    void enqueue(std::uint32_t index)
    {
        Job& job = jobs[index];
        job.place = Job::Place::waiting;
        job.next = nobody;
        job.previous = lastWaiting;
        (lastWaiting == nobody ? firstWaiting : jobs[lastWaiting].next) = index;
        lastWaiting = index;
    }

    void dequeue(std::uint32_t index)
    {
        const Job& job = jobs[index];
        (job.previous == nobody ? firstWaiting : jobs[job.previous].next) = job.next;
        (job.next == nobody ? lastWaiting : jobs[job.next].previous) = job.previous;
    }

    void start(std::uint32_t index)
    {
        Job& job = jobs[index];
        job.place = Job::Place::running;
        ++running;
        job.finish = virtualTime + job.work;
        leaving.push_back({job.finish, order++, index, job.turn});
        std::push_heap(leaving.begin(), leaving.end(), leavesLater);
    }

    /// Removes the job from its thread.
    void stop(std::uint32_t index)
    {
        ++jobs[index].turn;
        --running;
        if (slices)
            slices->remove(index);
    }

    /// The first waiting job gets a thread; a context switch is added to its work.
    void startFirst(bool switches)
    {
        const std::uint32_t index = firstWaiting;
        dequeue(index);
        if (slices) {
            const double lead = switches ? switchS : 0.0;
            jobs[index].work += lead * factor * speed.total(running + 1) / (running + 1);
            slices->begin(index, calendar.now(), kernel::fromSeconds(lead));
        }
        start(index);
    }

    /// The job gets a thread at once if one is free and no job waits; otherwise it joins the queue.
    void admit(std::uint32_t index)
    {
        if (firstWaiting != nobody || running >= mostRunning) {
            enqueue(index);
            startWaiting();
            return;
        }
        if (slices)
            slices->begin(index, calendar.now(), 0);
        start(index);
    }

    /// If only sleeping cores are idle, one of them wakes up and the job begins then. Returns false if the job need not
    /// wait for a core to wake up.
    bool wakeCore(std::uint32_t index)
    {
        const Time exit = idle ? idle->wake(calendar.now()) : 0;
        if (exit == 0)
            return false;
        Job& job = jobs[index];
        job.place = Job::Place::waking;
        job.woken = calendar.schedule(kernel::later(calendar.now(), exit), onWoken, this, index);
        ++waking;
        return true;
    }

    static void onWoken(void* self, std::uint64_t index)
    {
        State& state = *static_cast<State*>(self);
        --state.waking;
        state.advance();
        state.enqueue(static_cast<std::uint32_t>(index));
        state.startWaiting();
        state.settle();
    }

    void startWaiting()
    {
        while (firstWaiting != nobody && running < mostRunning)
            startFirst(jobs[firstWaiting].putOff);
        if (slices)
            slices->setWaited(firstWaiting != nobody, calendar.now());
    }

    bool outOfDate(const Leaving& entry) const { return jobs[entry.job].turn != entry.turn; }

    void dropFirstLeaving()
    {
        std::pop_heap(leaving.begin(), leaving.end(), leavesLater);
        leaving.pop_back();
    }

    /// The entry of a cancelled job stays until it is the first, or until stale entries are the majority.
    void prune()
    {
        if (running == 0) {
            leaving.clear();
            virtualTime = 0;
            return;
        }
        if (leaving.size() == running) // none is stale
            return;
        if (leaving.size() > smallestSweep && leaving.size() > 2 * std::size_t{running}) {
            std::erase_if(leaving, [this](const Leaving& entry) { return outOfDate(entry); });
            std::make_heap(leaving.begin(), leaving.end(), leavesLater);
        }
        while (outOfDate(leaving.front()))
            dropFirstLeaving();
    }

    void updateBusy(Time now)
    {
        const std::uint32_t busy = std::min(running, speed.hardwareThreads());
        while (meter.busy() < busy)
            meter.begin(now);
        while (meter.busy() > busy)
            meter.end(now);
    }

    /// Called after any change: updates the meter, and the event of the next job to leave.
    void settle()
    {
        prune();
        updateBusy(calendar.now());
        if (idle)
            idle->setUsed(running + waking, calendar.now());
        const Time departure = nextEvent();
        const Time sliceEnd = slices ? slices->nextEnd() : kernel::never;
        turnIsNext = sliceEnd < departure;
        const Time at = std::min(departure, sliceEnd);
        if (at == eventTime && armed)
            return;
        eventTime = at;
        armed = at != kernel::never;
        if (departing) {
            if (armed)
                place = calendar.takePlace();
            return;
        }
        calendar.cancel(event);
        event = armed ? calendar.schedule(at, onEvent, this) : kernel::noEvent;
    }

    Time nextDeparture() const
    {
        if (running == 0)
            return kernel::never;
        return departureOf(leaving.front(), last, virtualTime, present());
    }
    static Time departureOf(const Leaving& entry, Time at, double clock, const Speeds& speeds)
    {
        return kernel::later(at, kernel::fromSeconds((entry.finish - clock) / speeds.each));
    }

    bool hasCompletion(const Leaving& entry) const { return jobs[entry.job].done.handler; }

    /// When the next job leaves that needs an event. Nobody waits for a job without a completion (what a kernel does
    /// for a packet): it leaves when the processor is looked at next (catchUp), as if it had left in time.
    Time nextEvent()
    {
        quiet = kernel::never;
        const Time departure = nextDeparture();
        if (running == 0 || hasCompletion(leaving.front()) || !mayLeaveQuietly)
            return departure;
        if (leaving.size() == 1) {
            quiet = departure;
            return kernel::never;
        }
        if (leaving.size() != running)
            return departure; // an entry is stale
        // In a heap the second is one of these two.
        const Leaving& second = leaving.size() > 2 && leavesLater(leaving[1], leaving[2]) ? leaving[2] : leaving[1];
        const double clock =
            std::max(virtualTime + present().each * kernel::toSeconds(departure - last), leaving.front().finish);
        if (!hasCompletion(second) || clock > longestVirtualTime)
            return departure;
        quiet = departure;
        return departureOf(second, departure, clock, speedsOf(running - 1));
    }

    /// The first job, which needs no event, has left by now.
    void catchUp()
    {
        if (quiet <= calendar.now()) [[unlikely]]
            leaveQuietly();
    }
    [[gnu::noinline]] void leaveQuietly()
    {
        const Time at = std::exchange(quiet, kernel::never);
        advanceTo(at);
        removeFirst();
        meter.depart(at);
        prune();
        updateBusy(at);
    }

    /// The first job has ended.
    void removeFirst()
    {
        const Leaving first = leaving.front();
        dropFirstLeaving();
        virtualTime = std::max(virtualTime, first.finish); // ticks are whole, so the clock may be a fraction too early
        stop(first.job);
        releaseRecord(first.job);
    }

    /// Each event ends one job, so that a job that ends at the same instant can still be cancelled by the completion of
    /// another.
    static void onEvent(void* self, std::uint64_t /*context*/)
    {
        State& state = *static_cast<State*>(self);
        state.event = kernel::noEvent;
        state.armed = false;
        state.advance();
        if (state.turnIsNext)
            state.takeTurns();
        else
            state.depart();
    }

    /// The job whose quantum is over goes to the end of the queue, and the first one in the queue gets its thread.
    void takeTurns()
    {
        const std::uint32_t index = slices->first();
        Job& job = jobs[index];
        job.work = std::max(0.0, job.finish - virtualTime);
        job.putOff = true;
        stop(index);
        enqueue(index);
        startFirst(true);
        settle();
    }

    /// The code that continues after a job usually brings the next one to the same processor. So the next event is
    /// scheduled afterwards, once, and runs in the same order as if every change had scheduled it anew.
    void depart()
    {
        const kernel::Completion done = jobs[leaving.front().job].done;
        removeFirst();
        meter.depart(calendar.now());
        departing = true;
        startWaiting();
        settle();
        done();
        departing = false;
        if (armed)
            event = calendar.scheduleAt(place, eventTime, onEvent, this);
    }

    kernel::Calendar& calendar;
    ProcessorSpeed speed;
    double factor = 1;                ///< of the speed
    std::vector<Speeds> speeds;       ///< by number of running jobs, up to all threads
    std::optional<TimeSlices> slices; ///< where jobs take turns
    monitoring::Meter meter;
    std::vector<Job> jobs;
    std::vector<Leaving> leaving; ///< heap, the next to leave first; its first entry is never stale
    double virtualTime = 0;       ///< service in reference-seconds attained by each job that runs since the clock was 0
    Time last;                    ///< time for which virtualTime is valid
    double delivered = 0;         ///< reference-seconds in the window that began at windowStart, up to `last`
    Time windowStart = 0;
    std::uint64_t order = 0;
    kernel::EventId event = kernel::noEvent;
    Time eventTime = kernel::never;
    Time quiet = kernel::never;    ///< when the first job leaves, if that is before the event
    kernel::Calendar::Place place; ///< of the next event, while a job departs
    bool armed = false;            ///< there is a next event, at eventTime
    bool departing = false;        ///< it is scheduled when what continues after the job has run
    bool turnIsNext = false;       ///< the event is the end of a quantum
    bool mayLeaveQuietly = false;  ///< the end of a job changes nothing but the others' speed
    std::uint32_t mostRunning;
    double switchS;
    std::uint32_t running = 0;
    std::uint32_t waking = 0;
    std::optional<IdleCores> idle; ///< if they sleep
    std::uint32_t firstWaiting = nobody;
    std::uint32_t lastWaiting = nobody;
    std::uint32_t freeRecord = nobody;
};

Processor::Processor(kernel::Calendar& calendar, const ProcessorSpec& spec)
    : servers_(calendar, ProcessorSpeed(spec).hardwareThreads()), state_(std::make_unique<State>(calendar, spec))
{
    if (spec.discipline == ProcessorSpec::Discipline::fifo && spec.idleStates.empty())
        serverSpeed_ = constantSpeed(state_->speed);
}

Processor::~Processor() = default;

JobId Processor::run(double work, kernel::Completion done)
{
    if (queues())
        return servers_.run(kernel::fromSeconds(std::max(0.0, work) / serverSpeed_), done);
    State& state = *state_;
    state.advance();
    const std::uint32_t index = state.takeRecord();
    Job& job = state.jobs[index];
    job.done = done;
    job.work = work > 0.0 ? work : 0.0;
    const JobId id = (static_cast<JobId>(job.generation) << 32) | (index + 1);
    state.meter.arrive(state.calendar.now());
    if (!state.wakeCore(index))
        state.admit(index);
    state.settle();
    return id;
}

void Processor::cancel(StationJob& job)
{
    if (queues())
        servers_.cancel(job);
    else
        cancel(JobId{job.event});
}

bool Processor::cancel(JobId id)
{
    if (queues())
        return servers_.cancel(id);
    State& state = *state_;
    state.catchUp();
    const std::uint64_t index = (id & 0xffffffffU) - 1;
    if (id == noJob || index >= state.jobs.size())
        return false;
    const Job& job = state.jobs[index];
    if (job.place == Job::Place::none || job.generation != id >> 32)
        return false;
    state.advance();
    if (job.place == Job::Place::waiting)
        state.dequeue(static_cast<std::uint32_t>(index));
    else if (job.place == Job::Place::waking) {
        state.calendar.cancel(job.woken);
        --state.waking;
    } else
        state.stop(static_cast<std::uint32_t>(index));
    state.releaseRecord(static_cast<std::uint32_t>(index));
    state.meter.depart(state.calendar.now());
    state.startWaiting();
    state.settle();
    return true;
}

void Processor::setSpeedFactor(double factor)
{
    if (!(factor > 0) || std::isinf(factor))
        throw std::invalid_argument("the factor of a processor's speed must be positive");
    State& state = *state_;
    if (!queues())
        state.advance();
    state.setFactor(factor);
    if (queues())
        serverSpeed_ = factor * state.speed.total(1);
    else
        state.settle();
}

double Processor::capacity(std::uint32_t jobs) const
{
    return state_->speed.total(jobs);
}

std::uint32_t Processor::hardwareThreads() const
{
    return state_->speed.hardwareThreads();
}

const monitoring::Meter& Processor::meter() const
{
    if (queues())
        return servers_.meter();
    state_->catchUp();
    return state_->meter;
}

monitoring::Meter& Processor::meter()
{
    if (queues())
        return servers_.meter();
    state_->catchUp();
    return state_->meter;
}

double Processor::workDone() const
{
    if (!queues()) {
        state_->catchUp();
        return state_->workDone(state_->calendar.now());
    }
    monitoring::Meter meter = servers_.meter();
    meter.advance(state_->calendar.now());
    return static_cast<double>(meter.busyTime()) / static_cast<double>(kernel::picosecondsPerSecond) * serverSpeed_;
}

} // namespace headroom::resources
