// The reference pages: what the declarations say, for people to read. Nothing in them is written by hand.
#pragma once

#include "project/vocabulary/block_catalogue.h"

#include <string>
#include <vector>

namespace headroom::project {

struct FieldTable
{
    std::string name;  ///< as the page is called: "node-group"
    std::string title; ///< "Node groups"
    std::string place; ///< where in a project its fields stand: "topology.groups[]"
    const Fields* fields = nullptr;
};

/// Every table of fields outside the block types.
std::vector<FieldTable> fieldTables();

struct ReferencePage
{
    std::string file; ///< "index.md", "blocks/for-each.md", "fields/run.md"
    std::string text; ///< Markdown
};

/// An index, a page for each block type that there is now, and one for each table of fields.
std::vector<ReferencePage> referencePages(const BlockCatalogue& types);

} // namespace headroom::project
