// The figures of a run with the intervals in which measured ones are expected, and its goals by them.
#pragma once

#include "project/document/document.h"
#include "record/summary/summary.h"
#include "study/validation/prediction.h"
#include "study/validation/validation.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace headroom::study {

/// One figure of a run.
struct PredictedFigure
{
    std::string metric;
    std::string unit; ///< base unit of value and interval
    double value = 0;
    PredictionInterval interval;
    ModelDiscrepancy model; ///< on which seen figures its part rests
};

/// A goal by the prediction interval of its figure.
struct PredictedGoal
{
    std::string id;
    std::string verdict; ///< "met", "missed" or "open" (verdictOf)
};

struct Predictions
{
    std::vector<PredictedFigure> figures; ///< rates and latencies of operations that users wait for, times of jobs
    std::vector<PredictedGoal> goals;     ///< those whose figure has an interval
    std::vector<std::string> remarks;     ///< sentences: what of the project lies outside of what was seen
    std::string problem;                  ///< why there are no intervals
};

/// The predictions for a run of the project.
Predictions predictionsOf(const project::Project& project, const record::Summary& summary, const SeenErrors& seen);

nlohmann::ordered_json toJson(const Predictions& predictions);

/// "Measured, with a probability of 90 %: write.throughput 21 500 /s to 52 000 /s; ..."; empty if there is no interval.
std::string rangesInWords(const Predictions& predictions);
/// The parts that the first interval is made of, goals that are open by the intervals, and remarks.
std::string partsInWords(const Predictions& predictions);
/// Both.
std::string sentenceOf(const Predictions& predictions);

/// The errors of a validation by family of figures, as validations of its project (ownValidation()).
std::vector<project::Validation> ownValidations(const Validation& validation);

} // namespace headroom::study
