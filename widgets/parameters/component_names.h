// Names of components and of their kinds.
#pragma once

#include "project/library/components.h"

#include <QString>

namespace headroom::widgets {

class SearchableCombo;

/// "Hard disks" for "disk"; an unknown kind is returned unchanged.
QString kindHeading(const std::string& kind);
/// Vendor and model.
QString titleOf(const project::Component& component);
/// Adds components to a combo box, grouped by kind if there are several kinds.
void addComponents(SearchableCombo& combo, const std::vector<const project::Component*>& components);

} // namespace headroom::widgets
