// Names for an expression in a field, each with a short meaning: for the completion of names while typing. The scopes
// are those of the checks.
#pragma once

#include "project/library/components.h"
#include "project/vocabulary/declarations.h"

#include <string>
#include <vector>

namespace headroom::project {

struct Project;

struct KnownName
{
    std::string name;    ///< as it is listed: "mod(a, b)", "size"
    std::string written; ///< as it stands in an expression, without what follows: "mod(", "size", "\"rack fabric\""
    std::string meaning; ///< a few words
};

struct KnownNames
{
    std::vector<KnownName> names;
    std::vector<KnownName> roles; ///< for nodes(role)
};

/// For a field of the element that `ids` identify. Nothing for
/// a field that takes no expression.
KnownNames knownNames(const Project& project, const ComponentLibrary& components, ElementKind kind,
                      const std::vector<std::string>& ids, const FieldDeclaration& field);

} // namespace headroom::project
