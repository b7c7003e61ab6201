// What follows from the choice of the operation that a call or a send starts.
#pragma once

#include "project/library/components.h"
#include "widgets/document/field_walk.h"

#include <vector>

namespace headroom::widgets {

/// The edit, and those that belong to the same step if it chooses another role or operation for a call: the only
/// operation of the role, and a value for each argument whose name is known at the block. Arguments that the operation
/// does not take stay, except those that only repeat a name.
std::vector<FieldEdit> withCalledArguments(const project::Project& project, const project::ComponentLibrary& library,
                                           const FieldEdit& edit);

} // namespace headroom::widgets
