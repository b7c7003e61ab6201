// Adds, deletes and renames roles and operations; each edit is one undoable step.
#pragma once

#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// Use of a role of a library.
enum class RoleUse
{
    linked, ///< as the library defines it; changes of the library apply
    copied  ///< copied into the project
};

/// Reason why this name cannot be used for a new role or operation; empty if it can.
QString roleNameRefusal(const project::Project& project, const QString& name);
QString operationNameRefusal(const project::Project& project, const QString& role, const QString& name);

/// Reason why a role or operation cannot be renamed; empty if it can. As above.
QString roleRenameRefusal(const project::Project& project, const QString& role, const QString& name);
QString operationRenameRefusal(const project::Project& project, const QString& role, const QString& operation,
                               const QString& name);

/// Adds an empty role; false if the name is refused.
bool addRole(DocumentModel& model, const QString& name);
/// Adds a role of a library with its positions. Returns its name in the project: the library's, with a number if that
/// is used already.
QString addLibraryRole(DocumentModel& model, const project::BehaviourLibrary& library, const std::string& role,
                       RoleUse use);
/// Adds an operation with a start that leads to a reply; false if the name is refused.
bool addOperation(DocumentModel& model, const QString& role, const QString& name);

/// Renames a role in all its uses: calls, nodes, workloads, positions in the drawings.
bool renameRole(DocumentModel& model, const QString& role, const QString& name);
bool renameOperation(DocumentModel& model, const QString& role, const QString& operation, const QString& name);

/// Deletes a role and removes it from all nodes. Calls and workloads that name it do not change; the checks report
/// them.
bool deleteRole(DocumentModel& model, const QString& role);
bool deleteOperation(DocumentModel& model, const QString& role, const QString& operation);

/// True if a role comes from a library and is not copied.
bool isLinkedRole(const project::Project& project, const QString& role);
/// Copies a linked role into the project.
bool copyRole(DocumentModel& model, const QString& role);
/// Replaces the project's own role with the library's role; changes made to the own role are lost.
bool linkRole(DocumentModel& model, const QString& role, const project::BehaviourLibrary& library,
              const std::string& libraryRole);

} // namespace headroom::widgets
