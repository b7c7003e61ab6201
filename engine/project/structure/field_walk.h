// Visits all declared fields with a value, anywhere in a document. The search for uses of a parameter or a component,
// renaming and swapping are based on this.
#pragma once

#include "project/vocabulary/declarations.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom::project {

struct Project;

/// A field that was set.
struct FieldPlace
{
    ElementKind kind;
    std::vector<std::string> ids; ///< ids of the element, see ElementKind
    std::string field;
    const FieldDeclaration* declaration = nullptr;
    const Json* value = nullptr;
    /// Names that hide a generic parameter here: those of the role, of the surrounding groups and of the request.
    const std::vector<std::string>* shadowing = nullptr;
};

void forEachField(const Project& project, const std::function<void(const FieldPlace&)>& see);

} // namespace headroom::project
