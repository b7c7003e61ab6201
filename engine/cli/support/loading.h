// Getting at libraries and projects, with every fault said on standard error.
#pragma once

#include "project/document/document.h"
#include "project/document/finding.h"
#include "project/library/components.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace headroom::cli {

/// One line each on standard error. Returns whether there are errors among them.
bool report(const project::Findings& findings);
/// Whether one of them says the same of the same place, by key and pointer.
bool speaksOf(const project::Findings& findings, const project::Finding& other);

/// The component libraries; faults in them are added to the findings and good entries stay.
project::ComponentLibrary loadComponents(project::Findings& findings);

struct Loaded
{
    project::ComponentLibrary components;    ///< the libraries' and the project's own
    std::optional<project::Project> project; ///< with the values set; empty if there are errors
    project::Findings findings;
    std::filesystem::path folder; ///< where the files are that the project names
};

/// Reads a project and sets parameters, each given as NAME=VALUE. The files it names lie in its folder, or in `beside`.
Loaded load(const std::string& path, const std::vector<std::string>& settings, const std::string& beside = {});

} // namespace headroom::cli
