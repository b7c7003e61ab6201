// Finds the elements and fields to which the pointers of findings refer.
#pragma once

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

} // namespace headroom::widgets
