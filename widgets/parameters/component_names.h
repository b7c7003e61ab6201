// How components and their kinds are called.
#pragma once

#include "project/library/components.h"

#include <QString>

namespace headroom::widgets {

class SearchableCombo;

/// "Hard disks" for "disk"; of a kind that is not known the word itself.
QString kindHeading(const std::string& kind);
/// Vendor and model.
QString titleOf(const project::Component& component);
/// Fills a box with components, by kind where there are several.
void addComponents(SearchableCombo& combo, const std::vector<const project::Component*>& components);

} // namespace headroom::widgets
