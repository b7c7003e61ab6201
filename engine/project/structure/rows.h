// The rows of the description of the document (see describe.h), by the kind of element that they describe.
#pragma once

#include "project/structure/members.h"

#include <string>
#include <vector>

namespace headroom::project {

/// The row of the list that holds elements of this kind; null if they are in no list. Lives as long as the program.
const List* listOf(ElementKind kind);

/// The lists of elements directly in the project, in the order of the file.
const std::vector<List>& sections();

/// The word of the checks for an element of this kind that does not exist, see List; empty if other checks report it.
std::string refusedWordOf(ElementKind kind);

/// True if elements of this kind are parts of the topology.
bool isHardware(ElementKind kind);

} // namespace headroom::project
