// What in a document names which of its elements: declared with the fields and members that do (Reference), and read
// from there by renaming, and by whoever offers the names that may stand somewhere.
#pragma once

#include "project/document/document.h"
#include "project/vocabulary/declarations.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

/// Puts another name wherever the element is named; its own id is not changed. What stands in the roles of libraries
/// stays as it is. Expressions name parameters; they are no references.
void renameReferences(Project& project, ElementKind kind, const std::vector<std::string>& ids, const std::string& name);

/// A name that may stand in a field, and what the element is called.
struct NamedElement
{
    std::string id;
    std::string title;
};

/// What an element lies in, as far as it lies in something.
struct Surroundings
{
    const Role* role = nullptr;
    const Diagram* diagram = nullptr;
    const NodeGroup* group = nullptr;
};

/// The elements that one reference of a field may name, by the values of the element's other fields as they are.
/// Nothing if the field is no such reference now, or if what they would lie in does not exist.
std::optional<std::vector<NamedElement>> namesFor(const Project& project, const Surroundings& around,
                                                  const Reference& reference, const Json& values);

/// The elements that a field of the element may name; empty for a field that names none.
std::vector<NamedElement> namesFor(const Project& project, ElementKind kind, const std::vector<std::string>& ids,
                                   const FieldDeclaration& field, const Json& values);

} // namespace headroom::project
