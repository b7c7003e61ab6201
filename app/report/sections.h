// The sections of a report. Internal to report/.
#pragma once

#include "app/report/reported_run.h"
#include "widgets/report/report.h"
#include "widgets/theme/text.h"

namespace headroom::app {

using widgets::report::Part;
using Parts = QVector<Part>;
using Runs = std::vector<ReportedRun>;

/// In cells without a figure.
inline const QString dash = QStringLiteral("—");

/// True if the runs are of projects with different names, so that they are named by their projects.
bool ofSeveralSystems(const Runs& runs);
/// The first run of each project.
std::vector<const ReportedRun*> systemsOf(const Runs& runs);
/// The first page of such a report: a recommendation, a table of the systems, and what is not alike in them.
Parts systemsInShort(const Runs& runs);
/// How far the models of the runs were from measured figures: a paragraph for each system.
Parts modelErrors(const Runs& runs);

/// Each creates the parts of a section, in the order of the report; empty if there is nothing to report.
Parts inShort(const Runs& runs);
Parts load(const Runs& runs);
Parts resultTables(const Runs& runs);
Parts charts(const Runs& runs);
Parts limits(const Runs& runs);
Parts costAndEnergy(const Runs& runs);
Parts trust(const Runs& runs);
Parts scope(const Runs& runs);
Parts configuration(const Runs& runs);
Parts repetition(const Runs& runs);
Parts software(const Runs& runs);

/// "Run 2: " if there are several runs; empty for a single run.
QString prefixOf(const ReportedRun& run, const Runs& runs);
/// The same before a caption, which begins with a capital letter where it stands alone: "Run 2: nodes", "Nodes".
QString captionOf(const ReportedRun& run, const Runs& runs, const QString& words);
/// The name of a part of the bill: a component's model; of what no component is named for, what it is.
QString partName(const ReportedRun& run, const std::string& part);
/// Rows of usable capacity, price and mean power: the figures of all runs side by side. `missing`: names of parts
/// without a price.
void addConsumption(widgets::report::Table& table, const Runs& runs, QStringList& missing);
/// "4 820 /s ± 1.2 %".
QString withConfidence(double value, const QString& unit, double relative);
using widgets::text;

} // namespace headroom::app
