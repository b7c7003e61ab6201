// The arguments of the operation that an element calls: a call, a send, or an operation of a workload.
#pragma once

#include "project/document/document.h"
#include "project/vocabulary/declarations.h"
#include "widgets/document/model/element_ref.h"

#include <QList>
#include <QString>

namespace headroom::widgets {

/// A name on the left of assignments that is declared elsewhere, with a text for its value while it has none.
struct DeclaredName
{
    QString name, hint, meaning;
    bool operator==(const DeclaredName&) const = default;
};

/// The operation that the fields of a call or a send name; null if there is no such one.
const project::Operation* operationCalledBy(const project::Project& project, const project::Json& fields);
/// Null if the element calls no operation.
const project::Operation* calledOperation(const project::Project& project, const ElementRef& element);
/// The names that an element can give values in this field: arguments, or the node groups whose nodes are down. Empty
/// for other fields.
QList<DeclaredName> declaredNames(const project::Project& project, const ElementRef& element,
                                  const project::FieldDeclaration& field);

} // namespace headroom::widgets
