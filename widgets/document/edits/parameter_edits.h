// The edits of a document that concern its generic parameters, each one undoable step.
#pragma once

#include "widgets/document/document_model.h"

namespace headroom::widgets {

/// structureChanged() tells this path when parameters come, go, get another name, type or order.
inline const QString parametersPath = QStringLiteral("parameters");

/// Adds a parameter under a new name, which it returns, behind the last one.
QString addParameter(DocumentModel& model, project::Parameter added);
/// Why a parameter may not be called so; empty if it may.
QString renameRefusal(const project::Project& project, const QString& from, const QString& to);
/// Every field that names it follows. False if it is refused.
bool renameParameter(DocumentModel& model, const QString& from, const QString& to);
/// To this place in the list; places beyond the ends are the ends.
void moveParameter(DocumentModel& model, const QString& name, int index);
/// Fields that name it stay as they are, and the checks say so.
void deleteParameter(DocumentModel& model, const QString& name);
/// Everything but the name. Steps with the same `typing` (not −1) that follow each other are one.
void replaceParameter(DocumentModel& model, const project::Parameter& parameter, const QString& text, int typing = -1);

} // namespace headroom::widgets
