// A field that names an element may also ask for a new one.
#pragma once

#include "widgets/document/field_walk.h"

#include <QList>

namespace headroom::widgets {

class DocumentModel;

/// The value in a list of candidates that stands for a new element.
inline constexpr const char* newElement = "\n";

/// The title of that candidate ("New cache"); empty if the field of the element cannot ask for one.
QString newElementTitle(const project::Project& project, const ElementRef& element,
                        const project::FieldDeclaration& field);
/// Adds the element that the field of the first of these elements asks for, and names it in all: one step.
void nameNewElement(DocumentModel& model, const QList<ElementRef>& elements, const project::FieldDeclaration& field);

} // namespace headroom::widgets
