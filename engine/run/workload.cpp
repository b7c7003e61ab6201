#include "run/workload.h"

#include "project/declarations.h"

#include <algorithm>
#include <cmath>

namespace headroom::run {

namespace {

enum Draw : std::uint64_t
{
    drawKey,
    drawOperation,
    drawThink
};
enum Variable : std::size_t
{
    variableKey,
    variableWorker,
    variables
};

} // namespace

ClosedLoop::ClosedLoop(const project::Project& project, std::size_t index, project::Resolver& resolver,
                       const behaviour::Software& software, const mapping::Placement& placement)
{
    const project::Workload& workload = project.workloads[index];
    const std::string pointer = "/workloads/" + std::to_string(index);
    const auto& fields = project::workloadFields();
    const auto number = [&](const char* name) { return resolver.number(fields, name, workload.fields, pointer); };
    id_ = workload.id;
    source_ = kernel::hashText(id_.data(), id_.size());
    thinkS_ = number("think_time");
    thinkExponential_ = resolver.text(fields, "think_distribution", workload.fields, pointer) == "exponential";
    rampUpS_ = number("ramp_up");
    keys_ = static_cast<std::uint64_t>(std::max(1.0, number("keys")));

    const auto& nodes = placement.nodesOf(workload.role);
    const auto count = static_cast<std::size_t>(std::max(1.0, number("workers")));
    if (nodes.empty()) {
        resolver.findings().push_back({project::Severity::error, "workload.no-node", pointer + "/role",
                                       "workload " + id_, "Its role \"" + workload.role + "\" stands on no node.",
                                       "Add the role to a node group."});
        return;
    }
    workers_.resize(count);
    for (std::size_t w = 0; w < count; ++w) {
        workers_[w].loop = this;
        workers_[w].node = nodes[w % nodes.size()];
    }

    double total = 0;
    for (std::size_t o = 0; o < workload.operations.size(); ++o) {
        const auto& operation = workload.operations[o];
        const std::string at = pointer + "/operations/" + std::to_string(o);
        const double weight = resolver.number(project::shareFields(), "weight", operation.fields, at);
        if (weight <= 0)
            continue;
        Share share;
        share.operation = software.findOperation(workload.role, operation.operation);
        if (share.operation == behaviour::nowhere) {
            resolver.findings().push_back(
                {project::Severity::error, "workload.unknown-operation", at + "/operation", "workload " + id_,
                 "The role " + workload.role + " has no operation \"" + operation.operation + "\".",
                 "Choose one of its operations."});
            continue;
        }
        total += weight;
        share.weight = total;
        project::Scope scope = resolver.globalScope();
        scope.slots = {{"key", variableKey}, {"worker", variableWorker}};
        const auto& names = software.operations[share.operation].arguments;
        const project::Json& arguments = valueOf(operation.fields, *findField(project::shareFields(), "arguments"));
        if (arguments.is_object())
            for (const auto& [name, value] : arguments.items()) {
                const auto found = std::find(names.begin(), names.end(), name);
                if (found == names.end())
                    resolver.findings().push_back({project::Severity::error, "workload.unknown-argument",
                                                   at + "/arguments/" + name, "workload " + id_,
                                                   "The operation takes no argument \"" + name + "\".",
                                                   "Use one of its declared arguments."});
                else
                    share.arguments.push_back({static_cast<std::uint32_t>(found - names.begin()),
                                               resolver.expression(value, "", at + "/arguments/" + name, scope)});
            }
        shares_.push_back(std::move(share));
        OperationMeter meter;
        meter.name = operation.operation;
        meter.payload = resolver.number(project::shareFields(), "payload", operation.fields, at);
        operations_.push_back(std::move(meter));
    }
    for (Share& share : shares_)
        share.weight /= total;
    if (shares_.empty())
        resolver.findings().push_back({project::Severity::error, "workload.nothing", pointer + "/operations",
                                       "workload " + id_, "No operation has a weight above 0.",
                                       "Give at least one of them a weight."});
}

void ClosedLoop::start(kernel::Calendar& calendar, behaviour::Machine& machine, std::uint64_t seed)
{
    calendar_ = &calendar;
    machine_ = &machine;
    random_ = std::make_unique<kernel::KeyedRandom>(seed);
    for (std::size_t w = 0; w < workers_.size(); ++w) {
        const double at = rampUpS_ * static_cast<double>(w) / static_cast<double>(workers_.size());
        calendar.schedule(calendar.now() + kernel::fromSeconds(at), &ClosedLoop::onIssue, this, w);
    }
}

void ClosedLoop::onIssue(void* self, std::uint64_t worker)
{
    static_cast<ClosedLoop*>(self)->issue(static_cast<std::uint32_t>(worker));
}

void ClosedLoop::issue(std::uint32_t w)
{
    Worker& worker = workers_[w];
    const std::uint64_t request = kernel::mix(kernel::mix(source_, w), worker.issued++);
    const double which = random_->uniform(source_, request, drawOperation);
    worker.share = static_cast<std::uint32_t>(
        std::find_if(shares_.begin(), shares_.end() - 1, [&](const Share& s) { return which < s.weight; }) -
        shares_.begin());
    const Share& share = shares_[worker.share];
    double known[variables];
    known[variableKey] = static_cast<double>(random_->below(keys_, source_, request, drawKey));
    known[variableWorker] = w;
    const std::size_t count = machine_->argumentsOf(share.operation);
    arguments_.assign(count, 0.0);
    for (const auto& argument : share.arguments)
        arguments_[argument.slot] = argument.value.evaluate(known);
    worker.since = calendar_->now();
    worker.asking = true;
    inFlight_.arrive(worker.since);
    machine_->start(share.operation, worker.node, kernel::mix(source_, w), request, arguments_, &ClosedLoop::onDone,
                    this, w);
}

void ClosedLoop::onDone(void* self, std::uint64_t w, bool ok)
{
    ClosedLoop& loop = *static_cast<ClosedLoop*>(self);
    Worker& worker = loop.workers_[w];
    const kernel::Time now = loop.calendar_->now();
    worker.asking = false;
    loop.inFlight_.depart(now);
    loop.spent_ += now - std::max(worker.since, loop.windowStart_);
    OperationMeter& meter = loop.operations_[worker.share];
    for (OperationMeter::Count* count : {&meter.interval, &meter.window}) {
        ++(ok ? count->done : count->failed);
        if (ok)
            count->latency.record(now - worker.since);
    }
    double think = loop.thinkS_;
    if (loop.thinkExponential_)
        think = loop.random_->exponential(think, loop.source_, kernel::mix(w, worker.issued), drawThink);
    // By an event even without think time, so that the machine has finished with the old request.
    loop.calendar_->schedule(now + kernel::fromSeconds(think), &ClosedLoop::onIssue, self, w);
}

void ClosedLoop::closeInterval()
{
    for (OperationMeter& meter : operations_) {
        meter.batches.emplace_back(static_cast<double>(meter.interval.done),
                                   kernel::toSeconds(static_cast<kernel::Time>(meter.interval.latency.sum())));
        meter.interval.done = meter.interval.failed = 0;
        meter.interval.latency.reset();
    }
}

void ClosedLoop::resetWindow(kernel::Time now)
{
    inFlight_.reset(now);
    windowStart_ = now;
    spent_ = 0;
    for (OperationMeter& meter : operations_) {
        meter.window = {};
        meter.batches.clear();
    }
}

monitoring::Meter::Integral ClosedLoop::timeSpent(kernel::Time now) const
{
    monitoring::Meter::Integral sum = spent_;
    for (const Worker& worker : workers_)
        if (worker.asking)
            sum += now - std::max(worker.since, windowStart_);
    return sum;
}

} // namespace headroom::run
