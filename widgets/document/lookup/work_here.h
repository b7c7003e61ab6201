// How long the work of a compute block takes on the processors of its role's nodes.
#pragma once

#include "project/library/components.h"
#include "widgets/document/model/element_ref.h"

#include <QString>

namespace headroom::widgets {

/// "1.84 ms on Xeon Gold 6426Y" for a block whose work of so many seconds is stated for another processor, with all
/// other cores idle; "1.84 ms to 2.1 ms here" on nodes of several kinds. Empty for other elements, without nodes, or
/// where it takes as long as stated.
QString workHere(const project::Project& project, const project::ComponentLibrary& library, const ElementRef& block,
                 double seconds);

} // namespace headroom::widgets
