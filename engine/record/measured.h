// What was measured on a real cluster: columns of a CSV file over time, to be held against a run.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::record {

/// A CSV file with a header and a column of times.
struct MeasuredTable
{
    std::vector<std::string> names;           ///< of the columns
    std::vector<std::vector<double>> columns; ///< NaN where a cell is empty or no number
    /// The first that is named "time", "t", "seconds" ..., else the first that never falls; in seconds.
    std::optional<std::size_t> timeColumn;
    std::vector<std::string> problems; ///< what was passed over, with the line

    std::optional<std::size_t> findColumn(std::string_view name) const;
};

/// Reads commas, semicolons or tabs; times as numbers (seconds) or as dates (ISO 8601), which count from the first one.
/// An empty table with a problem if there is nothing to read.
MeasuredTable readMeasured(std::string_view text);

/// time' = time + offsetS, value' = value · factor.
struct MeasuredFit
{
    double offsetS = 0;
    double factor = 1;
    bool operator==(const MeasuredFit&) const = default;
};

/// One curve: what remains of a column when the gaps are left out.
struct MeasuredCurve
{
    std::vector<double> times, values;
};
/// Empty if the table has no such column or no times.
MeasuredCurve measuredCurve(const MeasuredTable& table, std::optional<std::size_t> column, const MeasuredFit& fit);

/// The offset for which the measured curve, stretched to the mean of the other, differs least from it (least mean
/// square over the common time, which must be at least half of the shorter curve); with `scale` the factor that makes
/// their means equal there, else 1. Nothing if they have too little in common.
std::optional<MeasuredFit> findFit(const MeasuredCurve& measured, const MeasuredCurve& simulated, bool scale);

/// Mean of |simulated − measured| / |measured| over the times that both have; nothing if there are none.
std::optional<double> meanDeviation(const MeasuredCurve& measured, const MeasuredCurve& simulated);

} // namespace headroom::record
