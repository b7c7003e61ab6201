// The derived results of a project, computed from the figures of a run.
#pragma once

#include "project/goals/result_formulas.h"
#include "record/summary/summary.h"

namespace headroom::run {

/// Fills the summary's derived results. A confidence interval is that of the figures carried through the expression:
/// each figure goes to the ends of its interval while the others stay, and the deviations are added, since nothing is
/// known of how figures of the same run depend on each other.
void deriveResults(const project::ResultFormulas& formulas, record::Summary& summary);

/// Puts the derived results in words.
void tellResults(record::Summary& summary);

} // namespace headroom::run
