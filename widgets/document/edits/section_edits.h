// Edits of the lists in a document: sections such as workloads, goals and studies, the operations of workloads, state
// items, and parts of the topology that are renamed by their ids. Each is one undoable step. What is allowed for which
// elements is said by the row of their list in the description of the document (project/structure/members.h).
#pragma once

#include "project/structure/rows.h"
#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// structureChanged() emits this path when one of these is added, deleted or renamed.
inline const QString sectionsPath = QStringLiteral("sections");

/// Adds an element to a section whose row says Adding::plain. Returns its id; `wanted` is the one it gets if no other
/// has it.
QString addElement(DocumentModel& model, ElementKind kind, const QString& wanted = {});
/// Adds a workload that starts all operations of the role in equal shares. Returns its id.
QString addWorkload(DocumentModel& model, const QString& role);
/// False if the workload already starts the operation.
bool addShare(DocumentModel& model, const QString& workload, const QString& operation);
/// A study of these axes, all combinations of their values. Returns its id.
QString addStudy(DocumentModel& model, const std::vector<project::StudyAxis>& space);
/// `type`: one of those that stateFields() declares. Returns the id, which is `wanted` if no other has it.
QString addState(DocumentModel& model, const QString& role, const QString& type, const QString& wanted = {});

/// Takes prices into the project's list; those of other parts stay.
void takePrices(DocumentModel& model, const std::vector<project::PartPrice>& prices);

/// Replaces everything of a study but its id.
void replaceStudy(DocumentModel& model, const project::Study& study, const QString& text);

/// True if deleteElement() deletes elements of this kind.
bool isDeletable(ElementKind kind);
/// Fields that name the element do not change; the checks report them.
void deleteElement(DocumentModel& model, const ElementRef& element);

/// How elements of this kind are renamed.
project::Renaming renamingOf(ElementKind kind);
/// Why this id cannot be used for an element; empty if it can. Ids are unique in their list.
QString renameRefusal(const project::Project& project, const ElementRef& element, const QString& to);
/// Changes the id of an element, and all that name it. False if it is refused, or if the id cannot be changed.
bool renameElement(DocumentModel& model, const ElementRef& element, const QString& to);

} // namespace headroom::widgets
