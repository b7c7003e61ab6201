#include "run/model/precision.h"

#include "record/figures/statistics.h"

#include <algorithm>
#include <limits>

namespace headroom::run {

namespace {

/// With fewer batches the interval is too often narrow by chance.
constexpr std::size_t fewestForGoal = 20;

} // namespace

std::optional<PrecisionGoal::Settings> PrecisionGoal::read(project::Resolver& resolver, const project::Json& run,
                                                           const Workloads& workloads)
{
    const auto& fields = project::runFields();
    Settings settings;
    settings.relative = resolver.number(fields, "precision", run, "/run");
    settings.metric = resolver.text(fields, "metric", run, "/run");
    settings.operation = resolver.text(fields, "metric_operation", run, "/run");
    if (!(settings.relative > 0))
        return {};
    bool known = settings.operation.empty();
    for (const auto& workload : workloads)
        for (const OperationMeter& operation : workload->operations())
            known = known || operation.name == settings.operation;
    if (!known)
        resolver.findings().push_back({project::Severity::error, "run.unknown-operation", "/run/metric_operation",
                                       "run", "No workload asks for \"" + settings.operation + "\".",
                                       "Name an operation of a workload, or leave it empty for all."});
    return settings;
}

void PrecisionGoal::Batch::merge(const Batch& other)
{
    count += other.count;
    seconds += other.seconds;
    latency.merge(other.latency);
}

void PrecisionGoal::observe(const Workloads& workloads)
{
    Batch& batch = batches_.forNextInterval();
    const bool quantile = settings_.metric == "p95" || settings_.metric == "p99";
    for (const auto& workload : workloads)
        for (const OperationMeter& operation : workload->operations()) {
            if (!settings_.operation.empty() && operation.name != settings_.operation)
                continue;
            batch.count += static_cast<double>(operation.interval.done);
            batch.seconds += kernel::toSeconds(static_cast<kernel::Time>(operation.interval.latency.sum()));
            if (quantile)
                batch.latency.merge(operation.interval.latency);
        }
}

double PrecisionGoal::valueOf(const Batch& batch) const
{
    if (settings_.metric == "throughput")
        return batch.count / static_cast<double>(batches_.intervalsEach());
    if (settings_.metric == "mean latency")
        return batch.count > 0 ? batch.seconds / batch.count : 0;
    return kernel::toSeconds(batch.latency.quantile(settings_.metric == "p95" ? 0.95 : 0.99));
}

record::Precision PrecisionGoal::result() const
{
    std::vector<double> values;
    for (const Batch& batch : batches_.whole())
        values.push_back(valueOf(batch));
    const record::BatchEstimate means = record::batchMeans(values);
    const double relative =
        means.estimate.mean > 0 ? means.estimate.relative() : std::numeric_limits<double>::infinity();
    const bool reached = values.size() >= fewestForGoal && means.independent && means.estimate.mean > 0 &&
                         relative <= settings_.relative;
    return {settings_.metric, settings_.operation, settings_.relative, relative,         reached ? "reached" : "limit",
            "batch means",    means.batches,       means.lag1,         means.independent};
}

bool PrecisionGoal::reached() const
{
    return batches_.whole().size() >= fewestForGoal && result().status == "reached";
}

} // namespace headroom::run
