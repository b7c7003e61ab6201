#include "cli/support/loading.h"

#include "project/block_library.h"
#include "project/project_file.h"
#include "project/resolve/resolver.h"

#include <algorithm>
#include <iostream>

namespace headroom::cli {

using project::Finding;
using project::Findings;

namespace {

project::Overrides readSettings(const std::vector<std::string>& settings, Findings& findings)
{
    project::Overrides overrides;
    for (const std::string& setting : settings) {
        const std::size_t sign = setting.find('=');
        if (sign == std::string::npos || sign == 0) {
            Finding finding;
            finding.key = "arguments.set";
            finding.place = "--set " + setting;
            finding.problem = "This does not name a parameter and its value.";
            finding.remedy = "Write NAME=VALUE.";
            findings.push_back(finding);
        } else {
            overrides[setting.substr(0, sign)] = setting.substr(sign + 1);
        }
    }
    return overrides;
}

} // namespace

bool report(const Findings& findings)
{
    for (const Finding& finding : findings)
        std::cerr << project::toLine(finding) << "\n";
    return project::hasErrors(findings);
}

bool speaksOf(const Findings& findings, const Finding& other)
{
    return std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
        return finding.key == other.key && finding.pointer == other.pointer;
    });
}

project::ComponentLibrary loadComponents(Findings& findings)
{
    return project::ComponentLibrary::load(project::libraryFolders(), findings);
}

Loaded load(const std::string& path, const std::vector<std::string>& settings, const std::string& beside)
{
    Loaded loaded;
    std::error_code error;
    const std::filesystem::path file = std::filesystem::absolute(path, error);
    if (!beside.empty())
        loaded.folder = std::filesystem::absolute(beside, error);
    else
        loaded.folder = std::filesystem::is_directory(file, error) ? file : file.parent_path();
    Findings ofLibraries;
    loaded.components = loadComponents(ofLibraries);
    project::loadBlockTypes(project::libraryFolders(), ofLibraries);
    // A library with errors is no reason to refuse a project that does not need the faulty part.
    for (Finding& finding : ofLibraries) {
        if (finding.severity == project::Severity::error)
            finding.severity = project::Severity::warning;
        loaded.findings.push_back(std::move(finding));
    }
    project::LoadResult result =
        project::loadProject(path, loaded.components, project::libraryFolders(), loaded.folder);
    loaded.findings.insert(loaded.findings.end(), result.findings.begin(), result.findings.end());
    const project::Overrides overrides = readSettings(settings, loaded.findings);
    if (!result.project)
        return loaded;
    Findings alreadyTold; // the project's checks have already reported its own components
    loaded.components.add(result.project->components, "/components", alreadyTold);
    project::Project changed =
        project::withOverrides(std::move(*result.project), overrides, loaded.components, loaded.findings);
    if (!project::hasErrors(loaded.findings))
        loaded.project = std::move(changed);
    return loaded;
}

} // namespace headroom::cli
