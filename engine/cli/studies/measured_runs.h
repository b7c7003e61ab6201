// Shared by the commands that run the cases of measurements: their options, and what is run.
#pragma once

#include "cli/studies/executors.h"
#include "project/document/document.h"
#include "project/document/finding.h"
#include "study/validation/case_runs.h"
#include "study/validation/measured_cases.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::cli {

struct MeasuredRunOptions : ExecutorOptions
{
    std::string project, beside, duration;
    std::vector<std::string> settings;
    std::vector<std::string> ids; ///< of measurements; empty: all
    /// A table that the project does not name: the file, PARAMETER=COLUMN and FIGURE=COLUMN.
    std::string file;
    std::vector<std::string> caseColumns, metricColumns;
    std::uint64_t replications = 3;
};

/// Adds PROJECT, the measurements, a file of one's own, --set, --replications, --duration and the executor.
void addMeasuredRunOptions(CLI::App& command, MeasuredRunOptions& options);

/// The cases of measurements, ready to be run.
struct MeasuredRuns
{
    RunBase base;
    std::vector<study::MeasuredCases> measurements;
    study::CasePlan plan; ///< of all cases of all measurements, one after the other
};

/// Loads the project, reads the measured tables, and checks the project at each case; nothing if there are faults,
/// which are reported. Throws BadArgument.
std::optional<MeasuredRuns> prepareMeasured(const MeasuredRunOptions& options);

} // namespace headroom::cli
