// What was measured on a real cluster: columns of a CSV file over time, to be laid over the curves of a run.
#pragma once

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace headroom::widgets {

/// A CSV file with a header and a column of times.
struct MeasuredTable
{
    QStringList names;                        ///< of the columns
    std::vector<std::vector<double>> columns; ///< NaN where a cell is empty or no number
    int timeColumn = -1;  ///< the first named "time", "t", "seconds" ..., else the first that never falls; in seconds
    QStringList problems; ///< what was passed over, with the line
};

/// Reads commas, semicolons or tabs; times as numbers (seconds) or as dates (ISO 8601), which count from the first one.
/// An empty table with a problem if there is nothing to read.
MeasuredTable readMeasured(const QString& text);

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
MeasuredCurve measuredCurve(const MeasuredTable& table, int column, const MeasuredFit& fit);

/// The offset for which the measured curve, stretched to the mean of the other, differs least from it (least mean
/// square over the common time, which must be at least half of the shorter curve); with `scale` the factor that makes
/// their means equal there, else 1. Nothing if they have too little in common.
std::optional<MeasuredFit> findFit(const MeasuredCurve& measured, const MeasuredCurve& simulated, bool scale);

/// Mean of |simulated − measured| / |measured| over the times that both have; nothing if there are none.
std::optional<double> meanDeviation(const MeasuredCurve& measured, const MeasuredCurve& simulated);

} // namespace headroom::widgets
