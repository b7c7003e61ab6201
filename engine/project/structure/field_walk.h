// Goes through all declared fields that hold a value, wherever in a document they stand: what finds where a parameter
// or a component is used, and what renaming and swapping are made of.
#pragma once

#include "project/document/document.h"
#include "project/vocabulary/declarations.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom::project {

/// A field that was set.
struct FieldPlace
{
    ElementKind kind;
    std::vector<std::string> ids; ///< of the element, see ElementKind
    std::string field;
    const FieldDeclaration* declaration = nullptr;
    const Json* value = nullptr;
    /// Names that mean something else here than a generic parameter: those of the role, of the groups around and of the
    /// request.
    const std::vector<std::string>* shadowing = nullptr;
};

void forEachField(const Project& project, const std::function<void(const FieldPlace&)>& see);

} // namespace headroom::project
