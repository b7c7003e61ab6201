// Trajectories through a space for the screening of its axes.
#pragma once

#include "project/document/document.h"
#include "study/space/space.h"

#include <cstddef>
#include <vector>

namespace headroom::study {

/// Count of numbers of the unit cube that `morrisTrajectory` takes for one trajectory over so many axes.
constexpr std::size_t morrisDraws(std::size_t axes)
{
    return 3 * axes;
}

/// A place and the combination that stands for it.
struct TrajectoryPlace
{
    Point point;
    std::vector<double> at; ///< from 0 to 1 along each axis, see `shareOf`
};

/// One trajectory: from a start drawn on the grid of the axes' values, each axis moves once, in an order drawn. With p
/// values an axis moves by p/2 of its p - 1 steps (rounded down, at least one), up or down with equal chance, which
/// for even p gives all values equal chances (Morris, Factorial Sampling Plans for Preliminary Computational
/// Experiments, Technometrics 33 (2), 1991, section 3). `draws`: see `morrisDraws`. Each axis has at least two values.
std::vector<TrajectoryPlace> morrisTrajectory(const project::Project& project, const std::vector<Axis>& axes,
                                              const std::vector<double>& draws);

/// Where on its axis a value lies: of a range its distance from the first end, of a logarithmic one that of the
/// logarithms, of a list its index; divided by that of the last one.
double shareOf(const project::Project& project, const Axis& axis, std::size_t value);

} // namespace headroom::study
