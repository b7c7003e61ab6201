// Creates the content of a report on what a system, or several ones, cost over years.
#pragma once

#include "app/base/saved_file.h"
#include "app/cost/cost_system.h"
#include "app/report/make_report.h"

namespace headroom::app {

/// Its first section is the decision: what is cheapest, beside the others. The system that costs least of those without
/// troubles follows in detail, and the present one if that is another. Systems without costs are named as such. Charts
/// are drawn, so a QApplication is required.
widgets::report::Report makeCostReport(const std::vector<CostSystem>& systems, const CostBasis& basis,
                                       const project::ComponentLibrary& library, const ReportChoice& choice);

/// Asks for a file in `folder` and writes the report.
SavedFile saveCostReport(QWidget& parent, const std::vector<CostSystem>& systems, const CostBasis& basis,
                         const project::ComponentLibrary& library, const QString& folder);

} // namespace headroom::app
