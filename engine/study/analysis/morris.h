// Elementary effects of the parameters of a study with the design "morris".
#pragma once

#include "study/table/study_table.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::study {

/// In the unit of the figure. The elementary effect of a step is the change of the figure divided by the length of the
/// step, which is a share of the range of the parameter; so an effect is that of the whole range if the figure depended
/// linearly on it. For names, which have no distance, it is the change itself.
struct MorrisEffect
{
    std::string parameter;
    double mean = 0;     ///< mu: with its sign
    double absolute = 0; ///< mu*: the mean of the absolute values, which effects of both signs do not cancel
    double sigma = 0;    ///< standard deviation: large if the effect depends on this or other parameters
};

/// Morris, Factorial Sampling Plans for Preliminary Computational Experiments, Technometrics 33 (2), 1991; mu* after
/// Campolongo, Cariboni, Saltelli, An effective screening design for sensitivity analysis of large models,
/// Environmental Modelling & Software 22, 2007.
struct MorrisScreening
{
    std::string unknown;               ///< why nothing was computed; empty if it was
    std::size_t trajectories = 0;      ///< each gives one elementary effect of each parameter
    std::vector<MorrisEffect> effects; ///< the largest absolute mean first
};

/// `figure` is the number of its column. A point that failed or is not finished leaves all effects unknown.
MorrisScreening morrisScreeningOf(const Table& table, std::size_t figure);

} // namespace headroom::study
