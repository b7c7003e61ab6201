// The axes of a parallel chart: where each point of a study lies on the axis of a parameter or a figure.
#pragma once

#include "widgets/plots/studies/study_points.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace headroom::widgets {

struct ParallelAxis
{
    QString name, unit;
    bool isFigure = false;
    std::size_t column = 0; ///< number of the figure or the parameter
    bool isOfNames = false;
    double low = 0, high = 1; ///< values at both ends; of names, numbers of the first and the last
    bool logarithmic = false;
    /// For an axis with names or with few numbers: the share of the axis from its lower end, and the text. Ascending.
    std::vector<std::pair<double, QString>> steps;
    /// For each point, the share of the axis from its lower end, 0 to 1; NaN if the point has no value.
    std::vector<float> places;

    double valueAt(double share) const;
    double shareOf(double value) const;
    /// The value of a point; NaN if it has none or is a name.
    double valueOf(const StudyPoint& point) const;
    /// The value of a point as it is shown.
    QString textOf(const StudyPoint& point) const;
};

/// Names are steps in the order of the points. Numbers are logarithmic if their ends differ by a factor of 20 or more.
ParallelAxis parameterAxis(const StudyPoints& study, std::size_t parameter);
/// Linear.
ParallelAxis figureAxis(const StudyPoints& study, std::size_t figure);

/// A part of an axis that points have to lie in, kept by value: the axis may grow while a study runs.
struct AxisRange
{
    QString axis;
    double low = 0, high = 0; ///< of numbers
    QString first, last;      ///< of names: the steps at both ends
};
AxisRange rangeOn(const ParallelAxis& axis, double lowShare, double highShare);
/// The shares of both ends; the second is the smaller one if no step lies in the range.
std::pair<double, double> sharesOf(const ParallelAxis& axis, const AxisRange& range);

} // namespace headroom::widgets
