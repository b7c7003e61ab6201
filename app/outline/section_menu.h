// What the project tree offers for workloads, selectors, disturbances and what a role shares: adding and deleting.
#pragma once

#include "widgets/document/document_model.h"

#include <functional>
#include <optional>

class QMenu;

namespace headroom::app {

/// Headings of the project tree that things are added below.
enum class Section
{
    none,
    software,
    workloads,
    selectors,
    disturbances
};

/// Adds the entries for an element, or for a heading. `added` is called with what was added.
void fillSectionMenu(QMenu& menu, widgets::DocumentModel& model, const std::optional<widgets::ElementRef>& element,
                     Section section, const std::function<void(const widgets::ElementRef&)>& added);

} // namespace headroom::app
