// Runs of one project in copies of this process: the libraries and the project are read once for all of them.
#pragma once

#include "child/process.h"
#include "child/simulation.h"
#include "project/document/document.h"
#include "project/library/components.h"

#include <filesystem>
#include <memory>

namespace headroom::cli {

/// What a run starts from.
struct RunBase
{
    project::ComponentLibrary components;
    project::Project project;     ///< with its roles from libraries, and the settings that all runs share
    std::filesystem::path folder; ///< of the files that it names
};

/// Starts a process that runs the base with the settings, the seed, the duration and under the goal of `simulation`,
/// once, and prints its summary as JSON, or `{"fault": "why"}`. This process must not have run a simulation itself.
std::unique_ptr<child::Process> forkedRun(const RunBase& base, const child::Simulation& simulation);

} // namespace headroom::cli
