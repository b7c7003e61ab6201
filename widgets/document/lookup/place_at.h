// From the pointers of findings to the elements and fields that they speak of.
#pragma once

#include "widgets/document/element_ref.h"

#include <optional>

namespace headroom::widgets {

struct Place
{
    ElementRef element;
    QString field; ///< empty: the element as a whole
};

/// The element that a JSON pointer into the project's file stands in, as near as there is one, and the field of it.
std::optional<Place> placeAt(const project::Project& project, const QString& pointer);

} // namespace headroom::widgets
