// Which components a document names, and one in the place of another.
#pragma once

#include "widgets/document/document_model.h"

#include <map>

namespace headroom::widgets {

/// How often the document names each component: in fields, and as the value of a parameter.
std::map<std::string, int> componentUses(const project::Project& project);

/// Puts `to` wherever `from` is named, as one undoable step; how many places that were. A parameter that offers
/// alternatives offers the new one as well.
int swapComponent(DocumentModel& model, const QString& from, const QString& to);

} // namespace headroom::widgets
