// Where a run is to pause by itself: at an instant, at the next sample, after so many requests, once a series is beyond
// a threshold.
#pragma once

#include "record/stream.h"

#include <optional>
#include <string>

namespace headroom::cli {

class PausePoint
{
public:
    void know(const record::Header& header);
    /// From a command `step` or `until`. Throws std::runtime_error naming a series that there is none of.
    void set(const record::Command& command, double simulatedS);
    void clear() { *this = PausePoint(std::move(header_)); }

    /// Simulated seconds that the run may not pass; infinity: none is known beforehand.
    double horizon() const;
    /// Whether the run has come there; `sample` holds all series. The reason for people, empty for a step.
    std::optional<std::string> metBy(const record::Sample& sample) const;
    bool metAt(double simulatedS) const { return instantS_ && simulatedS >= *instantS_ - halfTick; }

    PausePoint() = default;

private:
    static constexpr double halfTick = 0.5e-12; ///< of simulated time, seconds

    explicit PausePoint(record::Header header) : header_(std::move(header)) {}

    record::Header header_;
    std::optional<double> instantS_;
    bool nextSample_ = false;
    std::uint64_t requests_ = 0;
    std::optional<std::size_t> series_; ///< its place in the samples
    std::optional<double> above_, below_;
};

} // namespace headroom::cli
