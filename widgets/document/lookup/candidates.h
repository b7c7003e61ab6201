// For a field of an element: the names that it may contain, the result of an expression in it, and its displayed value.
#pragma once

#include "project/library/components.h"
#include "project/vocabulary/declarations.h"
#include "widgets/document/model/element_ref.h"

#include <QList>
#include <QString>

namespace headroom::project {
struct Parameter;
struct Project;
} // namespace headroom::project

namespace headroom::widgets {

/// A name that a field may contain: a role, an operation, a volume, a component's id with its title ...
struct Candidate
{
    QString value, title;
    QString detail = {}; ///< the key figures of a component
};

/// True if the field, which names a component, may name the parameter instead.
bool mayName(const project::Parameter& parameter, const project::FieldDeclaration& field);
/// The names that a field may contain: roles, operations, components ...
QList<Candidate> candidatesFor(const project::Project& project, const project::ComponentLibrary& library,
                               const ElementRef& element, const project::FieldDeclaration& field);

/// The result of a constant expression; empty if it depends on a request.
QString previewOf(const project::Project& project, const project::ComponentLibrary& library, const ElementRef& element,
                  const project::FieldDeclaration& field, const QString& expression);

/// A parameter's value for display: a component by its model.
QString displayOf(const project::ComponentLibrary& library, const project::Json& value);
/// The displayed value of a field that may name a parameter instead, choose a component, or be an expression over
/// parameters: then what that gives now.
QString displayOf(const project::Project& project, const project::ComponentLibrary& library,
                  const project::Json& value);

} // namespace headroom::widgets
