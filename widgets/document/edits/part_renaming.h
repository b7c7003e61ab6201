// Renames parts of the topology: device groups, controllers, links. One undoable step each.
#pragma once

#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// True if elements of this kind are renamed here. (Node groups and switches have a title beside their id.)
bool isRenamedAsPart(ElementKind kind);
/// Reason why this id cannot be used for the part; empty if it can. Ids are unique in their node group or fabric.
QString partRenameRefusal(const project::Project& project, const ElementRef& part, const QString& to);
/// Renames a part in all its uses: volumes, caches, parts attached to a controller, disturbances. False if it is
/// refused.
bool renamePart(DocumentModel& model, const ElementRef& part, const QString& to);

} // namespace headroom::widgets
