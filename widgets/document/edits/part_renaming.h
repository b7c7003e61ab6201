// Other ids for what the topology consists of: device groups, controllers, links. One undoable step each.
#pragma once

#include "widgets/document/document_model.h"

namespace headroom::widgets {

/// Whether elements of this kind get another id here. (Node groups and switches have a title beside theirs.)
bool isRenamedAsPart(ElementKind kind);
/// Why the part may not be called so; empty if it may. Ids are unique in their node group or fabric.
QString partRenameRefusal(const project::Project& project, const ElementRef& part, const QString& to);
/// Every use follows: volumes, caches, what hangs on a controller, disturbances. False if it is refused.
bool renamePart(DocumentModel& model, const ElementRef& part, const QString& to);

} // namespace headroom::widgets
