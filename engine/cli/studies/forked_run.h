// Runs of one project in copies of this process: the libraries and the project are read once for all of them.
#pragma once

#include "child/process.h"
#include "child/simulation.h"
#include "project/document/document.h"
#include "project/document/finding.h"
#include "project/library/components.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace headroom::cli {

/// Project and libraries that runs start from.
struct RunBase
{
    project::ComponentLibrary components;
    project::Project project;     ///< with its roles from libraries, and the settings that all runs share
    std::filesystem::path folder; ///< of the files that it names
    project::Findings told;       ///< of the base: they are not reported again with each run
};

/// The base with these settings, and under the conditions of a goal unless `under` is empty. Faults become findings.
project::Project atPoint(const RunBase& base, const std::vector<std::string>& settings, const std::string& under,
                         project::Findings& findings);

/// The form of a run's answer. To read CBOR takes a fraction of the time that text takes; files hold text.
enum class Answer
{
    cbor,
    text
};

/// Starts a process that runs the base with the settings, the scales, the seed, the duration and under the goal of
/// `simulation`, once. It prints its summary as JSON, with warnings that the base did not have as "remarks", or
/// `{"fault": "why"}`, which is always text; study::outcomeOf() reads both forms. This process must not have run a
/// simulation itself.
std::unique_ptr<child::Process> forkedRun(const RunBase& base, const child::Simulation& simulation,
                                          Answer form = Answer::cbor);

} // namespace headroom::cli
