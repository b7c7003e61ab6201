// The JSON schemas, and checking a tree against one.
#pragma once

#include "project/document.h"
#include "project/finding.h"

namespace headroom::project {

/// JSON schema of a behaviour library's file.
Json behaviourLibrarySchema();

/// JSON schema of a file that adds a block type.
Json blockTypeSchema();

/// Everything in `tree` that breaks the schema, each with its pointer and place (keys "schema.missing", "schema.type",
/// "schema.value").
Findings schemaFaults(const Json& tree, const Json& schema);

} // namespace headroom::project
