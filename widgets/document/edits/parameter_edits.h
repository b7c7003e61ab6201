// Edits of the generic parameters of a document, each one undoable step.
#pragma once

#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// structureChanged() emits this path when parameters are added, removed, renamed or reordered, or change their type.
inline const QString parametersPath = QStringLiteral("parameters");

/// Adds a parameter at the end and returns its name. One without a name, or with the name of another, gets a new one.
QString addParameter(DocumentModel& model, project::Parameter added);
/// Reason why this name cannot be used for a parameter; empty if it can.
QString renameRefusal(const project::Project& project, const QString& from, const QString& to);
/// Renames a parameter in all fields that use it. False if it is refused.
bool renameParameter(DocumentModel& model, const QString& from, const QString& to);
/// Moves a parameter to this index, which is limited to the list.
void moveParameter(DocumentModel& model, const QString& name, int index);
/// Fields that use the parameter do not change; the checks report them.
void deleteParameter(DocumentModel& model, const QString& name);
/// Replaces everything but the name. Consecutive steps with the same `typing` (not −1) are merged.
void replaceParameter(DocumentModel& model, const project::Parameter& parameter, const QString& text, int typing = -1);

} // namespace headroom::widgets
