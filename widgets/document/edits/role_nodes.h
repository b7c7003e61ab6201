// Hardware for the roles of a project, added in one step.
#pragma once

#include "widgets/document/document_model.h"

namespace headroom::widgets {

/// Adds a node group for each role, which runs it and is linked to a switch of the drawn fabric. They are like those
/// that are there: same processor. The switch and the fabric are added if there are none. Returns the groups' ids.
QStringList addRoleNodes(DocumentModel& model, const QStringList& roles);

} // namespace headroom::widgets
