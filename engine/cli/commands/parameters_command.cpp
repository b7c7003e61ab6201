#include "cli/commands/program.h"
#include "cli/support/loading.h"
#include "project/expression/units.h"
#include "project/resolve/parameter_values.h"
#include "project/resolve/presets.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace headroom::cli {

namespace {

using Json = nlohmann::ordered_json;
using project::Parameter;
using project::Preset;

struct ParametersOptions
{
    std::string project;
    bool all = false, json = false;
};

/// "1 to 100, as 3, 8, 10", or the choices.
std::string possibleValues(const Parameter& parameter)
{
    if (parameter.type == project::ParameterType::flag)
        return "true or false";
    std::string range;
    if (parameter.minimum)
        range = (parameter.maximum ? "" : "at least ") + project::exactText(*parameter.minimum, parameter.unit);
    if (parameter.maximum)
        range += (parameter.minimum ? " to " : "at most ") + project::exactText(*parameter.maximum, parameter.unit);
    std::string offered;
    for (const project::Json& value : parameter.alternatives)
        offered += (offered.empty() ? "" : ", ") + project::settingText(value);
    if (range.empty())
        return offered;
    return offered.empty() ? range : range + ", as " + offered;
}

std::string toText(const std::vector<Preset>& presets)
{
    if (presets.empty())
        return {};
    std::string text = "Presets, for --preset ID:\n";
    for (const Preset& preset : presets) {
        text += "  " + preset.id + (preset.name.empty() ? "" : ": " + preset.name) + "\n";
        if (const auto about = preset.fields.find("description"); about != preset.fields.end() && about->is_string())
            text += "      " + about->get<std::string>() + "\n";
        std::string values;
        for (const auto& [name, value] : project::valuesOf(preset))
            values += (values.empty() ? "" : ", ") + name + '=' + project::settingText(value);
        text += "      " + values + "\n";
    }
    return text + "\n";
}

std::string toText(const std::vector<Parameter>& parameters, bool all)
{
    std::string text = "Parameters, for --set NAME=VALUE:\n";
    std::size_t folded = 0;
    for (const Parameter& parameter : parameters) {
        if (parameter.more.value_or(false) && !all) {
            ++folded;
            continue;
        }
        const std::string possible = possibleValues(parameter);
        text += "  " + parameter.name + " = " + project::settingText(parameter.value) +
                (possible.empty() ? "" : "   (" + possible + ")") + "\n";
        if (!parameter.description.empty())
            text += "      " + parameter.description + "\n";
    }
    return text + (folded > 0 ? "  " + std::to_string(folded) + " more are listed with --all.\n" : "");
}

Json toJson(const project::Project& project)
{
    Json presets = Json::array(), parameters = Json::array();
    for (const Preset& preset : project.presets) {
        presets.push_back(Json{{"id", preset.id}, {"name", preset.name}});
        presets.back().update(preset.fields);
    }
    for (const Parameter& parameter : project.parameters) {
        Json& listed = parameters.emplace_back(Json{{"name", parameter.name},
                                                    {"value", parameter.value},
                                                    {"alternatives", parameter.alternatives},
                                                    {"unit", parameter.unit},
                                                    {"more", parameter.more.value_or(false)},
                                                    {"description", parameter.description}});
        if (parameter.minimum)
            listed["minimum"] = *parameter.minimum;
        if (parameter.maximum)
            listed["maximum"] = *parameter.maximum;
    }
    return Json{{"presets", std::move(presets)}, {"parameters", std::move(parameters)}};
}

ExitStatus listParameters(const ParametersOptions& options)
{
    const Loaded loaded = load(options.project, {});
    if (report(loaded.findings) || !loaded.project)
        return atFault;
    if (options.json)
        print(toJson(*loaded.project).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
    else
        print(toText(loaded.project->presets) + toText(loaded.project->parameters, options.all));
    return done;
}

} // namespace

void addParameters(CLI::App& app, Action& action)
{
    const auto options = std::make_shared<ParametersOptions>();
    CLI::App* command =
        app.add_subcommand("parameters", "Lists what can be set in a project: its presets and its parameters");
    command->add_option("PROJECT", options->project, "A .headroom file, or a folder that holds one")->required();
    command->add_flag("--all", options->all, "List also the parameters that are rarely changed");
    command->add_flag("--json", options->json, "Print a JSON object");
    command->callback([options, &action] { action = [options] { return listParameters(*options); }; });
}

} // namespace headroom::cli
