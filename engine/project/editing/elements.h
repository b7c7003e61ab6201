// Elements in the lists of a project, as an editor adds, deletes and renames them. Whether it may is said by the list's
// row (List in structure/members.h).
#pragma once

#include "project/document/element_kind.h"

#include <string>
#include <vector>

namespace headroom::project {

struct Project;

/// The name of an element that is added to a section of the project: `wanted`, or else the usual one for new elements
/// of the kind; with a number if that is taken.
std::string nameForNew(const Project& project, ElementKind kind, const std::string& wanted = {});
/// Adds an element to a section of the project, filled by fillNew().
void addElement(Project& project, ElementKind kind, const std::string& name);

/// `ids` identify an element, see ElementKind. False if it does not exist. What names it does not change; the checks
/// report that.
bool deleteElement(Project& project, ElementKind kind, const std::vector<std::string>& ids);

/// The names in the list that holds the element, its own among them.
std::vector<std::string> namesBeside(const Project& project, ElementKind kind, const std::vector<std::string>& ids);

/// Changes the id of an element that exists, and everything that names it.
void renameElement(Project& project, ElementKind kind, const std::vector<std::string>& ids, const std::string& name);

/// `base`, or if it is one of the names, the first of "base-2", "base-3", ... that is not.
std::string freshName(const std::vector<std::string>& names, const std::string& base);

} // namespace headroom::project
