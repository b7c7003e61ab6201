// The JSON schemas of the files, for editors and other programs. What reads a file checks it itself (shape.h).
#pragma once

#include "project/document/json.h"
#include "project/vocabulary/block_catalogue.h"

namespace headroom::project {

/// JSON Schema (draft 7) of the project file, built from the declarations, and that of hardware libraries.
Json projectSchema(const BlockCatalogue& types = vocabulary());
Json componentSchema();

/// JSON schema of a behaviour library's file.
Json behaviourLibrarySchema(const BlockCatalogue& types = vocabulary());

/// JSON schema of a file that adds a block type.
Json blockTypeSchema();

} // namespace headroom::project
