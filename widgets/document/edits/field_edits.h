// Edits of the fields of elements, each one undoable step.
#pragma once

#include "widgets/document/model/field_walk.h"

#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// False if the element does not exist. A null value removes a declared field, so that its default applies.
bool setField(DocumentModel& model, const ElementRef& element, const QString& field, const project::Json& value);
/// Sets the value of a generic parameter.
bool setParameter(DocumentModel& model, const QString& name, const project::Json& value);
/// Sets several fields as one step, and copies roles of libraries into the project for it; false if one does not
/// exist. Consecutive steps with the same `typing` (not −1) and the same fields are merged.
bool setFields(DocumentModel& model, const QString& text, const std::vector<FieldEdit>& edits, int typing = -1);
/// Undoes the last step if it was made with this `typing`; false if it was another one.
bool undoTyping(DocumentModel& model, int typing);

} // namespace headroom::widgets
