// The time between a user's operations.
#pragma once

#include "kernel/random.h"
#include "run/workload/elaboration.h"

#include <cstdint>
#include <memory>

namespace headroom::run {

/// Constant, exponential, or from a table of the project.
class ThinkTime
{
public:
    /// Findings: no usable table.
    explicit ThinkTime(const WorkloadFields& fields);

    double mean() const { return meanS_; }
    /// Seconds; `draw` identifies the random number.
    template <class... Draw>
    double next(const kernel::KeyedRandom& random, Draw... draw) const
    {
        if (table_)
            return table_->at(random.uniform(draw...));
        return exponential_ ? random.exponential(meanS_, draw...) : meanS_;
    }

private:
    double meanS_ = 0;
    bool exponential_ = false;
    std::shared_ptr<const project::ValueTable> table_;
};

} // namespace headroom::run
