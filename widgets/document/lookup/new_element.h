// The candidate of a field that stands for a new element, e.g. "New cache".
#pragma once

#include "project/vocabulary/declarations.h"
#include "widgets/document/model/element_ref.h"

namespace headroom::widgets {

/// The value in a list of candidates that stands for a new element; the name that it shall have may follow.
inline constexpr const char* newElement = "\n";

/// The title of that candidate ("New cache"); empty if the field of the element cannot ask for one.
QString newElementTitle(const project::Project& project, const ElementRef& element,
                        const project::FieldDeclaration& field);

/// The type of the state item that a block works on; empty if it works on none.
QString stateTypeAt(const project::Project& project, const ElementRef& block);

} // namespace headroom::widgets
