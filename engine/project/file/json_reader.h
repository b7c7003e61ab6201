// Converts the tree of a project file to the document. Values of the wrong shape are left out: the schema check has
// reported them already. Array elements keep their index, so that pointers stay valid.
#pragma once

#include "project/document/document.h"

namespace headroom::project {

Project readProject(const Json& tree);
Role readRole(const Json& tree);
Diagram readDiagram(const Json& tree);
View readView(const Json& tree);

} // namespace headroom::project
