// Edits of the lists in a document: workloads and their operations, selectors, disturbances, derived results, goals,
// studies, state items. Each is one undoable step.
#pragma once

#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// structureChanged() emits this path when one of these is added, deleted or renamed.
inline const QString sectionsPath = QStringLiteral("sections");

/// Adds a workload that starts all operations of the role in equal shares. Returns its id.
QString addWorkload(DocumentModel& model, const QString& role);
/// False if the workload already starts the operation.
bool addShare(DocumentModel& model, const QString& workload, const QString& operation);
/// These return the new element's id; `wanted` is the one it gets if no other has it.
QString addSelector(DocumentModel& model);
QString addSelector(DocumentModel& model, const QString& wanted);
QString addDisturbance(DocumentModel& model);
QString addDistribution(DocumentModel& model);
QString addResult(DocumentModel& model);
QString addGoal(DocumentModel& model);
/// A study of these axes, all combinations of their values.
QString addStudy(DocumentModel& model, const std::vector<project::StudyAxis>& space);
/// `type`: one of those that stateFields() declares.
QString addState(DocumentModel& model, const QString& role, const QString& type, const QString& wanted = {});

/// A parameter with the values that a study proposes: the ticked alternatives, or else all, or else the present value.
project::StudyAxis usualAxis(const project::Parameter& parameter);
/// The parameters that a new study varies: those with ticked alternatives, or else the first that has alternatives, or
/// else the first. Empty if the project has no parameters.
std::vector<project::StudyAxis> usualSpace(const project::Project& project);
/// Replaces everything of a study but its id.
void replaceStudy(DocumentModel& model, const project::Study& study, const QString& text);

/// True if elements of this kind are deleted and renamed here.
bool isListed(ElementKind kind);
/// Fields that name the element do not change; the checks report them.
void deleteListed(DocumentModel& model, const ElementRef& element);
/// Reason why this name cannot be used for an element of these; empty if it can.
QString renameRefusal(const project::Project& project, const ElementRef& element, const QString& to);
/// Renames an element and all fields that name it. False if it is refused.
bool renameListed(DocumentModel& model, const ElementRef& element, const QString& to);

} // namespace headroom::widgets
