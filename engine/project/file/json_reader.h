// The tree of a project file to the document. Takes what has the right shape and leaves the rest out: the schema has
// said what is wrong by then, and array elements keep their places so that pointers stay right.
#pragma once

#include "project/document/document.h"

namespace headroom::project {

Project readProject(const Json& tree);
Role readRole(const Json& tree);
Diagram readDiagram(const Json& tree);
View readView(const Json& tree);

} // namespace headroom::project
