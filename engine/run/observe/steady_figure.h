// Finds out while a run goes on how many requests a second it serves, and how surely.
#pragma once

#include "record/stream/series.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace headroom::run {

/// The throughput of the steady state, as soon as it is known to 2 %: the warm-up is found by MSER-5 (White 1997) over
/// throughput and mean latency, the interval is that of batch means that pass the test of independence. It is known
/// once two looks in a row agree; each look follows a tenth more of the run, because every look may be wrong by chance.
/// It is withdrawn when a later look does not confirm it, or when the last quarter of the run differs from it.
class SteadyFigure
{
public:
    /// Half width of the 95 % interval over the throughput.
    static constexpr double wanted = 0.02;
    /// One that is known is kept up to here.
    static constexpr double kept = 0.03;

    explicit SteadyFigure(double intervalS) : intervalS_(intervalS) {}

    /// Adds the requests that ended in one more whole interval, and the sum of their latencies.
    void observe(double requests, double latencySum);
    const std::optional<record::Steady>& figure() const { return figure_; }
    /// For a run that is over: the figure, or the mean behind the warm-up with its interval as wide as it is, if there
    /// is enough to state one and nothing says that the load still changes.
    std::optional<record::Steady> atEnd() const;

private:
    /// The requirements on the values behind the warm-up.
    struct Required
    {
        double relative; ///< largest half width over the mean
        std::size_t observations;
        double independent;
    };

    void look();
    std::optional<record::Steady> found(const Required& required) const;

    double intervalS_;
    std::vector<double> counts_, latencies_;
    std::size_t nextLook_ = 60;
    std::optional<record::Steady> before_, figure_; ///< of the look before; the one that is known
};

} // namespace headroom::run
