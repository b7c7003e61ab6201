// One line on a terminal that shows the progress of a run.
#pragma once

#include "record/stream/series.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace headroom::cli {

struct Progress
{
    double simulatedS = 0;
    double durationS = 0;
    double wallS = 0;
    std::uint64_t events = 0;
    std::optional<record::Steady> steady = {};
};

/// "steady: 4120 /s ± 1 %".
std::string steadyText(const record::Steady& steady);

/// Bar, percentage, the steady throughput if it is known, simulated time, speed (simulated seconds in a second), events
/// per second, time left; cut to `columns`.
std::string progressLine(const Progress& progress, std::size_t columns);

/// Draws the progress on standard error.
class ProgressBar
{
public:
    void begin(double durationS);
    /// Draws at most ten times a second.
    void update(double simulatedS, std::uint64_t events);
    /// Draws a sentence in the place of the bar, before the run begins.
    void say(const std::string& sentence);
    /// The steady throughput, as the run's last sample says.
    void setSteady(const std::optional<record::Steady>& steady) { steady_ = steady; }
    void erase();
    ~ProgressBar() { erase(); }

private:
    using Clock = std::chrono::steady_clock;

    double durationS_ = 0;
    std::optional<record::Steady> steady_;
    bool drawn_ = false;
    Clock::time_point start_ = Clock::now();
    Clock::time_point lastDrawing_ = start_;
};

} // namespace headroom::cli
