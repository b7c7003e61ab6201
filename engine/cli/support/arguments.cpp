#include "cli/support/arguments.h"

#include "cli/support/loading.h"
#include "project/document/nearest.h"
#include "project/expression/quantity.h"
#include "project/resolve/parameter_values.h"
#include "project/structure/parameter_uses.h"

#include <vector>

namespace headroom::cli {

namespace {

bool isNumber(const project::Parameter& parameter)
{
    return parameter.type != project::ParameterType::flag && project::numberOf(parameter, parameter.value).has_value();
}

std::vector<std::string> namesOfNumbers(const project::Project& project)
{
    std::vector<std::string> names;
    for (const project::Parameter& each : project.parameters)
        if (isNumber(each))
            names.push_back(each.name);
    return names;
}

} // namespace

void addProjectOptions(CLI::App& command, std::string& project, std::vector<std::string>& settings, std::string* beside,
                       const std::string& setting)
{
    command.add_option("PROJECT", project, "A .headroom file, or a folder that holds one")->required();
    // Both append when they are read: an option that owned the list would drop what the other one has put there.
    command
        .add_option_function<std::string>(
            "--set", [&settings](const std::string& text) { settings.push_back(text); },
            setting + "; may be given many times")
        ->type_name("NAME=VALUE")
        ->trigger_on_parse()
        ->allow_extra_args(false);
    command
        .add_option_function<std::string>(
            "--preset", [&settings](const std::string& id) { settings.push_back(presetSetting(id)); },
            "Set the values of a preset of the project first; may be given many times")
        ->type_name("ID")
        ->trigger_on_parse()
        ->allow_extra_args(false);
    if (beside)
        command.add_option("--beside", *beside, "Folder of the files that the project names, if not its own")
            ->type_name("FOLDER");
}

study::Load loadParameter(const project::Project& project, const std::string& option, const std::string& name)
{
    const project::Parameter* const parameter = project::findParameter(project, name);
    if (!parameter || !isNumber(*parameter))
        throw BadArgument(option + ": the project has no parameter \"" + name + "\" that is a number. " +
                          project::suggestion(name, namesOfNumbers(project)));
    if (!project::hasEffect(project, name))
        throw BadArgument(option + ": nothing in the project uses \"" + name + "\", so that it changes nothing.");
    study::Load load{name, *project::numberOf(*parameter, parameter->value),
                     parameter->type == project::ParameterType::integer};
    if (!(load.value > 0))
        throw BadArgument(option + ": \"" + name + "\" is " + project::formatNumber(load.value) +
                          "; what grows is above zero.");
    return load;
}

std::string numberParameters(const project::Project& project)
{
    return project::listOf(namesOfNumbers(project));
}

double yearlyGrowth(const std::string& option, const std::string& text)
{
    if (text.empty())
        return 0;
    const auto quantity = project::parseQuantity(text);
    if (!quantity || !(quantity->value > 0) || !(quantity->value <= 10))
        throw BadArgument(option + ": \"" + text + "\" is not a growth in a year, as in \"40 %\" (up to 1000 %).");
    if (quantity->value > 1 && text.find('%') == std::string::npos)
        throw BadArgument(option + ": \"" + text + "\" is " + project::formatNumber(100 * quantity->value) +
                          " % a year. If that is meant, write \"" + project::formatNumber(100 * quantity->value) +
                          " %\"; if not, \"" + text + " %\".");
    return quantity->value;
}

std::string durationArgument(const std::string& text)
{
    const auto quantity = project::parseQuantity(text);
    if (!text.empty() && (!quantity || quantity->unit != "s" || !(quantity->value > 0)))
        throw BadArgument("--duration: \"" + text + "\" is not a time above zero, as in \"10 s\".");
    return text;
}

} // namespace headroom::cli
