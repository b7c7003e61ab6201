// The declared fields of any element of the document.
#pragma once

#include "project/vocabulary/declarations.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

struct Project;

struct ElementFields
{
    std::string word;  ///< kind of the element: "node group"
    std::string title; ///< name of the element; empty if there is only one of its kind
    const Fields* declared = nullptr;
    const Json* values = nullptr;
};

/// `ids` identify the element, see ElementKind. Nothing if it does not exist or has no declared fields, and for blocks,
/// whose types determine the fields.
std::optional<ElementFields> elementFields(const Project& project, ElementKind kind,
                                           const std::vector<std::string>& ids);

} // namespace headroom::project
