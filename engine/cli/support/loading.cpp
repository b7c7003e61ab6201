#include "cli/support/loading.h"

#include "project/loading.h"
#include "project/resolve/parameter_values.h"
#include "project/structure/parameter_uses.h"

#include <algorithm>
#include <iostream>
#include <set>

namespace headroom::cli {

using project::Finding;
using project::Findings;

namespace {

/// Whether it keeps a project from being run, but not from being put together: a component or a value is missing, for
/// which there is a substitute.
bool standsIn(const Finding& finding)
{
    static const std::set<std::string> keys = {"component.unknown", "component.kind", "argument.missing",
                                               "expression.faulty", "unit.mismatch"};
    return finding.severity != project::Severity::error || keys.contains(finding.key);
}

} // namespace

bool report(const Findings& findings)
{
    for (const Finding& finding : findings)
        std::cerr << project::toLine(finding) << "\n";
    return project::hasErrors(findings);
}

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

void warnOfUnused(const project::Project& project, const std::string& parameter, Findings& findings)
{
    const project::Parameter* const found = project::findParameter(project, parameter);
    if (!found || project::hasEffect(project, parameter))
        return;
    Finding finding;
    finding.severity = project::Severity::warning;
    finding.key = "parameter.unused";
    finding.pointer = "/parameters/" + std::to_string(found - project.parameters.data());
    finding.place = "parameter \"" + parameter + "\"";
    finding.problem = "Nothing in the project uses it: its value changes nothing.";
    finding.remedy = "Use it in a field, or remove it.";
    if (!speaksOf(findings, finding))
        findings.push_back(std::move(finding));
}

project::ComponentLibrary loadComponents(Findings& findings)
{
    return project::ComponentLibrary::load(project::libraryFolders(), findings);
}

Loaded load(const std::string& path, const std::vector<std::string>& settings, const std::string& beside,
            const std::string& under)
{
    Loaded loaded;
    std::error_code error;
    const std::filesystem::path file = std::filesystem::absolute(path, error);
    if (!beside.empty())
        loaded.folder = std::filesystem::absolute(beside, error);
    else
        loaded.folder = std::filesystem::is_directory(file, error) ? file : file.parent_path();
    Findings ofSettings;
    const project::Overrides overrides = readSettings(settings, ofSettings);
    project::Loading loading = project::loadWhole(path, project::loadHardware(),
                                                  {project::libraryFolders(), loaded.folder, false, overrides, under});
    loaded.findings = std::move(loading.findings);
    loaded.findings.insert(loaded.findings.end(), ofSettings.begin(), ofSettings.end());
    if (!loading.whole)
        return loaded;
    loaded.components = std::move(loading.whole->components);
    loaded.parameters = loading.whole->project.parameters;
    for (const auto& [name, value] : overrides)
        warnOfUnused(loading.whole->project, name, loaded.findings);
    if (!project::hasErrors(loaded.findings))
        loaded.project = std::move(loading.whole->project);
    else if (std::all_of(loaded.findings.begin(), loaded.findings.end(), standsIn))
        loaded.faulty = std::move(loading.whole->project);
    return loaded;
}

} // namespace headroom::cli
