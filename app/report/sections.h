// The sections of a report. Internal to report/.
#pragma once

#include "app/report/reported_run.h"
#include "widgets/report/report.h"
#include "widgets/theme/text.h"

namespace headroom::app {

using widgets::report::Part;
using Parts = QVector<Part>;
using Runs = std::vector<ReportedRun>;

/// Each creates the parts of a section, in the order of the report; empty if there is nothing to report.
Parts inShort(const Runs& runs);
Parts configuration(const Runs& runs);
Parts resultTables(const Runs& runs);
Parts charts(const Runs& runs);
Parts limits(const Runs& runs);
Parts costAndEnergy(const Runs& runs);
Parts trust(const Runs& runs);
Parts scope(const Runs& runs);
Parts repetition(const Runs& runs);

/// "Run 2: " if there are several runs; empty for a single run.
QString prefixOf(const ReportedRun& run, const Runs& runs);
/// "4 820 /s ± 1.2 %".
QString withConfidence(double value, const QString& unit, double relative);
using widgets::text;

} // namespace headroom::app
