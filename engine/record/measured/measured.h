// Measurements of a real cluster: columns of a CSV file over time, to be compared with a run.
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
    std::vector<std::vector<double>> columns; ///< NaN where a cell is empty or not a number
    /// The first column named "time", "t", "seconds" ..., else the first whose values never decrease; in seconds.
    std::optional<std::size_t> timeColumn;
    std::vector<std::string> problems; ///< parts of the file that were skipped, with the line

    std::optional<std::size_t> findColumn(std::string_view name) const;
};

/// Accepts commas, semicolons or tabs as separators; times as numbers (in the unit that the column's name ends with,
/// else seconds), as clock times or dates, which count from the first one; a second line of headings; thousands, and
/// per cent, which are shares; also the logs of fio, the totals of a result of fio or a summary of COSBench, and the
/// text of sar and iostat. If there is nothing to read, the table is empty and has a problem; without a time that can
/// be read it has no time column.
MeasuredTable readMeasured(std::string_view text);

/// time' = time + offsetS, value' = value · factor.
struct MeasuredFit
{
    double offsetS = 0;
    double factor = 1;
    bool operator==(const MeasuredFit&) const = default;
};

/// One curve: the values of a column without its gaps.
struct MeasuredCurve
{
    std::vector<double> times, values;
};
/// Empty if the table has no such column or no times.
MeasuredCurve measuredCurve(const MeasuredTable& table, std::optional<std::size_t> column, const MeasuredFit& fit);

/// The offset at which the measured curve, scaled to the mean of the other, differs least from it (least mean square
/// over the common time, which must be at least half of the shorter curve). With `scale`, the factor makes their means
/// equal there; otherwise it is 1. Nothing if they overlap too little.
std::optional<MeasuredFit> findFit(const MeasuredCurve& measured, const MeasuredCurve& simulated, bool scale);

/// Mean of |simulated − measured| / |measured| over the times that both cover; nothing if there are none.
std::optional<double> meanDeviation(const MeasuredCurve& measured, const MeasuredCurve& simulated);

} // namespace headroom::record
