// A calibration as JSON, and in words.
#pragma once

#include "study/calibration/calibration.h"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::study {

/// A calibration with what belongs to it: the measurement, and the cases that it was not fitted to.
struct CalibrationReport
{
    std::string project;
    FitProblem problem;
    Calibration fit;
    std::vector<FitTarget> rest;                   ///< figures of the cases that were not used
    std::vector<double> restBefore, restPredicted; ///< simulated with the project's and with the fitted values
    double elapsedS = 0;
};

nlohmann::ordered_json toJson(const CalibrationReport& report);

/// "fitted", "at its bound", "not determined by these cases", "left out: it has no effect on these cases" ...
std::string stateInWords(const FitResult& result);
/// "38.2 us", with the digits that its interval leaves sure, in its unit.
std::string valueInWords(const FittedParameter& parameter, double value);
/// A value of four digits, as it is written into a project.
double storedValue(double value);

/// The origin of a fitted value, for the description of its parameter: "Fitted to 7 figures of 7 cases on 2026-11-30:
/// 95 % interval 35 us to 41 us.". It replaces such a sentence at the end of `description`.
std::string withOrigin(const std::string& description, const CalibrationReport& report, const FitResult& result,
                       const std::string& day);

/// Sentences: the errors before, after, of cases left out and of the rest; what is not determined and why.
std::vector<std::string> sentencesOf(const CalibrationReport& report);

} // namespace headroom::study
