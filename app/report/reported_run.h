// A run as its result file tells it, for reports.
#pragma once

#include "project/document/document.h"
#include "project/loading.h"
#include "record/result_file.h"

#include <QString>

#include <memory>
#include <vector>

namespace headroom::app {

struct ReportedRun
{
    QString file;                      ///< path of the result file
    QString name;                      ///< what tells it from the others of the report: "SSD DC S3700"; see readRuns()
    project::Project project;          ///< as it was run
    project::ComponentLibrary library; ///< with the components the project carries itself
    std::vector<project::BehaviourLibrary> libraries; ///< where roles come from
    project::Findings findings;                       ///< what was found when the project and these were read
    record::Summary summary;
    std::vector<record::SeriesInfo> series;
    std::vector<std::vector<double>> times, values; ///< by series; only of those that nodes and blocks do not own
    std::vector<record::Span> spans;
};

/// Reads result files and names the runs by the parameters in which they differ. Throws std::runtime_error naming the
/// file and what is wrong with it.
std::vector<ReportedRun> readRuns(const QStringList& files);

/// Names of the generic parameters that differ between the runs, in the project's order.
QStringList differingParameters(const std::vector<ReportedRun>& runs);

} // namespace headroom::app
