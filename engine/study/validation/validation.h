// Simulated beside measured figures, case by case, and how far they are apart: plain values.
#pragma once

#include "study/validation/case_runs.h"
#include "study/validation/measured_cases.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace headroom::study {

/// One figure of one case.
struct ComparedFigure
{
    double measured = std::numeric_limits<double>::quiet_NaN(); ///< base unit; NaN: not measured
    double simulated = measured;                                ///< mean over the seeds; NaN: not known
    double low = measured, high = measured;                     ///< its 95 % interval: of random draws only
    double error = measured; ///< simulated over measured, less one; NaN if one is not known or the measured one is 0
    std::string why;         ///< why there is no simulated figure
};

struct ComparedCase
{
    std::vector<std::size_t> lines;  ///< of the measured file
    std::vector<std::string> values; ///< of the parameters
    std::vector<ComparedFigure> figures;
    std::string problem;              ///< why it could not be run
    std::vector<std::string> remarks; ///< warnings of its runs
};

/// The errors of one figure over all cases.
struct MetricAccuracy
{
    std::string metric;
    std::string unit;
    std::size_t count = 0;       ///< cases in which it is known
    double bias = 0;             ///< mean of the errors with their signs
    double meanError = 0;        ///< mean without their signs
    double worst = 0;            ///< the one farthest from 0, with its sign
    std::size_t worstCase = 0;   ///< number of its case
    std::size_t withinDraws = 0; ///< cases whose measured figure lies in the interval of random draws
};

/// A measurement with the results of its cases.
struct Validation
{
    std::string project, measurement, file;
    bool fit = false; ///< parameters may be fitted to it: then its errors are not those of a prediction
    std::vector<std::string> settings;   ///< NAME=VALUE that all cases share, besides the project's values
    std::vector<std::string> parameters; ///< that the cases set
    std::vector<ComparedCase> cases;
    std::vector<MetricAccuracy> accuracy; ///< of each metric; its figures are at the same place in each case
    MetricAccuracy total;                 ///< over all metrics; its metric is empty
    std::uint64_t seeds = 0;
    double simulatedS = 0; ///< of one run of the first case
    bool complete = false; ///< all runs were made
};

/// Compares the cases with their outcomes.
Validation compared(const MeasuredCases& cases, const std::vector<CaseOutcome>& outcomes, std::uint64_t seeds);

/// "OBJECT_SIZE = 64 KiB, WORKERS = 16"; "line 7" of a case that sets nothing.
std::string nameOf(const Validation& validation, std::size_t number);

/// "12 figures of 6 cases: 4.1 % too high on average, 5.3 % off on average, at worst -14 % (PUT.throughput, WORKERS =
/// 64)." With few known figures it says so.
std::string sentenceOf(const Validation& validation);

/// "+4.1 %", with the sign that is said: a share of the measured figure.
std::string errorInWords(double error);

} // namespace headroom::study
