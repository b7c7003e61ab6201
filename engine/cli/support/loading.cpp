#include "cli/support/loading.h"

#include "project/loading.h"
#include "project/resolve/parameter_values.h"
#include "project/structure/parameter_uses.h"

#include <algorithm>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace headroom::cli {

using project::Finding;
using project::Findings;

namespace {

/// Without any library each component and role would be reported alone, and none of these remedies helps.
void sayThatNoLibraryIsThere(Findings& findings)
{
    static const std::set<std::string> keys = {"component.unknown", "reference.missing", "library.unknown"};
    if (std::none_of(findings.begin(), findings.end(),
                     [](const Finding& finding) { return keys.contains(finding.key); }))
        return;
    std::string folders;
    for (const auto& folder : project::libraryFolders())
        folders += (folders.empty() ? "\"" : ", \"") + folder.string() + '"';
    Finding finding;
    finding.key = "libraries.none";
    finding.problem = "There are no libraries" + (folders.empty() ? "." : " in " + folders + '.');
    finding.remedy = "Name their folder in the environment variable HEADROOM_LIBRARIES.";
    findings = {std::move(finding)};
}

/// True if it keeps a project from being run, but not from being put together: a component or a value is missing, for
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
    constexpr std::size_t most = 200;
    for (std::size_t i = 0; i < std::min(most, findings.size()); ++i)
        std::cerr << project::toLine(findings[i]) << "\n";
    if (findings.size() > most)
        std::cerr << "There are " << findings.size() - most << " more; check --json lists all.\n";
    return project::hasErrors(findings);
}

namespace {

constexpr std::string_view presetWord = "preset "; // no name of a parameter holds a blank

} // namespace

std::string presetSetting(const std::string& id)
{
    return std::string(presetWord) + id;
}

Settings readSettings(const std::vector<std::string>& settings, Findings& findings)
{
    Settings read;
    const auto tell = [&](project::Severity severity, const char* key, const std::string& setting,
                          const std::string& problem, const std::string& remedy) {
        Finding finding;
        finding.severity = severity;
        finding.key = key;
        finding.place = "--set " + setting;
        finding.problem = problem;
        finding.remedy = remedy;
        findings.push_back(std::move(finding));
    };
    for (const std::string& setting : settings) {
        if (setting.starts_with(presetWord)) {
            read.presets.push_back(setting.substr(presetWord.size()));
            continue;
        }
        const std::size_t sign = setting.find('=');
        if (sign == std::string::npos || sign == 0) {
            tell(project::Severity::error, "arguments.set", setting, "This does not name a parameter and its value.",
                 "Write NAME=VALUE.");
            continue;
        }
        const std::string name = setting.substr(0, sign), value = setting.substr(sign + 1);
        const auto [earlier, first] = read.values.emplace(name, value);
        if (!first && std::exchange(earlier->second, value) != value)
            tell(project::Severity::warning, "arguments.set-twice", setting,
                 '"' + name + "\" is set more than once: only the last value counts.", "Set it once.");
    }
    return read;
}

void warnOfUnused(const project::Project& project, std::vector<std::string> parameters, Findings& findings)
{
    for (const std::string& name : project::withoutEffect(project, std::move(parameters))) {
        const project::Parameter* const found = project::findParameter(project, name);
        if (!found)
            continue;
        Finding finding;
        finding.severity = project::Severity::warning;
        finding.key = "parameter.unused";
        finding.pointer = "/parameters/" + std::to_string(found - project.parameters.data());
        finding.place = "parameter \"" + name + "\"";
        finding.problem = "Nothing in the project uses it: its value changes nothing.";
        finding.remedy = "Use it in a field, or remove it.";
        if (!speaksOf(findings, finding))
            findings.push_back(std::move(finding));
    }
}

project::ComponentLibrary loadComponents(Findings& findings)
{
    return project::ComponentLibrary::load(project::libraryFolders(), findings);
}

namespace {

Loaded loadWith(const project::Hardware& hardware, const std::string& path, const std::vector<std::string>& settings,
                const std::string& beside, const std::string& under)
{
    Loaded loaded;
    std::error_code error;
    const std::filesystem::path file = std::filesystem::absolute(path, error);
    if (!beside.empty())
        loaded.folder = std::filesystem::absolute(beside, error);
    else
        loaded.folder = std::filesystem::is_directory(file, error) ? file : file.parent_path();
    Findings ofSettings;
    const Settings read = readSettings(settings, ofSettings);
    project::Loading loading = project::loadWhole(
        path, hardware, {project::libraryFolders(), loaded.folder, false, read.presets, read.values, under});
    loaded.findings = std::move(loading.findings);
    loaded.findings.insert(loaded.findings.end(), ofSettings.begin(), ofSettings.end());
    if (hardware.components.ids().empty())
        sayThatNoLibraryIsThere(loaded.findings);
    if (!loading.whole)
        return loaded;
    loaded.components = std::move(loading.whole->components);
    loaded.parameters = loading.whole->project.parameters;
    loaded.presets = loading.whole->project.presets;
    std::vector<std::string> set;
    for (const auto& [name, value] : read.values)
        set.push_back(name);
    if (!set.empty())
        warnOfUnused(loading.whole->project, std::move(set), loaded.findings);
    if (!project::hasErrors(loaded.findings))
        loaded.project = std::move(loading.whole->project);
    else if (std::all_of(loaded.findings.begin(), loaded.findings.end(), standsIn))
        loaded.faulty = std::move(loading.whole->project);
    return loaded;
}

} // namespace

std::filesystem::path projectFileIn(const std::filesystem::path& path)
{
    if (!std::filesystem::is_directory(path))
        return path;
    std::vector<std::filesystem::path> projects;
    for (const auto& entry : std::filesystem::directory_iterator(path))
        if (entry.path().extension() == ".headroom")
            projects.push_back(entry.path());
    if (projects.size() != 1)
        throw std::runtime_error((projects.empty() ? "There is no project in \"" : "There are several projects in \"") +
                                 path.string() + "\".");
    return projects.front();
}

Loaded load(const std::string& path, const std::vector<std::string>& settings, const std::string& beside,
            const std::string& under)
{
    return loadWith(project::loadHardware(), path, settings, beside, under);
}

Loaded loadForRun(const std::string& path, const std::vector<std::string>& settings, const std::string& beside,
                  const std::string& under)
{
    Loaded loaded = loadWith(project::loadHardwareAsNeeded(), path, settings, beside, under);
    if (loaded.project && !loaded.components.foundFaults())
        return loaded;
    return load(path, settings, beside, under);
}

} // namespace headroom::cli
