// Counts the uses of components in a document, and replaces one component with another.
#pragma once

#include "widgets/document/model/document_model.h"

#include <map>

namespace headroom::widgets {

/// Number of uses of each component in the document: in fields, and as the value of a parameter.
std::map<std::string, int> componentUses(const project::Project& project);

/// Replaces all uses of `from` with `to`, as one undoable step. Returns the number of replaced uses. If a changed
/// parameter has alternatives, `to` is added to them.
int swapComponent(DocumentModel& model, const QString& from, const QString& to);

} // namespace headroom::widgets
