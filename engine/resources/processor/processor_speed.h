// The total speed of a node's processors for a number of running jobs.
#pragma once

#include "resources/processor/processor.h"

#include <cstdint>
#include <vector>

namespace headroom::resources {

/// Total speed for 0 … all hardware threads' worth of running jobs, in reference-seconds per second. The rules are
/// those of `Processor`. Throws std::invalid_argument if there is no socket, core or speed, or a speed is not positive.
class ProcessorSpeed
{
public:
    explicit ProcessorSpeed(const ProcessorSpec& spec);

    std::uint32_t hardwareThreads() const { return static_cast<std::uint32_t>(total_.size() - 1); }
    /// Speed of all jobs together.
    double total(std::uint32_t jobs) const { return jobs < total_.size() ? total_[jobs] : total_.back(); }

private:
    std::vector<double> total_;
};

} // namespace headroom::resources
