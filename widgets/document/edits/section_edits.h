// The edits of a document that concern what stands in lists of its own: workloads and their operations, selectors,
// disturbances, state items. Each is one undoable step.
#pragma once

#include "widgets/document/document_model.h"

namespace headroom::widgets {

/// structureChanged() tells this path when one of these comes, goes or has another name.
inline const QString sectionsPath = QStringLiteral("sections");

/// Asks for all operations of the role, in equal shares; the new workload's id.
QString addWorkload(DocumentModel& model, const QString& role);
/// False if the workload starts the operation already.
bool addShare(DocumentModel& model, const QString& workload, const QString& operation);
QString addSelector(DocumentModel& model);
QString addDisturbance(DocumentModel& model);
/// `type`: slots, cache, queue or barrier.
QString addState(DocumentModel& model, const QString& role, const QString& type);

/// Whether elements of this kind are deleted and renamed here.
bool isListed(ElementKind kind);
/// Fields that name it stay as they are, and the checks say so.
void deleteListed(DocumentModel& model, const ElementRef& element);
/// Why a workload, selector, disturbance or state item may not be called so; empty if it may.
QString renameRefusal(const project::Project& project, const ElementRef& element, const QString& to);
/// Fields that name it follow. False if it is refused.
bool renameListed(DocumentModel& model, const ElementRef& element, const QString& to);

} // namespace headroom::widgets
