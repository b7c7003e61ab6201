// Makes a generic parameter of a field: the parameter gets the field's value, and the field names the parameter.
#pragma once

#include "project/library/components.h"
#include "project/vocabulary/declarations.h"
#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// True if a field of this kind of element may name a generic parameter instead of a value.
bool mayBeParameter(const ElementRef& element, const project::FieldDeclaration& field);

/// The generic parameter that the field of an element names; empty if it has a value or an expression.
QString parameterNamedBy(const project::Project& project, const project::FieldDeclaration& field,
                         const project::Json& value);

/// Adds a parameter with this value, and lets the fields name it, as one undoable step.
struct MadeParameter
{
    QString name; ///< of the new parameter; empty if none was made
    QString why;  ///< a sentence: why none was made
};
/// `value`: the field's value in all elements; null: its default. The elements are the owners of the field. The name is
/// made of the first element's and the field's.
MadeParameter makeParameter(DocumentModel& model, const project::ComponentLibrary& library,
                            const QList<ElementRef>& elements, const project::FieldDeclaration& field,
                            const project::Json& value);

} // namespace headroom::widgets
