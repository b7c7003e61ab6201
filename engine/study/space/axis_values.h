// The values of one axis of a study.
#pragma once

#include "study/space/space.h"

#include <optional>

namespace headroom::study {

/// The axis with its values; nothing if it has faults, which are reported.
std::optional<Axis> axisOf(const project::Project& project, const project::ComponentLibrary& components,
                           const project::StudyAxis& axis, const std::string& pointer, project::Findings& findings);

/// The value of a range at this share of the way from its first to its last, linear or logarithmic; whole for integers.
project::Json valueAt(const Axis& axis, const project::Parameter& parameter, double share);

} // namespace headroom::study
