#include "project/resolve/presets.h"
#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/resolve/parameter_values.h"

#include <algorithm>
#include <utility>

namespace headroom::project {

namespace {

const Json& valuesIn(const Preset& preset)
{
    static const Json none = Json::object();
    const auto found = preset.fields.find("values");
    return found != preset.fields.end() && found->is_object() ? *found : none;
}

} // namespace

std::vector<std::pair<std::string, Json>> valuesOf(const Preset& preset)
{
    std::vector<std::pair<std::string, Json>> values;
    for (const auto& [name, value] : valuesIn(preset).items())
        values.emplace_back(name, value);
    return values;
}

void checkPreset(const Project& project, const Preset& preset, const ComponentLibrary& components,
                 const std::string& pointer, Findings& findings)
{
    const auto values = valuesOf(preset);
    const std::string place = "preset \"" + preset.id + '"';
    if (values.empty())
        findings.push_back({Severity::warning, "preset.empty", pointer, place, "It sets nothing.",
                            "Write {\"parameter\": value} in \"values\", or remove it."});
    for (const auto& [name, value] : values) {
        const Parameter* const parameter = findParameter(project, name);
        if (!parameter)
            continue; // the check of references reports it
        if (const std::optional<ValueFault> fault = faultOf(*parameter, value, components))
            findings.push_back({Severity::error, fault->key, pointer + "/values" + below(name), place,
                                "\"" + name + "\": " + fault->problem, fault->remedy});
    }
}

std::vector<PresetChange> changesBy(const Preset& preset, const Project& project, const ComponentLibrary& components)
{
    const Json& values = valuesIn(preset);
    std::vector<PresetChange> changes;
    for (const Parameter& parameter : project.parameters)
        if (const auto set = values.find(parameter.name);
            set != values.end() && *set != parameter.value && !faultOf(parameter, *set, components))
            changes.push_back({&parameter, *set});
    return changes;
}

Project withPresets(Project project, const std::vector<std::string>& ids, const ComponentLibrary& components,
                    Findings& findings)
{
    for (const std::string& id : ids) {
        const auto preset = std::find_if(project.presets.begin(), project.presets.end(),
                                         [&](const Preset& each) { return each.id == id; });
        if (preset == project.presets.end()) {
            findings.push_back({Severity::error, "preset.unknown", "", "", "The project has no preset \"" + id + "\".",
                                suggestion(id, idsOf(project.presets))});
            continue;
        }
        for (const PresetChange& change : changesBy(*preset, project, components))
            findParameter(project, change.parameter->name)->value = change.value;
    }
    return project;
}

bool isSet(const Project& project, const Preset& preset)
{
    const auto values = valuesOf(preset);
    return std::all_of(values.begin(), values.end(), [&](const auto& each) {
        const Parameter* const parameter = findParameter(project, each.first);
        if (!parameter)
            return false;
        const auto number = numberOf(*parameter, each.second);
        return number ? number == numberOf(*parameter, parameter->value) : each.second == parameter->value;
    });
}

} // namespace headroom::project
