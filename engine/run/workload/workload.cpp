#include "run/workload/workload.h"

#include "project/document/workloads.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace headroom::run {

namespace {

std::vector<behaviour::Site> sitesOf(const WorkloadFields& fields)
{
    const Elaboration& from = fields.elaboration();
    const std::uint32_t role = from.software.findRole(fields.workload().role);
    if (role == behaviour::nowhere)
        return {};
    std::vector<behaviour::Site> sites = behaviour::sitesOf(from.software, role, from.placement);
    if (const std::string group = fields.text("group"); !group.empty())
        std::erase_if(sites, [&](const behaviour::Site& site) { return !from.placement.isIn(group, site.node); });
    return sites;
}

} // namespace

Workload::Workload(const WorkloadFields& fields, Demand demand)
    : id_(fields.workload().id), type_(fields.text("type")), demand_(std::move(demand)), sites_(sitesOf(fields)),
      start_(kernel::fromSeconds(fields.number("start"))), phase_(fields.whole("phase")), total_(fields.whole("total")),
      ownWarmUpS_(fields.number("warm_up"))
{
    for (const std::string& name : demand_.operations()) {
        OperationMeter& meter = operations_.emplace_back();
        meter.name = meter.label = name;
    }
}

void Workload::start(kernel::Calendar& calendar, behaviour::Interpreter& interpreter, std::uint64_t seed)
{
    calendar_ = &calendar;
    interpreter_ = &interpreter;
    demand_.setSeed(seed);
    if (phase_ == 0)
        beginNow();
}

void Workload::beginNow()
{
    begun_ = true;
    start_ = kernel::later(now(), start_);
    if (ownWarmUpS_ > 0)
        calendar().scheduleBackground(at(ownWarmUpS_), &Workload::onOwnWindow, this);
    if (const Profile* level = course(); level && std::isfinite(level->end()))
        calendar().scheduleBackground(at(level->end()), &Workload::onEnd, this);
    begin();
}

void Workload::onOwnWindow(void* self, std::uint64_t)
{
    Workload& workload = *static_cast<Workload*>(self);
    workload.clearCounts(workload.now());
}

void Workload::onEnd(void* self, std::uint64_t)
{
    Workload& workload = *static_cast<Workload*>(self);
    if (workload.finishedAt_ || !workload.hasEnded())
        return;
    workload.finishedAt_ = workload.now();
    workload.tellFinished();
}

bool Workload::endsByItself() const
{
    return course() && (total_ > 0 || std::isfinite(course()->end()));
}

bool Workload::hasEnded() const
{
    return inFlight() == 0 && begun_ && course() && (hasAskedAll() || now() >= at(course()->end()));
}

kernel::Time Workload::at(double seconds) const
{
    return kernel::later(start_, kernel::fromSeconds(seconds));
}

bool Workload::ask(const Turn& turn, std::uint64_t context)
{
    const std::uint64_t name = demand_.nameOf(turn);
    const auto drawn = demand_.draw(
        turn, name, [this](std::uint32_t operation) { return interpreter_->argumentsOf(operation); }, arguments_);
    const Demand::Share& share = demand_.shares()[drawn.share];
    if (interpreter_->full(share.operation, turn.site)) {
        refuse();
        return false;
    }
    ++asked_;
    sinceSum_ += now();
    inFlight_.arrive(now());
    mostInFlight_ = std::max(mostInFlight_, inFlight_.present());
    interpreter_->start(share.operation, turn.site, name, arguments_,
                        {this, turn.session, context, now(), drawn.payload, share.meter}, turn.jobName);
    return true;
}

bool Workload::askOrWait(const Turn& turn, std::uint64_t context, const kernel::Completion& again)
{
    if (ask(turn, context))
        return true;
    interpreter_->awaitRoom(demand_.shares().front().operation, turn.site, again); // all operations are of one role
    return false;
}

bool Workload::waitsFor(behaviour::Site site, const kernel::Completion& back)
{
    if (!down(site))
        return false;
    interpreter_->awaitReturn(demand_.shares().front().operation, site, back);
    return true;
}

void Workload::callIn(double seconds, const kernel::Completion& call)
{
    const kernel::Time wait = kernel::fromSeconds(seconds);
    if (wait == 0)
        interpreter_->afterwards(call);
    else if (wait <= kernel::never - now())
        calendar_->schedule(now() + wait, call);
}

void Workload::refuse()
{
    ++refused_;
}

void Workload::operationDone(const behaviour::OperationTicket& ticket, bool ok)
{
    const kernel::Time ended = now(), began = std::max(ticket.since, windowStart_);
    longestQuiet_ = std::max({longestQuiet_, ended - lastEnded_, ended - ticket.since});
    lastEnded_ = ended;
    ++ended_;
    inFlight_.depart(ended);
    spent_ += ended - began;
    sinceSum_ -= began;
    OperationMeter& meter = operations_[ticket.meter];
    for (OperationMeter::Count* count : {&meter.interval, &meter.window}) {
        ++(ok ? count->done : count->failed);
        if (ok) {
            count->bytes += ticket.payload;
            count->latency.record(ended - ticket.since);
        }
    }
    answered(ticket.context, ok);
    if (!finishedAt_ && hasEnded()) // by an event: the interpreter finishes with the old request first
        calendar_->schedule(now(), &Workload::onEnd, this, 0);
}

void Workload::giveUp(std::uint64_t context)
{
    const auto ticket = interpreter_->giveUp(*this, context);
    if (!ticket)
        return;
    ++givenUp_;
    const kernel::Time began = std::max(ticket->since, windowStart_);
    inFlight_.depart(now());
    spent_ += now() - began;
    sinceSum_ -= began;
}

void Workload::closeInterval(bool whole)
{
    const double from = kernel::toSeconds(std::exchange(intervalBegan_, now())), to = kernel::toSeconds(now());
    const bool active = !course() || activeBetween(from, to) >= (to - from) * (1 - 1e-9);
    if (whole)
        activeIntervals_.push_back(active);
    for (OperationMeter& meter : operations_) {
        if (whole) {
            meter.batches.emplace_back(static_cast<double>(meter.interval.done),
                                       kernel::toSeconds(static_cast<kernel::Time>(meter.interval.latency.sum())));
            if (active)
                meter.latencies.forNextInterval().merge(meter.interval.latency);
        }
        meter.interval.done = meter.interval.failed = 0;
        meter.interval.bytes = 0;
        meter.interval.latency.reset();
    }
}

void Workload::resetWindow(kernel::Time now)
{
    clearCounts(now);
    activeIntervals_.clear();
    for (OperationMeter& meter : operations_)
        meter.batches.clear();
}

/// The intervals' sums stay: all workloads have the same intervals.
void Workload::clearCounts(kernel::Time now)
{
    carried_ = inFlight();
    inFlight_.reset(now);
    windowStart_ = now;
    spent_ = 0;
    sinceSum_ = monitoring::Meter::Integral{now} * inFlight();
    refused_ = givenUp_ = 0;
    offeredBefore_ = offered().value_or(0);
    waitingBefore_ = waiting();
    mostInFlight_ = inFlight_.present();
    for (OperationMeter& meter : operations_) {
        meter.window = {};
        meter.latencies.clear();
    }
    windowBegins();
}

monitoring::Meter::Integral Workload::timeSpent(kernel::Time now) const
{
    return spent_ + monitoring::Meter::Integral{now} * inFlight() - sinceSum_;
}

double Workload::activeS() const
{
    return activeBetween(kernel::toSeconds(windowStart_), kernel::toSeconds(now()));
}

double Workload::activeBetween(double fromS, double toS) const
{
    const Profile* level = course();
    if (!level)
        return toS - fromS;
    if (!begun_)
        return 0;
    const double start = kernel::toSeconds(start_), from = std::max(fromS, start + ownWarmUpS_);
    const double to = finishedAt_ ? std::min(toS, kernel::toSeconds(*finishedAt_)) : toS;
    double active = level->timeAboveZero(from - start, to - start);
    if (const double end = start + level->end(); to > end && inFlight() > 0) // the last operations
        active += to - std::max(from, end);
    else if (to > end)
        active += std::max(0.0, std::min(to, kernel::toSeconds(lastEnded_)) - std::max(from, end));
    return active;
}

double Workload::loadedS(double fromS, double toS) const
{
    const double start = kernel::toSeconds(start_), from = std::max(fromS, start + ownWarmUpS_);
    const double to = finishedAt_ ? std::min(toS, kernel::toSeconds(*finishedAt_)) : toS;
    if (!begun_ || to <= from)
        return 0;
    return course() ? course()->timeAboveZero(from - start, to - start) : to - from;
}

std::vector<double> Workload::turns() const
{
    const double start = kernel::toSeconds(start_);
    std::vector<double> turns{start, start + ownWarmUpS_};
    if (!course())
        return turns;
    for (const double begin : course()->stages())
        turns.push_back(start + begin);
    if (std::isfinite(course()->end()))
        turns.push_back(start + course()->end());
    return turns;
}

std::size_t Workload::stages() const
{
    return course() ? course()->stages().size() : 0;
}

std::size_t Workload::stageAt(double timeS) const
{
    const auto& begins = course()->stages();
    const auto after = std::ranges::upper_bound(begins, timeS - kernel::toSeconds(start_));
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, after - begins.begin())) - 1;
}

record::WorkloadSummary Workload::totals() const
{
    constexpr double shortestS = 1e-12;
    const double spanS = std::max(shortestS, activeS());
    const double windowS = kernel::toSeconds(now() - windowStart_);
    record::WorkloadSummary summary;
    summary.type = type_;
    summary.background = background();
    for (const OperationMeter& meter : operations_) {
        summary.count += meter.window.done;
        summary.errors += meter.window.failed;
        summary.bytesPerSecond += meter.window.bytes / spanS;
    }
    summary.refused = refused_;
    summary.waiting = waiting() - std::min(waiting(), waitingBefore_);
    const double endS = kernel::toSeconds(now());
    if (const double users = this->users(endS - windowS, endS); std::isfinite(users)) {
        summary.users = spanS < windowS ? users * windowS / spanS : users; // mean while it was active
        summary.thinkS = thinkTime();
    }
    summary.perSecond = static_cast<double>(summary.count) / spanS;
    summary.inFlightMean =
        static_cast<double>(inFlight_.presentTime()) / (spanS * static_cast<double>(kernel::picosecondsPerSecond));
    summary.inFlightMax = mostInFlight_;
    if (spanS < windowS * (1 - 1e-9))
        summary.activeS = spanS;
    return summary;
}

void labelOperations(const std::vector<std::unique_ptr<Workload>>& workloads)
{
    std::map<std::string, int> uses;
    for (const auto& workload : workloads)
        for (const OperationMeter& meter : workload->operations())
            ++uses[meter.name];
    for (const auto& workload : workloads)
        for (OperationMeter& meter : workload->operations())
            if (uses[meter.name] > 1 || workload->background())
                meter.label = workload->id() + ": " + meter.name;
}

} // namespace headroom::run
