// The content of the property inspector for an element: its kind, name, declared fields and the values that were set.
#pragma once

#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/model/element_ref.h"

#include <QList>
#include <QString>

#include <optional>
#include <set>

namespace headroom::widgets {

struct InspectedElement
{
    QString kind, name;
    bool nameEditable = false;
    project::Fields fields;
    project::Json values = project::Json::object();
};

/// Empty if the element does not exist or has no properties.
std::optional<InspectedElement> inspectedElement(const project::Project& project, const ElementRef& element);
/// Several elements as one: their common fields, with the values that are equal in all of them.
struct InspectedElements : InspectedElement
{
    std::set<std::string> mixed; ///< fields with different values
};
std::optional<InspectedElements> inspectedTogether(const project::Project& project, const QList<ElementRef>& elements);

/// The label of a field of an element, as in the properties: "think time"; a field without a declaration has its name.
QString fieldLabel(const project::Project& project, const ElementRef& element, const QString& field);

/// The element that owns a field: a role's form shows its bindings and its own description together.
ElementRef ownerOf(const project::Project& project, const ElementRef& element, const QString& field);
/// Converts a value of the form to that of the document: volumes typed in one line, arguments as names with types.
project::Json storedValue(const project::Project& project, const ElementRef& element, const QString& field,
                          const project::Json& value);

} // namespace headroom::widgets
