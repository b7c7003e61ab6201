// References between elements of a document. They are declared with the fields and members that name others
// (Reference); renaming and the lists of possible names are derived from them.
#pragma once

#include "project/vocabulary/declarations.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

struct Diagram;
struct NodeGroup;
struct Project;
struct Role;

/// Changes the name wherever the element is referred to; its own id is not changed. Roles of libraries do not change.
/// Roles are
/// renamed in nodes(role), too; parameter names in expressions are not references.
void renameReferences(Project& project, ElementKind kind, const std::vector<std::string>& ids, const std::string& name);

/// A name that is valid in a field, and the title of the element.
struct NamedElement
{
    std::string id;
    std::string title;
};

/// The elements that contain an element, if there are any.
struct Surroundings
{
    const Role* role = nullptr;
    const Diagram* diagram = nullptr;
    const NodeGroup* group = nullptr;
};

/// The elements that one reference of a field may name, given the values of the element's other fields. Nothing if the
/// field is no such reference now, or if the element that contains them does not exist.
std::optional<std::vector<NamedElement>> namesFor(const Project& project, const Surroundings& around,
                                                  const Reference& reference, const Json& values);

/// The types of the blocks that a block of this type works together with, which one of its fields names: a join
/// collects the paths of a fork or a for each, a transfer uses a call. Empty: it has no partner.
std::vector<std::string> partnerTypes(const std::string& type);

/// The elements that a field of the element may name; empty for a field that names none.
std::vector<NamedElement> namesFor(const Project& project, ElementKind kind, const std::vector<std::string>& ids,
                                   const FieldDeclaration& field, const Json& values);

} // namespace headroom::project
