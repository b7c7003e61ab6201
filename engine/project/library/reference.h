// The reference pages, generated from the declarations. Nothing in them is written by hand.
#pragma once

#include "project/vocabulary/block_catalogue.h"

#include <string>
#include <vector>

namespace headroom::project {

/// The fields of one kind of element, for a page of their own.
struct FieldTable
{
    std::string name;  ///< name of the page: "node-group"
    std::string title; ///< "Node groups"
    std::string place; ///< where its fields are in a project: "topology.groups[]"
    const Fields* fields = nullptr;
};

/// Every table of fields outside the block types.
std::vector<FieldTable> fieldTables();

/// A generated page.
struct ReferencePage
{
    std::string file; ///< "index.md", "blocks/for-each.md", "fields/run.md"
    std::string text; ///< Markdown
};

/// An index, a page for each current block type, and one for each table of fields.
std::vector<ReferencePage> referencePages(const BlockCatalogue& types);

} // namespace headroom::project
