// Values of several generic parameters, set at once.
#pragma once

#include "project/document/document.h"
#include "project/document/finding.h"
#include "project/library/components.h"

#include <string>
#include <utility>
#include <vector>

namespace headroom::project {

/// The names and values that a preset sets, in the order of its file. Values are those of parameters
/// (parameter_values.h), not expressions.
std::vector<std::pair<std::string, Json>> valuesOf(const Preset& preset);

/// A value that a preset would give a parameter.
struct PresetChange
{
    const Parameter* parameter; ///< of the project, with its present value
    Json value;
};
/// The changes that using the preset would make, in the order of the parameters. Faulty values are left out:
/// checkPreset() reports them.
std::vector<PresetChange> changesBy(const Preset& preset, const Project& project, const ComponentLibrary& components);

/// The presets, one after the other, in a copy of the project: of a parameter that several set the last value counts.
/// Ids of presets that the project does not have become findings.
Project withPresets(Project project, const std::vector<std::string>& ids, const ComponentLibrary& components,
                    Findings& findings);

/// True if all values of the preset are those that the parameters have.
bool isSet(const Project& project, const Preset& preset);

/// Reports the values that do not fit their parameters, at `pointer`, and a preset that sets nothing.
void checkPreset(const Project& project, const Preset& preset, const ComponentLibrary& components,
                 const std::string& pointer, Findings& findings);

} // namespace headroom::project
