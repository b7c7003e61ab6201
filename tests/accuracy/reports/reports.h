// Reports of practitioners on clusters that they measured: what the source says the cause is, and what a run and the
// advice say.
#pragma once

#include "project/document/json.h"

#include <cstddef>
#include <string>
#include <vector>

namespace headroom::accuracy {

/// A measured figure of a report.
struct ReportedFigure
{
    std::string name, unit;
    double measured = 0;
    project::Json figure = {};         ///< of the summary: {"of": "operation", "name": "write", "what": "per_s"}
    std::vector<std::string> settings; ///< NAME=VALUE, beside those of the report
    project::Json patch = {};          ///< after that of the report
    std::string notExpressible;        ///< what the model lacks for it; empty: nothing
};

/// A file of this folder.
struct Report
{
    std::string id, system, source;
    std::string cause;     ///< as in the source; empty: it gives none
    std::string causeFrom; ///< the source itself, or its readers
    /// Names that count as the cause in the words of the limit line and of the advice, chosen before any run.
    std::vector<std::string> accepted;
    std::string assumed;        ///< about the cluster where the source is silent
    std::string notExpressible; ///< empty: the cluster can be described
    std::string project;        ///< shipped one that describes it, with
    std::vector<std::string> settings;
    std::vector<std::string> ownCopies; ///< roles that are copied from their library to be edited
    project::Json patch;                ///< a JSON Patch (RFC 6902) of the project's file; null: none
    std::size_t asked = 0;              ///< the figure for whose load limit and advice are asked
    std::vector<ReportedFigure> figures;
};

/// All files R*.json in the order of their numbers. Throws std::runtime_error if one of them is no report.
std::vector<Report> practitionersReports();

/// The first sentence, and whether it names an accepted cause.
struct Said
{
    std::string text;
    bool namesCause = false;
};

struct ReportAnswer
{
    Said run, advice;
};

/// Runs the report's project, asks for advice, and compares both with the cause. Throws std::runtime_error if the
/// engine fails.
ReportAnswer answerOn(const Report& report);
/// The figure as the engine simulates it, in its unit. Throws std::runtime_error if the engine fails.
double simulatedFigure(const Report& report, const ReportedFigure& figure);

/// Prints both tables as Markdown; of the reports with these ids, or of all. A report that fails is a row that says so.
void printReports(const std::vector<std::string>& ids);

} // namespace headroom::accuracy
