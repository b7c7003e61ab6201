// The JSON schemas, and checking a tree against one.
#pragma once

#include "project/document/document.h"
#include "project/document/finding.h"
#include "project/vocabulary/block_catalogue.h"

#include <memory>

namespace headroom::project {

/// JSON Schema (draft 7) of the project file, made from the declarations; and of hardware libraries.
Json projectSchema(const BlockCatalogue& types = vocabulary());
Json componentSchema();

/// JSON schema of a behaviour library's file.
Json behaviourLibrarySchema(const BlockCatalogue& types = vocabulary());

/// JSON schema of a file that adds a block type.
Json blockTypeSchema();

/// A schema made ready to hold files against: that takes longer than a small file.
class SchemaCheck
{
public:
    explicit SchemaCheck(Json schema);
    SchemaCheck(SchemaCheck&&) noexcept;
    SchemaCheck& operator=(SchemaCheck&&) noexcept;
    ~SchemaCheck();
    /// Everything in `tree` that breaks the schema, each with its pointer and place (keys "schema.missing",
    /// "schema.type", "schema.value").
    Findings faultsOf(const Json& tree) const;

private:
    struct Ready;
    std::unique_ptr<const Ready> ready_;
};

} // namespace headroom::project
