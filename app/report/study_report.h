// Creates the content of a report on a study.
#pragma once

#include "app/base/saved_file.h"
#include "app/report/make_report.h"
#include "study/table/study_table.h"

namespace headroom::app {

/// Its first section is the decision: which point is best, its values, how it meets the goals, and the next best ones.
/// `description`: of the project, which stands for a question that `choice` does not have. Charts are drawn, so a
/// QApplication is required.
widgets::report::Report makeStudyReport(const study::Table& table, const ReportChoice& choice,
                                        const QString& description);

/// Up to `most` numbers of points, the best first: each is the one that the study decides for without those before it.
std::vector<std::uint64_t> rankedPoints(study::Table table, std::size_t most);

/// The values of the parameters at a point.
widgets::report::Table valuesOf(const study::Table& table, const study::Row& row);
/// Each goal with its verdict, limit, figure and interval at a point.
widgets::report::Table goalTable(const study::Table& table, const study::Row& row);

/// The table with components by their models instead of their ids.
study::Table withModels(study::Table table, const project::ComponentLibrary& library);

/// The table, with models, and the description of the project in a file of a study. Throws std::runtime_error naming
/// the file and what is wrong with it.
std::pair<study::Table, QString> readStudy(const QString& path);

/// Asks for a file in `folder` and writes the report of a study of this project.
SavedFile saveStudyReport(QWidget& parent, const study::Table& table, const project::Project& project,
                          const project::ComponentLibrary& library, const QString& folder);

} // namespace headroom::app
