// What the property inspector shows of an element: its kind, name, declared fields and the values that were set.
#pragma once

#include "project/library/components.h"
#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/element_ref.h"
#include "widgets/parameters/property_inspector.h"

#include <optional>
#include <set>

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
/// Several elements as one: the fields that all of them have, with the values that all of them agree in.
struct SharedSubject : Subject
{
    std::set<std::string> mixed; ///< fields in which they differ
};
std::optional<SharedSubject> sharedSubject(const project::Project& project, const QList<widgets::ElementRef>& elements);

/// Whose field it is: a role's form shows its bindings and its own description together.
widgets::ElementRef ownerOf(const project::Project& project, const widgets::ElementRef& element, const QString& field);
/// A value of the form as the document holds it: volumes typed in one line, arguments as names with types.
project::Json storedValue(const project::Project& project, const widgets::ElementRef& element, const QString& field,
                          const project::Json& value);

/// What a field may name: roles, operations, components ...
QList<widgets::PropertyInspector::Candidate> candidatesFor(const project::Project& project,
                                                           const project::ComponentLibrary& library,
                                                           const widgets::ElementRef& element,
                                                           const project::FieldDeclaration& field);

/// The result of an expression that is constant; empty where it depends on a request.
QString previewOf(const project::Project& project, const project::ComponentLibrary& library,
                  const widgets::ElementRef& element, const project::FieldDeclaration& field,
                  const QString& expression);

/// A parameter's value as people read it: a component by its model.
QString displayOf(const project::ComponentLibrary& library, const project::Json& value);
/// What is in a field that may name a parameter instead: then that one's value.
QString displayOf(const project::Project& project, const project::ComponentLibrary& library,
                  const project::Json& value);

} // namespace headroom::app
