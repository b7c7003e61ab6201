// The condition at which a run pauses: an instant, the next sample, a number of requests, or a series that passes a
// threshold.
#pragma once

#include "record/stream/stream.h"

#include <optional>
#include <string>

namespace headroom::cli {

/// At most one condition is set at a time.
class PausePoint
{
public:
    void know(const record::Header& header);
    /// Set by a command `step` or `until`. Throws std::runtime_error with the name of a series that does not exist.
    void set(const record::Command& command, double simulatedS);
    void clear() { *this = PausePoint(std::move(header_)); }

    /// Simulated seconds that the run must not pass; infinity if no instant is set.
    double horizon() const;
    /// Returns the reason as text if the sample meets the condition, nothing if not; the text of a step is empty.
    /// `sample` contains all series.
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
    std::optional<std::size_t> series_; ///< its index in the samples
    std::optional<double> above_, below_;
};

} // namespace headroom::cli
