// The space of a study: its axes, and the points of it that are run.
#pragma once

#include "project/document/document.h"
#include "project/document/finding.h"
#include "project/library/components.h"
#include "study/space/place.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace headroom::study {

/// A generic parameter and the values that it takes, as they stand in a document.
struct Axis
{
    std::string parameter;
    std::vector<project::Json> values;
    /// Where it is a range: its ends in the base unit. A sample takes values between the steps, too.
    bool isRange = false;
    double from = 0, to = 0;
    bool isLogarithmic = false;
};

/// One combination: the value of each axis, in the order of the axes.
using Point = std::vector<project::Json>;

/// Points of a study.
struct Space
{
    std::vector<Axis> axes;
    std::vector<Point> points;  ///< no two are equal
    std::uint64_t excluded = 0; ///< combinations that a constraint excludes
    std::vector<Place> places;  ///< of designs that are evaluated as a whole, in their order
};

/// More points are refused: each needs at least a process, and half a kilobyte in the file of the study.
inline constexpr double mostPoints = 1'000'000;

/// `count` points of the unit cube, each with a number from 0 to below 1 for every dimension.
using Sampler = std::function<std::vector<std::vector<double>>(const std::string& design, std::size_t dimensions,
                                                               std::size_t count)>;

/// The space of `study`, an element of `project.studies` or one like it; `pointer` is its place in the document.
/// Designs:
/// - "full": all combinations;
/// - "one at a time": the project's present values, then each value of each axis with the others at present;
/// - "paired": the first values of all axes, the second ones, and so on;
/// - "latin hypercube", "low discrepancy": `points` combinations from `sampler`, spread over the ranges; values of a
///   list are taken equally often;
/// - "sobol": about `points` combinations for Sobol' indices: N places, N more, and for each axis N that are the first
///   ones with this axis as in the second ones (Saltelli, Computer Physics Communications 145, 2002);
/// - "morris": about `points` combinations in trajectories (morris_design.h).
/// The last two take no constraints, since all of their places are needed.
/// Equal combinations are run once. Faults become findings, all at once: an axis without values or with a value that
/// the parameter cannot have, lists of different lengths side by side, constraints that exclude everything, too many
/// points. The space has no points then.
Space spaceOf(const project::Project& project, const project::ComponentLibrary& components, const project::Study& study,
              const std::string& pointer, const Sampler& sampler, project::Findings& findings);

/// The arguments of `--set` for this point.
std::vector<std::string> settingsOf(const Space& space, const Point& point);

} // namespace headroom::study
