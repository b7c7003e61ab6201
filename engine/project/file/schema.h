// The JSON schemas, and checks of a tree against one.
#pragma once

#include "project/document/finding.h"
#include "project/document/json.h"
#include "project/vocabulary/block_catalogue.h"

#include <memory>

namespace headroom::project {

/// JSON Schema (draft 7) of the project file, built from the declarations, and that of hardware libraries.
Json projectSchema(const BlockCatalogue& types = vocabulary());
Json componentSchema();

/// JSON schema of a behaviour library's file.
Json behaviourLibrarySchema(const BlockCatalogue& types = vocabulary());

/// JSON schema of a file that adds a block type.
Json blockTypeSchema();

/// A schema prepared for repeated checks: the preparation takes longer than the check of a small file.
class SchemaCheck
{
public:
    explicit SchemaCheck(Json schema);
    SchemaCheck(SchemaCheck&&) noexcept;
    SchemaCheck& operator=(SchemaCheck&&) noexcept;
    ~SchemaCheck();
    /// All violations of the schema in `tree`, each with its pointer and place (keys "schema.missing", "schema.type",
    /// "schema.value").
    Findings faultsOf(const Json& tree) const;

private:
    struct Ready;
    std::unique_ptr<const Ready> ready_;
};

} // namespace headroom::project
