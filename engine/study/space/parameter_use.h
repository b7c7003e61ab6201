// Whether a generic parameter has any effect.
#pragma once

#include "project/document/document.h"

#include <string>

namespace headroom::study {

/// Whether an expression or a choice of the project names the parameter, besides its own entry and studies. A name that
/// stands in a field by accident counts as well.
bool isUsed(const project::Project& project, const std::string& parameter);

} // namespace headroom::study
