#include "cli/commands/program.h"
#include "cli/support/arguments.h"
#include "cli/support/factors.h"
#include "cli/support/loading.h"
#include "project/file/findings_json.h"
#include "project/resolve/parameter_values.h"
#include "run/run.h"

#include <algorithm>
#include <memory>

namespace headroom::cli {

namespace {

using Json = nlohmann::ordered_json;
using project::Severity;

struct CheckOptions
{
    std::string project, beside;
    std::vector<std::string> settings, scale;
    bool json = false, allAlternatives = false;
};

/// A finding, and the value of a parameter or the preset with which it was made; empty: those of the project.
struct Told
{
    std::string with;
    project::Finding finding;
};

std::ptrdiff_t count(const std::vector<Told>& all, Severity severity)
{
    return std::count_if(all.begin(), all.end(), [&](const Told& told) { return told.finding.severity == severity; });
}

Json toJson(const std::string& path, const std::vector<Told>& all)
{
    Json list = Json::array();
    for (const auto& [with, finding] : all) {
        list.push_back(project::toJson(finding));
        if (!with.empty())
            list.back()["with"] = with;
    }
    return Json{{"project", path},
                {"errors", count(all, Severity::error)},
                {"warnings", count(all, Severity::warning)},
                {"findings", std::move(list)}};
}

/// Some errors appear only when everything is put together.
project::Findings findingsOf(const Loaded& loaded, const std::map<std::string, double>& scale)
{
    project::Findings findings = loaded.findings;
    const auto& project = loaded.project ? loaded.project : loaded.faulty;
    if (!project)
        return findings;
    run::Options options;
    options.folder = loaded.folder;
    options.scale = scale;
    const run::Simulation simulation(*project, loaded.components, options);
    project::Findings more = simulation.findings();
    if (loaded.project) // the project's checks may have reported as a warning what is an error now
        std::erase_if(findings, [&](const project::Finding& told) { return speaksOf(more, told); });
    else
        std::erase_if(more, [&](const project::Finding& again) { return speaksOf(loaded.findings, again); });
    findings.insert(findings.end(), more.begin(), more.end());
    return findings;
}

/// The values that a parameter offers besides its present one, as text.
std::vector<std::string> otherValues(const project::Parameter& parameter)
{
    std::vector<project::Json> values = parameter.alternatives;
    if (parameter.type == project::ParameterType::flag && values.empty())
        values = {true, false};
    std::erase(values, parameter.value);
    std::vector<std::string> texts;
    for (const project::Json& value : values)
        texts.push_back(project::settingText(value));
    return texts;
}

bool isTold(const std::vector<Told>& all, const project::Finding& finding)
{
    return std::any_of(all.begin(), all.end(), [&](const Told& told) {
        return told.with.empty() && told.finding.key == finding.key && told.finding.pointer == finding.pointer &&
               told.finding.problem == finding.problem;
    });
}

/// Adds the findings with each alternative of each parameter, one at a time, that are not there without it.
void checkAlternatives(const CheckOptions& options, const std::vector<project::Parameter>& parameters,
                       std::vector<Told>& all)
{
    for (const project::Parameter& parameter : parameters)
        for (const std::string& value : otherValues(parameter)) {
            const std::string with = parameter.name + '=' + value;
            std::vector<std::string> settings = options.settings;
            std::erase_if(settings, [&](const std::string& set) { return set.starts_with(parameter.name + '='); });
            settings.push_back(with);
            for (project::Finding& finding :
                 findingsOf(load(options.project, settings, options.beside), readFactors(options.scale)))
                if (!isTold(all, finding))
                    all.push_back({with, std::move(finding)});
        }
}

/// Adds the findings with each preset alone that are not there without it.
void checkPresets(const CheckOptions& options, const std::vector<project::Preset>& presets, std::vector<Told>& all)
{
    for (const project::Preset& preset : presets) {
        std::vector<std::string> settings = options.settings;
        settings.push_back(presetSetting(preset.id));
        for (project::Finding& finding :
             findingsOf(load(options.project, settings, options.beside), readFactors(options.scale)))
            if (!isTold(all, finding))
                all.push_back({settings.back(), std::move(finding)});
    }
}

ExitStatus check(const CheckOptions& options)
{
    std::map<std::string, double> scale;
    try {
        scale = readFactors(options.scale);
    } catch (const std::runtime_error& error) {
        reportError(error.what());
        return atFault;
    }
    Loaded loaded = load(options.project, options.settings, options.beside);
    if (const auto& project = loaded.project ? loaded.project : loaded.faulty) {
        std::vector<std::string> names;
        for (const project::Parameter& parameter : project->parameters)
            names.push_back(parameter.name);
        warnOfUnused(*project, std::move(names), loaded.findings);
    }
    std::vector<Told> all;
    for (project::Finding& finding : findingsOf(loaded, scale))
        all.push_back({{}, std::move(finding)});
    if (options.allAlternatives) {
        checkAlternatives(options, loaded.parameters, all);
        checkPresets(options, loaded.presets, all);
    }
    project::Findings lines;
    for (const auto& [with, finding] : all) {
        lines.push_back(finding);
        if (!with.empty())
            lines.back().place = "with " + with + (finding.place.empty() ? "" : ": " + finding.place);
    }
    const bool faulty = report(lines);
    if (options.json)
        print(toJson(options.project, all).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    else if (!faulty)
        print(options.project + ": no faults\n");
    return faulty ? atFault : done;
}

} // namespace

void addCheck(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<CheckOptions>();
    CLI::App* command = app.add_subcommand("check", "Reports every fault of a project, with its place and what to do");
    addProjectOptions(*command, options->project, options->settings, &options->beside);
    addScaleOption(*command, options->scale);
    command->add_flag("--all-alternatives", options->allAlternatives,
                      "Check also with each alternative of each parameter and with each preset, one at a time");
    command->add_flag("--json", options->json, "Print the findings as a JSON object as well");
    command->callback([options, &action] { action = [options] { return check(*options); }; });
}

} // namespace headroom::cli
