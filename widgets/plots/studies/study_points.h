// The points of a study as plain values for charts, and those of them that differ in one or two parameters only.
#pragma once

#include <QString>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

namespace headroom::widgets {

/// A parameter that is varied, or a figure.
struct StudyColumn
{
    QString name;
    QString unit;                            ///< base unit; "%" for a share
    std::optional<bool> largerIsBetter = {}; ///< of a figure; nothing: neither is better
    bool isNumeric = true;                   ///< false for a parameter with names
};

struct StudyValue
{
    double value = std::numeric_limits<double>::quiet_NaN();
    double low = std::numeric_limits<double>::quiet_NaN(), high = std::numeric_limits<double>::quiet_NaN();
    bool hasInterval() const { return std::isfinite(low) && std::isfinite(high); }
};

/// Verdict of a point on all goals of the project.
enum class StudyVerdict
{
    none, ///< there are no goals
    met,
    missed,
    unknown
};

struct StudyPoint
{
    qulonglong number = 0;
    std::vector<QString> settings; ///< of each parameter, as it is shown
    std::vector<double> numbers;   ///< the same in the base unit; NaN for names
    std::vector<StudyValue> figures;
    StudyVerdict goals = StudyVerdict::none;
};

struct StudyPoints
{
    std::vector<StudyColumn> parameters, figures;
    std::vector<StudyPoint> points;         ///< those that are finished, by number
    std::optional<qulonglong> present = {}; ///< the point with the present values of the project, if it is one of them
};

/// The points that have the values of `anchor` in all parameters but the `free` ones.
std::vector<const StudyPoint*> sliceThrough(const StudyPoints& study, const StudyPoint& anchor,
                                            const std::vector<std::size_t>& free);
/// The different values of a parameter at these points: numbers ascending, names in the order of the points.
std::vector<QString> valuesAt(const std::vector<const StudyPoint*>& points, std::size_t parameter);
/// "DISK = X, THREADS = 4": the values of a point in all parameters but the `free` ones; empty if there are none.
QString othersInWords(const StudyPoints& study, const StudyPoint& point, const std::vector<std::size_t>& free);

} // namespace headroom::widgets
