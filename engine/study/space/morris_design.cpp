#include "study/space/morris_design.h"

#include "project/resolve/parameter_values.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace headroom::study {

double shareOf(const project::Project& project, const Axis& axis, std::size_t value)
{
    const auto number = project::numberOf(*project::findParameter(project, axis.parameter), axis.values[value]);
    if (!axis.isRange || !number)
        return static_cast<double>(value) / static_cast<double>(axis.values.size() - 1);
    return axis.isLogarithmic ? std::log(*number / axis.from) / std::log(axis.to / axis.from)
                              : (*number - axis.from) / (axis.to - axis.from);
}

std::vector<TrajectoryPlace> morrisTrajectory(const project::Project& project, const std::vector<Axis>& axes,
                                              const std::vector<double>& draws)
{
    const std::size_t count = axes.size();
    std::vector<std::size_t> at, after;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t values = axes[i].values.size(), step = std::max<std::size_t>(1, values / 2);
        const auto low =
            std::min(static_cast<std::size_t>(draws[i] * static_cast<double>(values - step)), values - step - 1);
        const bool upwards = draws[count + i] < 0.5;
        at.push_back(upwards ? low : low + step);
        after.push_back(upwards ? low + step : low);
    }
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::size_t one, std::size_t other) { return draws[2 * count + one] < draws[2 * count + other]; });
    std::vector<TrajectoryPlace> places;
    const auto add = [&] {
        TrajectoryPlace& place = places.emplace_back();
        for (std::size_t i = 0; i < count; ++i) {
            place.point.push_back(axes[i].values[at[i]]);
            place.at.push_back(shareOf(project, axes[i], at[i]));
        }
    };
    add();
    for (const std::size_t axis : order) {
        at[axis] = after[axis];
        add();
    }
    return places;
}

} // namespace headroom::study
