// Decides whether a run has reached its precision.
#pragma once

#include "monitoring/growing_batches.h"
#include "monitoring/histogram.h"
#include "project/resolve/resolver.h"
#include "record/summary/trust.h"
#include "run/workload/workload.h"

#include <optional>
#include <vector>

namespace headroom::run {

/// Collects batches of one metric over the measured window.
class PrecisionGoal
{
public:
    using Workloads = std::vector<std::unique_ptr<Workload>>;
    struct Settings
    {
        double relative = 0; ///< half width of the 95 % interval over the mean
        std::string metric, operation;
    };
    /// Empty if the run requires no precision. Findings: an operation that no workload uses.
    static std::optional<Settings> read(project::Resolver& resolver, const project::Json& run,
                                        const Workloads& workloads);

    explicit PrecisionGoal(Settings settings) : settings_(std::move(settings)) {}

    /// Adds what ended in one more complete sampling interval; call it before the workloads close the interval.
    void observe(const Workloads& workloads);
    void resetWindow() { batches_.clear(); }
    /// True if the batches are independent and their interval is narrow enough.
    bool reached() const;
    record::Precision result() const;
    const Settings& settings() const { return settings_; }

private:
    struct Batch
    {
        double count = 0, seconds = 0;
        monitoring::Histogram latency; ///< for quantiles
        void merge(const Batch& other);
    };
    double valueOf(const Batch& batch) const;

    Settings settings_;
    monitoring::GrowingBatches<Batch> batches_;
};

} // namespace headroom::run
