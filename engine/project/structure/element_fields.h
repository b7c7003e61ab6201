// The declared fields of any element of the document.
#pragma once

#include "project/document/document.h"
#include "project/vocabulary/declarations.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

struct ElementFields
{
    std::string word;  ///< what kind of element it is: "node group"
    std::string title; ///< what it is called; empty for what there is one of
    const Fields* declared = nullptr;
    const Json* values = nullptr;
};

/// `ids` name the element, see ElementKind. Nothing if it does not exist or has no declared fields, and for blocks,
/// whose types say which they have.
std::optional<ElementFields> elementFields(const Project& project, ElementKind kind,
                                           const std::vector<std::string>& ids);

} // namespace headroom::project
