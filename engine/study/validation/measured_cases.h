// The cases of a measurement of the document: lines of a measured table as settings of parameters and as figures.
#pragma once

#include "project/document/document.h"
#include "project/document/finding.h"
#include "project/library/components.h"
#include "record/measured/case_table.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace headroom::study {

/// A figure that was measured.
struct MeasuredMetric
{
    std::string name;   ///< "PUT.latency.p99"
    std::string unit;   ///< base unit of the values, "%" for a share (project::unitOfMetric)
    std::string column; ///< of the file
};

/// One case: what was set, and what was measured then.
struct MeasuredCase
{
    std::vector<std::size_t> lines;  ///< of the file, ascending; several if it was measured several times
    std::vector<std::string> values; ///< of each parameter, as --set takes it
    std::vector<double> measured;    ///< of each metric, in its base unit: the mean over the lines; NaN: not measured
};

/// The cases of one measurement.
struct MeasuredCases
{
    std::string id;
    std::string file;
    bool fit = false;                    ///< parameters may be fitted to them
    std::vector<std::string> parameters; ///< that the cases set
    std::vector<std::string> columns;    ///< of the file, with their values
    std::vector<MeasuredMetric> metrics;
    std::vector<MeasuredCase> cases; ///< in the order of the file

    /// NAME=VALUE of each parameter.
    std::vector<std::string> settingsOf(std::size_t number) const;
    /// "OBJECT_SIZE = 64 KiB, WORKERS = 16"; "line 7" of cases that set nothing.
    std::string nameOf(std::size_t number) const;
};

/// Lines of the same case whose figures differ by more than this contradict each other: repeated runs on one cluster
/// seldom differ so much, so that a setting is missing that distinguishes the lines.
inline constexpr double contradiction = 0.3;

/// At most so many cases of one measurement are taken.
inline constexpr std::size_t mostCases = 5000;

/// Takes the cases out of the table. All faults become findings, each with its line and column: unknown columns,
/// figures and parameters, values that do not fit their parameter, numbers that cannot be read or have no unit, lines
/// that contradict each other. Columns that are the same in all lines are warnings. There are no cases if there are
/// errors. `pointer` is the place of the measurement in the project.
MeasuredCases casesOf(const project::Project& project, const project::ComponentLibrary& components,
                      const project::Measurement& measurement, const std::string& pointer,
                      const record::CaseTable& table, project::Findings& findings);

/// The table of a measurement's file, which is in the project's folder. A file that cannot be read becomes a finding.
record::CaseTable tableOf(const project::Measurement& measurement, const std::string& pointer,
                          const std::filesystem::path& folder, project::Findings& findings);

} // namespace headroom::study
