// Sobol' indices of the parameters of a study with the design "sobol".
#pragma once

#include "study/analysis/method.h"
#include "study/table/study_table.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::study {

/// Shares of the variance of a figure, with their 95 % intervals; an estimate may lie a little below 0 or above 1.
struct SobolIndex
{
    std::string parameter;
    Cell first; ///< V(E(Y|X)) / V(Y): of the parameter alone
    Cell total; ///< with all of its interactions: what is left if all other parameters are known
};

/// Estimated by correlations of the results at the places of the design (Martinez, Analyse de sensibilité globale par
/// décomposition de la variance, 2011), with the intervals of independent places of a large sample; those of a
/// low-discrepancy sequence err less as a rule. OpenTURNS computes them (engine/statistics).
struct SobolIndices
{
    std::string unknown;             ///< why nothing was computed; empty if it was
    std::size_t size = 0;            ///< places of each of the samples that the design combines
    std::vector<SobolIndex> indices; ///< in the order of the table
    std::vector<std::size_t> order;  ///< their numbers by the total index, the largest first
    /// The widest distance of an end of an interval from its estimate.
    double error = 0;
};

/// `figure` is the number of its column. A point that failed or is not finished leaves all indices unknown.
/// Throws std::runtime_error if headroom-statistics does.
SobolIndices sobolIndicesOf(const Table& table, std::size_t figure);

/// See method.h.
std::string sentenceOf(const SobolIndices& sobol, const Column& figure, std::size_t points);
std::vector<MethodTable> tablesOf(const SobolIndices& sobol, const Column& figure, const Table& table);
MethodBars barsOf(const SobolIndices& sobol, const Column& figure);

template <class V, Describes<SobolIndex> R>
void describe(V& v, R& index)
{
    v.key({.key = "parameter"}, index.parameter);
    v.part({.key = "first"}, index.first);
    v.part({.key = "total"}, index.total);
}

template <class V, Describes<SobolIndices> R>
void describe(V& v, R& sobol)
{
    describeUnknown(v, sobol.unknown);
    v.computed({.key = "estimator"}, [] { return std::string("Martinez"); });
    v.figure({.key = "size"}, sobol.size);
    v.member({.key = "indices"}, sobol.indices);
}

} // namespace headroom::study
