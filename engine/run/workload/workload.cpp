#include "run/workload/workload.h"

#include "project/document/workloads.h"

#include <algorithm>
#include <cmath>
#include <map>

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
      start_(kernel::fromSeconds(fields.number("start")))
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
    begin();
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
    for (OperationMeter& meter : operations_) {
        if (whole) {
            meter.batches.emplace_back(static_cast<double>(meter.interval.done),
                                       kernel::toSeconds(static_cast<kernel::Time>(meter.interval.latency.sum())));
            meter.latencies.forNextInterval().merge(meter.interval.latency);
        }
        meter.interval.done = meter.interval.failed = 0;
        meter.interval.bytes = 0;
        meter.interval.latency.reset();
    }
}

void Workload::resetWindow(kernel::Time now)
{
    inFlight_.reset(now);
    windowStart_ = now;
    spent_ = 0;
    sinceSum_ = monitoring::Meter::Integral{now} * inFlight();
    refused_ = givenUp_ = 0;
    offeredBefore_ = offered().value_or(0);
    mostInFlight_ = inFlight_.present();
    for (OperationMeter& meter : operations_) {
        meter.window = {};
        meter.batches.clear();
        meter.latencies.clear();
    }
    windowBegins();
}

monitoring::Meter::Integral Workload::timeSpent(kernel::Time now) const
{
    return spent_ + monitoring::Meter::Integral{now} * inFlight() - sinceSum_;
}

record::WorkloadSummary Workload::totals(double spanS) const
{
    record::WorkloadSummary summary;
    summary.type = type_;
    summary.background = background();
    for (const OperationMeter& meter : operations_) {
        summary.count += meter.window.done;
        summary.errors += meter.window.failed;
        summary.bytesPerSecond += meter.window.bytes / spanS;
    }
    summary.refused = refused_;
    const double endS = kernel::toSeconds(calendar_->now());
    if (const double users = this->users(endS - spanS, endS); std::isfinite(users)) {
        summary.users = users;
        summary.thinkS = thinkTime();
    }
    summary.perSecond = static_cast<double>(summary.count) / spanS;
    summary.inFlightMean =
        static_cast<double>(inFlight_.presentTime()) / (spanS * static_cast<double>(kernel::picosecondsPerSecond));
    summary.inFlightMax = mostInFlight_;
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
