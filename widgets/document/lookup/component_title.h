// Titles of components.
#pragma once

#include "project/library/components.h"

#include <QString>

namespace headroom::widgets {

/// "Samsung PM893 1.92TB"; the model alone if it has no vendor.
inline QString titleOf(const project::Component& component)
{
    const bool sold = !component.vendor.empty() && component.vendor != "none";
    return QString::fromStdString(sold ? component.vendor + ' ' + component.model : component.model);
}

} // namespace headroom::widgets
