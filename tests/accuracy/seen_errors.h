// The figures of RESULTS.md that were predicted, as libraries/accuracy/errors.json has them, and how well the intervals
// that follow from them hold.
#pragma once

#include "study/validation/prediction.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

/// The predicted figures of the tables of systems in the text of RESULTS.md: fitted and stated figures, shares and
/// coefficients of regressions are left out. Throws std::runtime_error if a table is missing or has another form.
std::vector<study::SeenError> seenErrorsIn(const std::string& results);

/// Prints the table "Prediction intervals". Writes libraries/accuracy/errors.json anew from RESULTS.md.
void printIntervals();

} // namespace headroom::accuracy
