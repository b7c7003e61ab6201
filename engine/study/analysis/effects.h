// Main effects and interactions of the parameters of a study with all combinations.
#pragma once

#include "study/analysis/method.h"
#include "study/table/study_table.h"

#include <cstddef>
#include <stdexcept>
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

/// See method.h.
std::string sentenceOf(const Effects& effects, const Column& figure, std::size_t points);
std::vector<MethodTable> tablesOf(const Effects& effects, const Column& figure, const Table& table);
MethodBars barsOf(const Effects& effects, const Column& figure);

template <class V, Describes<Level> R>
void describe(V& v, R& level)
{
    v.key({.key = "value"}, level.setting.text);
    v.figure({.key = "mean"}, level.mean);
}

template <class V, Describes<MainEffect> R>
void describe(V& v, R& effect)
{
    v.key({.key = "parameter"}, effect.parameter);
    v.figure({.key = "share", .unit = "share"}, effect.share);
    v.figure({.key = "importance", .unit = "share"}, effect.importance);
    v.figure({.key = "range"}, effect.range);
    v.member({.key = "levels"}, effect.levels);
}

template <class V, Describes<Interaction> R>
void describe(V& v, R& interaction)
{
    std::vector<std::string> parameters = {interaction.first, interaction.second};
    v.member({.key = "parameters"}, parameters);
    if constexpr (V::reads) {
        if (parameters.size() != 2)
            throw std::runtime_error("\"interactions.parameters\" is not a list of two parameters");
        interaction.first = parameters[0];
        interaction.second = parameters[1];
    }
    v.figure({.key = "share", .unit = "share"}, interaction.share);
}

template <class V, Describes<Effects> R>
void describe(V& v, R& effects)
{
    describeUnknown(v, effects.unknown);
    v.member({.key = "main"}, effects.main);
    v.member({.key = "interactions"}, effects.interactions);
    v.figure({.key = "rest", .unit = "share"}, effects.rest);
}

} // namespace headroom::study
