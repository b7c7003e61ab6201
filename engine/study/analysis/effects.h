// Main effects and interactions of the parameters of a study with all combinations.
#pragma once

#include "study/table/study_table.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::study {

/// A value of a parameter, and the mean of a figure over all points that have it.
struct Level
{
    Setting setting;
    double mean = 0;
};

struct MainEffect
{
    std::string parameter;
    std::size_t column = 0;    ///< its number in the table
    std::vector<Level> levels; ///< in the order of the points
    double range = 0;          ///< of the means, in the unit of the figure
    double share = 0;          ///< V(E(Y|X)) / V(Y): of the variance of the figure over the points
    /// The share divided by the sum of the shares of all parameters (normalised predictor importance).
    double importance = 0;
};

/// Joint effect of two parameters beyond both alone: (V(E(Y|X,Z)) - V(E(Y|X)) - V(E(Y|Z))) / V(Y).
struct Interaction
{
    std::string first, second;
    double share = 0;
};

/// The decomposition of the variance of a full factorial design, all combinations having the same weight. The shares
/// of the main effects, of the interactions of two, and of more parameters add up to 1 (Montgomery, Design and
/// Analysis of Experiments, chapter 5; Saltelli et al., Global Sensitivity Analysis, The Primer, 2008, 1.2). The error
/// of the figures is part of them, too: it looks like interactions.
struct Effects
{
    std::string unknown;                   ///< why nothing was computed; empty if it was
    std::vector<MainEffect> main;          ///< of each parameter with more than one value, in the order of the table
    std::vector<Interaction> interactions; ///< of all pairs, the largest first
    double rest = 0;                       ///< share of the interactions of more than two parameters
};

/// `figure` is the number of its column.
Effects effectsOf(const Table& table, std::size_t figure);

} // namespace headroom::study
