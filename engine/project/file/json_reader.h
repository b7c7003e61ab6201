// Converts the tree of a project file to the document, and reports values of the wrong shape and members that are
// missing. Such values are left out, but for those of declared fields. Array elements keep their index, so that
// pointers stay valid.
#pragma once

#include "project/document/document.h"
#include "project/file/shape.h"

namespace headroom::project {

/// The types say which fields the blocks have. A role, a diagram or a view may lie anywhere in a file.
Project readProject(const Json& tree, const BlockCatalogue& types, ShapeFaults& faults);
Role readRole(const Json& tree, const BlockCatalogue& types, ShapeFaults& faults, const FilePlace& place);
Diagram readDiagram(const Json& tree, const BlockCatalogue& types, ShapeFaults& faults, const FilePlace& place,
                    bool hasId);
View readView(const Json& tree, ShapeFaults& faults, const FilePlace& place);

/// The same for a tree that was checked before: nothing is reported.
Project readProject(const Json& tree);
View readView(const Json& tree);

} // namespace headroom::project
