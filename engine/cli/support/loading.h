// Loads libraries and projects and reports every problem on standard error.
#pragma once

#include "project/document/document.h"
#include "project/document/finding.h"
#include "project/library/components.h"
#include "project/resolve/resolver.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headroom::cli {

/// Prints one line for each finding on standard error. Returns whether there are errors.
bool report(const project::Findings& findings);
/// Adds a warning for each of these parameters that the project has and nothing that is simulated or judged uses.
void warnOfUnused(const project::Project& project, std::vector<std::string> parameters, project::Findings& findings);

/// Loads the component libraries; their problems are added to the findings, and valid entries are kept.
project::ComponentLibrary loadComponents(project::Findings& findings);

/// Values for parameters from the command line.
struct Settings
{
    std::vector<std::string> presets; ///< ids; their values are set before the others
    project::Overrides values;
};

/// A setting for a preset, as `--preset ID` gives it.
std::string presetSetting(const std::string& id);
/// Settings as NAME=VALUE or as presetSetting() makes them; what is neither becomes a finding.
Settings readSettings(const std::vector<std::string>& settings, project::Findings& findings);

/// A loaded project with its libraries and findings.
struct Loaded
{
    project::ComponentLibrary components;    ///< the libraries' and the project's own
    std::optional<project::Project> project; ///< with the values set; empty if there are errors
    /// Instead, if all errors are such that the rest can be put together nevertheless and be checked; not to be run.
    std::optional<project::Project> faulty;
    project::Findings findings; ///< of the project with the values set
    std::vector<project::Parameter> parameters;
    std::vector<project::Preset> presets;
    std::filesystem::path folder; ///< contains the files that the project names
};

/// The file of the project that the path names: itself, or the only one in the folder. Throws std::runtime_error if the
/// folder has none or several.
std::filesystem::path projectFileIn(const std::filesystem::path& path);

/// Reads a project and sets parameters, each given as NAME=VALUE. The files that it names are in its folder, or in
/// `beside`. With `under`, the id of a goal, the project is under its conditions.
Loaded load(const std::string& path, const std::vector<std::string>& settings, const std::string& beside = {},
            const std::string& under = {});
/// The same for a run. Of the hardware libraries only the components that the project uses are read, unless there are
/// errors: warnings about others are left to the command "check".
Loaded loadForRun(const std::string& path, const std::vector<std::string>& settings, const std::string& beside,
                  const std::string& under);

} // namespace headroom::cli
