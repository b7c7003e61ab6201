// Menu entries that add and delete elements of the document's sections and state items of roles, in the project tree
// and in the menu Insert. They are made from the rows of the sections (project/structure/members.h).
#pragma once

#include "widgets/document/model/document_model.h"

#include <functional>
#include <optional>

class QMenu;

namespace headroom::app {

/// Adds the entries for an element, or for the heading of elements of a kind. `added` is called with the added element.
void fillSectionMenu(QMenu& menu, widgets::DocumentModel& model, const std::optional<widgets::ElementRef>& element,
                     std::optional<widgets::ElementKind> heading,
                     const std::function<void(const widgets::ElementRef&)>& added);

/// Adds the entries that add any of these elements, wherever the user is. `added` is called with the added element.
void fillInsertMenu(QMenu& menu, widgets::DocumentModel& model,
                    const std::function<void(const widgets::ElementRef&)>& added);

} // namespace headroom::app
