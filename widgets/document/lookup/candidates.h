// What a field of an element may name, what an expression in it comes to, and how people read its value.
#pragma once

#include "project/library/components.h"
#include "project/vocabulary/declarations.h"
#include "widgets/document/element_ref.h"

#include <QList>
#include <QString>

namespace headroom::widgets {

/// What a field that names something else may hold: a role, an operation, a volume, a component's id with its title ...
struct Candidate
{
    QString value, title;
};

/// What a field may name: roles, operations, components ...
QList<Candidate> candidatesFor(const project::Project& project, const project::ComponentLibrary& library,
                               const ElementRef& element, const project::FieldDeclaration& field);

/// The result of an expression that is constant; empty where it depends on a request.
QString previewOf(const project::Project& project, const project::ComponentLibrary& library, const ElementRef& element,
                  const project::FieldDeclaration& field, const QString& expression);

/// A parameter's value as people read it: a component by its model.
QString displayOf(const project::ComponentLibrary& library, const project::Json& value);
/// What is in a field that may name a parameter instead: then that one's value.
QString displayOf(const project::Project& project, const project::ComponentLibrary& library,
                  const project::Json& value);

} // namespace headroom::widgets
