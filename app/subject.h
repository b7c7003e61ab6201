// What the property inspector shows of an element: its kind, name, declared fields and the values that were set.
#pragma once

#include "project/components.h"
#include "project/declarations.h"
#include "widgets/diagram/element_ref.h"
#include "widgets/parameters/property_inspector.h"

#include <optional>

namespace headroom::app {

struct Subject
{
    QString kind, name;
    bool nameEditable = false;
    project::Fields fields;
    project::Json values = project::Json::object();
};

/// Empty if the element does not exist or has no properties.
std::optional<Subject> subjectOf(const project::Project& project, const widgets::ElementRef& element);

/// What a field may name: roles, operations, components ...
QList<widgets::PropertyInspector::Candidate> candidatesFor(const project::Project& project,
                                                           const project::ComponentLibrary& library,
                                                           const widgets::ElementRef& element,
                                                           const project::FieldDeclaration& field);

/// The result of an expression that is constant; empty where it depends on a request.
QString previewOf(const project::Project& project, const project::ComponentLibrary& library,
                  const widgets::ElementRef& element, const project::FieldDeclaration& field,
                  const QString& expression);

/// A value as people read it: a parameter's value, a component by its model.
QString displayOf(const project::Project& project, const project::ComponentLibrary& library,
                  const project::Json& value);

} // namespace headroom::app
