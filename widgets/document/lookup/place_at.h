// Finds the elements and fields to which the pointers of findings refer.
#pragma once

#include "project/document/finding.h"
#include "widgets/document/model/element_ref.h"

#include <optional>

namespace headroom::widgets {

struct Place
{
    ElementRef element;
    QString field; ///< empty: the element as a whole
};

/// The innermost element that contains the place of a JSON pointer into the project's file, and its field.
std::optional<Place> placeAt(const project::Project& project, const QString& pointer);

/// True if the finding only says that something is not there yet, as while a project is being drawn: a field has no
/// value, a way out no wire, a role no node.
bool isToDo(const project::Finding& finding);

} // namespace headroom::widgets
