#include "run/driver.h"

#include "kernel/systemc_host.h"
#include "project/document/long_work.h"
#include "run/observe/load_courses.h"
#include "run/observe/sampler.h"
#include "run/observe/spans.h"
#include "run/observe/steady_figure.h"
#include "run/observe/warm_up.h"
#include "run/results/derived.h"
#include "run/results/goals.h"
#include "run/results/run_warnings.h"
#include "run/results/stuck.h"
#include "run/results/summarise.h"
#include "run/results/warm_up_check.h"
#include "run/stages/stage_watch.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace headroom::run {

namespace {

/// Controls a run: takes samples, ends the warm-up, checks limits and precision, calls the observer.
class Driver
{
public:
    Driver(Model& model, Observer& observer, bool checkLaws)
        : model_(model), observer_(observer), sampler_(model), courses_(model), stages_(model), checkLaws_(checkLaws)
    {
        interval_ = std::max<kernel::Time>(1, kernel::fromSeconds(model.intervalS));
        part_ = std::max<kernel::Time>(1, interval_ / partsOfInterval);
        steady_.emplace(kernel::toSeconds(part_), model.findWarmUp ? 0 : model.warmUpS, longestCycle());
        if (model.precision)
            goal_.emplace(*model.precision);
        shortest_ = end_ = kernel::fromSeconds(model.durationS);
        if (goal_)
            shortest_ = kernel::fromSeconds(model.leastDurationS);
        look_ = std::max<kernel::Time>(1, shortest_ / static_cast<kernel::Time>(WarmUpDetector::observations));
    }

    record::Summary run()
    {
        began_ = lookedAt_ = std::chrono::steady_clock::now();
        observer_.started({model_.project.name, model_.seed, model_.durationS, model_.findWarmUp ? 0 : model_.warmUpS,
                           model_.intervalS, sampler_.series()});
        startTracer();
        // The end of the warm-up is scheduled first, so that a sample of the same instant belongs to the measured
        // window's side.
        if (model_.findWarmUp)
            model_.calendar.scheduleBackground(look_, &Driver::onLook, this);
        else
            model_.calendar.scheduleBackground(kernel::fromSeconds(model_.warmUpS), &Driver::onWarm, this);
        model_.calendar.scheduleBackground(part_, &Driver::onPart, this);
        model_.calendar.scheduleBackground(interval_, &Driver::onSample, this);
        const bool reached = runToEnd();
        model_.settle();
        if (!warm_)
            model_.warmUpS = 0; // it ended before any warm-up was left out
        if (tracer_)
            tracer_->finish();
        record::Summary summary = summarise(model_);
        summary.loadCourses = courses_.finished();
        stages_.turn();
        summary.stages = stages_.stages(summary);
        summary.stopped = !reached;
        summary.limit = limit_;
        summary.end = endOf(reached, summary.limit);
        if (reached && !precise_ && !jobsDone_ && !conditionHolds_ && model_.calendar.onlyBackgroundPending())
            summary.stuck = stuckIn(model_);
        if (reached && !precise_ && !summary.stuck)
            summary.standstills = standstillsIn(model_);
        for (const record::Standstill& standstill : summary.standstills)
            observer_.noted(record::LogLine{"warning", record::sentenceOf(standstill)});
        if (reached && !summary.stuck)
            for (const std::string& trouble : record::loadTroubles(summary))
                observer_.noted(record::LogLine{"warning", trouble});
        const auto tooShort = reached && !summary.stuck ? warmUpTooShort(summary) : std::nullopt;
        if (tooShort)
            observer_.noted(record::LogLine{"warning", sentenceOf(*tooShort, model_.warmUpS)});
        for (const std::string& warning : warningsOf(model_))
            observer_.noted(record::LogLine{"warning", warning});
        summary.wallS = wall();
        summary.warmUp = {model_.findWarmUp ? "MSER-5" : "fixed", !model_.findWarmUp || detector_.settled(),
                          tooShort ? std::optional(tooShort->wantedS) : std::nullopt};
        if (goal_)
            summary.precision = goal_->result();
        deriveResults(model_.results, summary);
        judgeGoals(model_.goals, summary);
        summary.tracedRequests = tracer_ ? tracer_->requests() : 0;
        if (checkLaws_ && limit_.empty())
            requireLaws(summary, model_.cluster.network->check());
        return summary;
    }

private:
    /// The longest period of a timer; one that the whole run does not repeat cannot be waited for.
    double longestCycle() const
    {
        double longest = 0;
        for (const auto& workload : model_.workloads)
            if (SteadyFigure::repetitions * workload->cycle() < model_.durationS - model_.warmUpS)
                longest = std::max(longest, workload->cycle());
        return longest;
    }

    double wall() const
    {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_ - paused_).count();
    }

    /// A load that does not settle has no warm-up that would be long enough.
    std::optional<ShortWarmUp> warmUpTooShort(const record::Summary& summary) const
    {
        return model_.findWarmUp || !record::loadTroubles(summary).empty() ? std::nullopt : shortWarmUp(model_);
    }

    void startTracer()
    {
        if (!(model_.traceShare > 0) && !model_.traceSome)
            return;
        behaviour::Tracer::Settings settings;
        settings.share = model_.traceShare;
        settings.mostRequests = model_.traceRequests;
        if (model_.traceSome) {
            settings = {.share = 1, .mostRequests = 600, .mostSpans = 200'000};
            const bool endKnown = !model_.untilJobsAreDone && !model_.condition && !model_.precision;
            if (endKnown)
                settings.until = kernel::fromSeconds(model_.durationS);
            else // 50 of the first 50, of the next 100, of the next 200 ... requests
                settings.halvedEvery = 50;
        }
        settings.from = model_.findWarmUp ? kernel::never : kernel::fromSeconds(model_.warmUpS);
        tracer_.emplace(model_.calendar, model_.software, settings,
                        [this](const behaviour::TraceSpan& span) { observer_.spanned(named(span, model_)); });
        model_.interpreter->traceWith(&*tracer_);
    }

    /// Long work within one event, or before the first: limits and wishes count there as between events.
    void watch(const char* what, std::uint64_t made)
    {
        if (const std::string reason = limitReached(); !reason.empty())
            throw behaviour::LimitReached(reason + " with " + std::to_string(made) + ' ' + what);
        const double now = kernel::toSeconds(model_.calendar.now());
        if (observer_.betweenEvents(now, model_.calendar.eventsRun()) == Observer::Wish::stop)
            throw StopAsked();
    }

    /// Returns true if the run reached its own end. A limit ends it too, with the reason in limit_.
    bool runToEnd()
    {
        kernel::SystemCHost host(model_.calendar);
        const project::LongWork::Watching watching(
            [this](const project::LongWork::State& work) { watch(work.what, work.made); });
        try {
            if (!model_.findWarmUp && !(model_.warmUpS > 0))
                model_.interpreter->splitTime(0);
            for (auto& workload : model_.workloads)
                workload->start(model_.calendar, *model_.interpreter, model_.seed);
            for (auto& workload : model_.workloads)
                if (workload->begun())
                    stages_.begun(*workload);
            for (auto& workload : model_.workloads)
                workload->whenFinished({&Driver::onFinished, this, 0});
            model_.disturbances->start({model_.calendar, *model_.interpreter, model_.cluster, *model_.routes},
                                       [this](const std::string& text) {
                                           observer_.noted(record::LogLine{"warning", text});
                                       });
            return runStretches(host);
        } catch (const StopAsked&) {
            return false;
        } catch (const behaviour::LimitReached& reason) {
            limit_ = reason.what() + requestsWithoutTime();
        } catch (const std::bad_alloc&) {
            limit_ = "there is no more memory";
        } catch (const std::length_error& reason) {
            limit_ = reason.what();
        }
        return false;
    }

    /// Runs from one horizon of the observer to the next. That needs no event, so a run that was paused or slowed down
    /// is the same run.
    bool runStretches(kernel::SystemCHost& host)
    {
        for (;;) {
            const kernel::Time wished = kernel::fromSeconds(observer_.horizon());
            stretchEnd_ = std::min(end_, std::max(wished, model_.calendar.now() + 1));
            ended_ = false;
            const std::uint64_t quantum = quantum_;
            const bool came = host.runUntil(stretchEnd_, quantum, [this, quantum] {
                return goOn(quantum) && quantum_ == quantum && kernel::fromSeconds(observer_.horizon()) >= stretchEnd_;
            });
            if (precise_ || jobsDone_ || conditionHolds_ || (came && stretchEnd_ == end_))
                return true;
            if (ended_ || ((came || model_.calendar.stopped()) && !goOn(0)))
                return false;
        }
    }

    /// False if the run has to end here: by the observer's wish, or because of a limit.
    bool goOn(std::uint64_t events)
    {
        ended_ = !mayGoOn(events);
        return !ended_;
    }

    bool mayGoOn(std::uint64_t events)
    {
        const kernel::Time present = model_.calendar.now();
        atInstant_ = present == lastLook_ ? atInstant_ + events : 0;
        if (present != lastLook_) {
            endedAtInstant_.clear();
            for (const auto& workload : model_.workloads)
                endedAtInstant_.push_back(endedOf(*workload));
        }
        if (checkLaws_ && present < lastLook_)
            throw std::runtime_error("time ran backwards");
        lastLook_ = present;
        limit_ = limitReached();
        if (!limit_.empty())
            return false;
        const auto asked = std::chrono::steady_clock::now();
        const double now = kernel::toSeconds(present);
        auto wish = observer_.betweenEvents(now, model_.calendar.eventsRun());
        while (wish == Observer::Wish::pause) {
            wish = observer_.betweenEvents(now, model_.calendar.eventsRun());
            paused_ = pausedBefore_ + (std::chrono::steady_clock::now() - asked);
        }
        pausedBefore_ = paused_;
        if (events > 0)
            adaptQuantum(asked - lookedAt_);
        lookedAt_ = std::chrono::steady_clock::now();
        return wish == Observer::Wish::goOn;
    }

    /// Makes a stop take effect soon, even if an event takes long, as in a network with very many streams.
    void adaptQuantum(std::chrono::steady_clock::duration took)
    {
        using namespace std::chrono_literals;
        if (took > 50ms)
            quantum_ = std::max(quantum_ / 2, leastQuantum);
        else if (took < 5ms)
            quantum_ = std::min(quantum_ * 2, mostQuantum);
    }

    /// The reason why the run has to end; empty if it may continue.
    std::string limitReached() const
    {
        const Limits& limits = model_.limits;
        if (atInstant_ > limits.eventsAtInstant)
            return "more than " + std::to_string(limits.eventsAtInstant) + " events at one instant (" +
                   std::to_string(kernel::toSeconds(lastLook_)) + " s)" + requestsWithoutTime();
        if (model_.interpreter->requestsInFlight() > limits.requestsInFlight)
            return "more than " + std::to_string(limits.requestsInFlight) + " requests under way";
        if (limits.memoryBytes > 0 && residentMemory() > limits.memoryBytes)
            return "it takes more than " + std::to_string(limits.memoryBytes >> 20) + " MiB of memory";
        if (wall() > limits.wallS)
            return "it takes longer than " + std::to_string(limits.wallS) + " s of real time";
        return {};
    }

    /// Requests that have ended since the last sample; counted in the warm-up too.
    static double endedOf(const Workload& workload)
    {
        double ended = 0;
        for (const OperationMeter& operation : workload.operations())
            ended += static_cast<double>(operation.interval.done + operation.interval.failed);
        return ended;
    }

    /// Names a workload of which very many requests have ended since simulated time last advanced: each begins the next
    /// one, and none takes any time.
    std::string requestsWithoutTime() const
    {
        constexpr double many = 1000;
        if (model_.calendar.now() != lastLook_ && lastLook_ >= 0)
            return {};
        for (std::size_t w = 0; w < model_.workloads.size(); ++w) {
            const Workload& workload = *model_.workloads[w];
            if (endedOf(workload) - (w < endedAtInstant_.size() ? endedAtInstant_[w] : 0) >= many)
                return ": requests of the workload \"" + workload.id() +
                       "\" take no time, and each that ends begins the next; give them work, or the workload a "
                       "think time";
        }
        return {};
    }

    static void onWarm(void* self, std::uint64_t) { static_cast<Driver*>(self)->endWarmUp(); }

    void endWarmUp()
    {
        takeSample();
        model_.resetMonitors();
        splitTime();
        sampler_.windowReset();
        courses_.windowBegins();
        stages_.windowBegins();
        warm_ = true;
        if (goal_)
            goal_->resetWindow();
    }

    /// From the end of the warm-up; if there is none, from the very start.
    void splitTime()
    {
        const double passedS = kernel::toSeconds(model_.calendar.now());
        const bool endKnown = !model_.untilJobsAreDone && !model_.condition && !model_.precision;
        if (passedS > 0)
            model_.interpreter->splitTime(endKnown ? (model_.durationS - passedS) / passedS : 0);
    }

    /// One workload has come to its end: the next phase may begin, or all may have ended.
    static void onFinished(void* self, std::uint64_t)
    {
        Driver& driver = *static_cast<Driver*>(self);
        driver.stages_.turn();
        driver.beginPhase();
        if (!driver.model_.untilJobsAreDone)
            return;
        driver.jobsDone_ =
            std::all_of(driver.model_.workloads.begin(), driver.model_.workloads.end(),
                        [](const auto& workload) { return !workload->endsByItself() || workload->finished(); });
        if (!driver.jobsDone_)
            return;
        driver.takeSample();
        driver.model_.calendar.stop();
    }

    /// Begins the workloads of the lowest phase that has not begun, if all of the phases below have ended.
    void beginPhase()
    {
        std::optional<std::uint64_t> next;
        for (const auto& workload : model_.workloads)
            if (!workload->begun())
                next = next ? std::min(*next, workload->phase()) : workload->phase();
        const bool waits = std::ranges::any_of(model_.workloads, [&](const auto& workload) {
            return next && workload->phase() < *next && workload->endsByItself() && !workload->finished();
        });
        if (!next || waits)
            return;
        for (auto& workload : model_.workloads)
            if (!workload->begun() && workload->phase() == *next) {
                workload->beginNow();
                stages_.begun(*workload);
            }
    }

    static void onLook(void* self, std::uint64_t)
    {
        Driver& driver = *static_cast<Driver*>(self);
        double ended = 0, latency = 0;
        for (const auto& workload : driver.model_.workloads)
            for (const auto& operation : workload->operations()) {
                ended += static_cast<double>(operation.window.done);
                latency += static_cast<double>(operation.window.latency.sum());
            }
        // A workload's own warm-up may have ended, which sets its counts to 0.
        driver.detector_.observe(std::max(0.0, ended - driver.endedBefore_),
                                 std::max(0.0, latency - driver.latencyBefore_));
        driver.endedBefore_ = ended;
        driver.latencyBefore_ = latency;
        const kernel::Time now = driver.model_.calendar.now();
        if (!driver.detector_.over()) {
            driver.model_.calendar.scheduleBackground(now + driver.look_, &Driver::onLook, self);
            return;
        }
        driver.model_.warmUpS = kernel::toSeconds(now);
        driver.endWarmUp();
        if (driver.tracer_)
            driver.tracer_->startFrom(now);
    }

    static void onSample(void* self, std::uint64_t)
    {
        Driver& driver = *static_cast<Driver*>(self);
        driver.takeSample();
        const kernel::Time now = driver.model_.calendar.now();
        if (now < driver.end_)
            driver.model_.calendar.scheduleBackground(std::min(now + driver.interval_, driver.end_), &Driver::onSample,
                                                      self);
    }

    /// A part of a sampling interval: the steady throughput is looked for in steps that are shorter than those of
    /// curves.
    static void onPart(void* self, std::uint64_t)
    {
        Driver& driver = *static_cast<Driver*>(self);
        const UsersRequests ended = driver.usersRequests();
        const kernel::Int128 latency = ended.latency - driver.inParts_.latency;
        driver.steady_->observe(static_cast<double>(ended.number - driver.inParts_.number),
                                kernel::toSeconds(static_cast<kernel::Time>(latency)));
        driver.inParts_ = ended;
        const kernel::Time next = driver.model_.calendar.now() + driver.part_;
        if (next <= driver.end_)
            driver.model_.calendar.scheduleBackground(next, &Driver::onPart, self);
    }

    /// The users' requests that have ended since the run began, and the sum of their latencies.
    struct UsersRequests
    {
        std::uint64_t number = 0;
        kernel::Int128 latency = 0;
    };
    UsersRequests usersRequests() const
    {
        UsersRequests ended = sampled_;
        for (const auto& workload : model_.workloads) {
            if (workload->background())
                continue;
            for (const auto& operation : workload->operations()) {
                ended.number += operation.interval.done;
                ended.latency += operation.interval.latency.sum();
            }
        }
        return ended;
    }

    void takeSample()
    {
        const kernel::Time now = model_.calendar.now();
        if (now == lastSample_)
            return;
        // The interval before the end of the warm-up, the one after it and the run's last may be shorter.
        const bool whole = now - lastSample_ == interval_;
        lastSample_ = now;
        sampler_.sample(sample_.values);
        courses_.observe();
        sample_.time = kernel::toSeconds(now);
        sample_.wall = wall();
        sample_.events = model_.calendar.eventsRun();
        countRequests();
        observer_.sampled(sample_);
        if (observer_.horizon() <= sample_.time)
            model_.calendar.stop(); // runStretches calls the observer
        if (goal_ && warm_)
            lookAtPrecision(now, whole);
        for (auto& workload : model_.workloads)
            workload->closeInterval(whole);
        if (model_.condition && warm_ && !conditionHolds_)
            lookAtCondition();
    }

    /// Adds the users' requests of the interval that has just ended.
    void countRequests()
    {
        sampled_ = usersRequests();
        sample_.requests = sampled_.number;
        const bool last = model_.calendar.now() >= end_ && !model_.untilJobsAreDone;
        sample_.steady = last ? steady_->atEnd() : steady_->figure();
    }

    void lookAtCondition()
    {
        record::Summary summary = summarise(model_);
        deriveResults(*model_.condition, summary);
        conditionHolds_ = summary.results.back().value.value_or(0) != 0;
        if (conditionHolds_)
            model_.calendar.stop();
    }

    /// Reason for the end of the run, as in "the jobs were done". A limit has words of its own.
    std::string endOf(bool reached, const std::string& limit) const
    {
        if (!limit.empty())
            return {};
        if (!reached)
            return "it was stopped";
        return conditionHolds_ ? "the condition held"
               : jobsDone_     ? "the jobs were done"
               : precise_      ? "the precision was reached"
                               : "the duration was over";
    }

    /// Each check may stop the run too early by chance, so the checks are a tenth of the window apart.
    void lookAtPrecision(kernel::Time now, bool whole)
    {
        if (whole)
            goal_->observe(model_.workloads);
        if (now < shortest_ || now < nextGoalLook_)
            return;
        nextGoalLook_ = now + (now - kernel::fromSeconds(model_.warmUpS)) / 10;
        if (goal_->reached()) {
            precise_ = true;
            model_.calendar.stop();
        }
    }

    static constexpr kernel::Time partsOfInterval = 8;
    static constexpr std::uint64_t leastQuantum = 10, mostQuantum = 20000;

    Model& model_;
    Observer& observer_;
    Sampler sampler_;
    LoadCourses courses_;
    StageWatch stages_;
    std::optional<SteadyFigure> steady_;
    bool checkLaws_ = false;
    std::optional<behaviour::Tracer> tracer_;
    std::optional<PrecisionGoal> goal_;
    WarmUpDetector detector_;
    double endedBefore_ = 0, latencyBefore_ = 0;
    record::Sample sample_;
    UsersRequests sampled_, inParts_; ///< by the last sample; by the last part of an interval
    kernel::Time interval_ = 0, part_ = 0, end_ = 0, shortest_ = 0, look_ = 0, lastSample_ = 0, lastLook_ = -1,
                 nextGoalLook_ = 0;
    std::uint64_t quantum_ = 160;        ///< events between two checks
    std::uint64_t atInstant_ = 0;        ///< events since simulated time last advanced, in steps of a quantum
    std::vector<double> endedAtInstant_; ///< requests that had ended by then, by workload
    kernel::Time stretchEnd_ = 0;
    bool warm_ = false, precise_ = false, jobsDone_ = false, conditionHolds_ = false, ended_ = false;
    std::string limit_;
    std::chrono::steady_clock::time_point began_, lookedAt_;
    std::chrono::steady_clock::duration paused_{}, pausedBefore_{};
};

} // namespace

record::Summary drive(Model& model, Observer& observer, bool checkLaws)
{
    return Driver(model, observer, checkLaws).run();
}

} // namespace headroom::run
