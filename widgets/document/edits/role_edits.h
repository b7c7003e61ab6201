// Roles and operations that come, go or have another name; each edit is one undoable step.
#pragma once

#include "widgets/document/document_model.h"

namespace headroom::widgets {

/// Where a new role comes from.
enum class RoleUse
{
    linked, ///< as the library has it; changes of the library are followed
    copied  ///< the project's own from now on
};

/// Why a role or operation may not be called so; empty if it may. `operation` empty: the role's own name.
QString roleNameRefusal(const project::Project& project, const QString& name);
QString operationNameRefusal(const project::Project& project, const QString& role, const QString& name);

/// The same of a role or operation that has another name now.
QString roleRenameRefusal(const project::Project& project, const QString& role, const QString& name);
QString operationRenameRefusal(const project::Project& project, const QString& role, const QString& operation,
                               const QString& name);

/// An empty role of the project's own; false if the name is refused.
bool addRole(DocumentModel& model, const QString& name);
/// A role of a library, with its positions; its name in the project (the library's, numbered if that is taken).
QString addLibraryRole(DocumentModel& model, const project::BehaviourLibrary& library, const std::string& role,
                       RoleUse use);
/// An operation with a start that leads to a reply; false if the name is refused.
bool addOperation(DocumentModel& model, const QString& role, const QString& name);

/// Every use follows: calls, nodes that carry the role, workloads, places in the drawings.
bool renameRole(DocumentModel& model, const QString& role, const QString& name);
bool renameOperation(DocumentModel& model, const QString& role, const QString& operation, const QString& name);

/// Nodes no longer carry the role. Calls and workloads that name it stay, for the checks to point at.
bool deleteRole(DocumentModel& model, const QString& role);
bool deleteOperation(DocumentModel& model, const QString& role, const QString& operation);

/// Whether a role stands in a library and is used as it is.
bool isLinkedRole(const project::Project& project, const QString& role);
/// Makes a linked role the project's own.
bool copyRole(DocumentModel& model, const QString& role);
/// Takes what a library says instead of the project's own role; what was changed in it is left behind.
bool linkRole(DocumentModel& model, const QString& role, const project::BehaviourLibrary& library,
              const std::string& libraryRole);

} // namespace headroom::widgets
