// A run as read from its result file, for reports.
#pragma once

#include "project/document/document.h"
#include "project/loading.h"
#include "record/file/result_file.h"
#include "study/advice/advice.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace headroom::app {

/// A run as read from its result file.
struct ReportedRun
{
    QString file;                      ///< path of the result file
    QString name;                      ///< distinguishes it from the other runs of the report: "SSD DC S3700"; see
                                       ///< readRuns()
    project::Project project;          ///< as it was run
    project::ComponentLibrary library; ///< includes the components in the project file
    std::vector<project::BehaviourLibrary> libraries; ///< the sources of linked roles
    project::Findings findings;                       ///< of reading the project and the libraries
    record::Summary summary;
    std::optional<study::Advice> advice; ///< as far as it was simulated
    std::vector<record::SeriesInfo> series;
    std::vector<std::vector<double>> times, values; ///< by series; empty for series of single nodes and blocks
};

/// A result file, and the number of its run in the studio's list.
struct RunFile
{
    QString path;
    std::optional<int> number = {};
};

/// Reads result files. A run gets the name that the user gave it. If the runs are of projects with different names, it
/// is called after its project otherwise, with the values of the parameters in which the runs of that project differ;
/// if they are of one project, after those values. If these are too many for a name, or the same for several runs, it
/// gets its number or the name of its file. Throws std::runtime_error naming the file and what is wrong with it.
std::vector<ReportedRun> readRuns(const QList<RunFile>& files);
/// The files at these paths, which stand in no list of runs.
QList<RunFile> runFiles(const QStringList& paths);

/// Names of the generic parameters that differ between the runs, in the project's order.
QStringList differingParameters(const std::vector<ReportedRun>& runs);

} // namespace headroom::app
