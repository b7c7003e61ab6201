// Finds the fields that use a generic parameter, and their text with another name of it.
#pragma once

#include "project/structure/field_walk.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

/// The value with `to` in the place of the generic parameter `from`; nullopt if the field does not use it: in an
/// expression, or as a choice, a component or a text of this name. A name of the role, of a surrounding group or of the
/// request hides the parameter.
std::optional<Json> renamedParameter(const FieldPlace& place, const std::string& from, const std::string& to);

bool usesParameter(const FieldPlace& place, const std::string& name);

/// Those of the parameters that no field uses which decides what is simulated or how it is judged: studies,
/// measurements, notes and parameters do not count. Goes through the project once, however many the parameters are.
std::vector<std::string> withoutEffect(const Project& project, std::vector<std::string> parameters);
bool hasEffect(const Project& project, const std::string& parameter);

/// Aspects of a system that a parameter may decide: its load, and its parts.
struct LoadUse
{
    bool users = false;    ///< number of users of a closed loop
    bool load = false;     ///< number of clients, or rate of requests
    bool hardware = false; ///< nodes, devices, volumes or the network
};
/// Returns which of these a generic parameter decides.
LoadUse loadUse(const Project& project, const std::string& parameter);

} // namespace headroom::project
