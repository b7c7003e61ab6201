// The intervals in which the figures of a run would be measured, in words.
#pragma once

#include "project/document/document.h"
#include "record/summary/summary.h"

#include <QString>

namespace headroom::app {

struct PredictionText
{
    QString ranges; ///< of each figure; empty if there is no interval
    QString parts;  ///< how the intervals come about, and goals that are open by them
};

/// By the errors of the figures that were predicted so far, in the libraries, or the project's own (manual page
/// "prediction").
PredictionText predictionText(const project::Project& project, const record::Summary& summary);

} // namespace headroom::app
