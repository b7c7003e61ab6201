// Elementary effects of the parameters of a study with the design "morris".
#pragma once

#include "study/analysis/method.h"
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

/// See method.h.
std::string sentenceOf(const MorrisScreening& morris, const Column& figure, std::size_t points);
std::vector<MethodTable> tablesOf(const MorrisScreening& morris, const Column& figure, const Table& table);
MethodBars barsOf(const MorrisScreening& morris, const Column& figure);

template <class V, Describes<MorrisEffect> R>
void describe(V& v, R& effect)
{
    v.key({.key = "parameter"}, effect.parameter);
    v.figure({.key = "mu"}, effect.mean);
    v.figure({.key = "mu_star"}, effect.absolute);
    v.figure({.key = "sigma"}, effect.sigma);
}

template <class V, Describes<MorrisScreening> R>
void describe(V& v, R& morris)
{
    describeUnknown(v, morris.unknown);
    v.figure({.key = "trajectories"}, morris.trajectories);
    v.member({.key = "effects"}, morris.effects);
}

} // namespace headroom::study
