// Names of components and of their kinds.
#pragma once

#include "widgets/document/lookup/component_title.h"

namespace headroom::widgets {

class SearchableCombo;

/// "Hard disks" for "disk"; an unknown kind is returned unchanged.
QString kindHeading(const std::string& kind);
/// Adds components to a combo box, grouped by kind if there are several kinds.
void addComponents(SearchableCombo& combo, const std::vector<const project::Component*>& components);

} // namespace headroom::widgets
