#include "widgets/document/edits/role_edits.h"
#include "project/file/json_writer.h"
#include "project/structure/references.h"

#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/model/rewrite_command.h"

#include <algorithm>

namespace headroom::widgets {

using project::Behaviour;
using project::Json;
using project::Project;

namespace {

QString nameFault(const QString& name)
{
    if (name.trimmed().isEmpty())
        return DocumentModel::tr("Give it a name.");
    if (name != name.trimmed() || name.contains('/') || name.contains('.'))
        return DocumentModel::tr("A name has no slash, no dot and no space at its ends.");
    return {};
}

/// Calls `see` with each block of a diagram, also inside groups.
template <typename See>
void forEachBlock(const project::Diagram& diagram, const See& see)
{
    for (const auto& block : diagram.blocks) {
        see(block);
        for (const auto& inner : block.inner)
            forEachBlock(inner, see);
    }
}

/// Calls `see` with each block of the roles from libraries, which must not be changed.
template <typename See>
void forEachLinkedBlock(const Project& project, const See& see)
{
    for (const auto& behaviour : project.behaviours)
        if (behaviour.reference)
            for (const auto& operation : behaviour.role.operations)
                for (const auto& diagram : operation.diagrams)
                    forEachBlock(diagram, see);
}

bool names(const project::Block& block, const char* field, const QString& name)
{
    const auto found = block.fields.find(field);
    return found != block.fields.end() && *found == name.toStdString();
}

/// Reason why a role or operation that linked roles call cannot be renamed.
QString linkedUse(const Project& project, const QString& role, const QString& operation)
{
    bool used = false;
    forEachLinkedBlock(project, [&](const project::Block& block) {
        used |= names(block, "role", role) && (operation.isEmpty() || names(block, "operation", operation));
    });
    return used ? DocumentModel::tr(
                      "A role from a library calls it by this name. Copy that role into the project first.")
                : QString();
}

void renamePaths(Project& project, const std::string& was, const std::string& name)
{
    project::renameDrawings(project.view, [&](const std::string& path) -> std::optional<std::string> {
        if (path == was || path.starts_with(was + '/'))
            return name + path.substr(was.size());
        return std::nullopt;
    });
}

bool rewrite(DocumentModel& model, const QString& text, const QString& ownRole, std::function<void(Project&)> change)
{
    QUndoCommand* edit = ModelAccess::begin(model, text, ownRole);
    new RewriteCommand(model, {rolesPath, topologyPath}, std::move(change), edit);
    ModelAccess::push(model, edit);
    return true;
}

const Behaviour* roleNamed(const Project& project, const QString& role)
{
    return project::findBehaviour(project, role.toStdString());
}

/// A library's role with its name in the project.
Behaviour behaviourOf(const project::BehaviourLibrary& library, const project::Role& role, const std::string& name)
{
    Behaviour behaviour;
    behaviour.role = role;
    behaviour.role.id = name;
    behaviour.reference = project::LibraryReference{library.id, role.id, project::contentHash(role)};
    return behaviour;
}

const project::Role* roleIn(const project::BehaviourLibrary& library, const std::string& id)
{
    const auto found =
        std::find_if(library.roles.begin(), library.roles.end(), [&](const auto& role) { return role.id == id; });
    return found == library.roles.end() ? nullptr : &*found;
}

/// Copies the library's box positions into the project.
void takePositions(Project& project, const project::BehaviourLibrary& library, const std::string& from,
                   const std::string& to)
{
    for (const auto& [path, drawing] : library.view.drawings)
        if (path.starts_with(from + '/') && drawing.positions)
            project.view.drawings[to + path.substr(from.size())].positions = drawing.positions;
}

} // namespace

QString roleNameRefusal(const Project& project, const QString& name)
{
    if (roleNamed(project, name))
        return DocumentModel::tr("There is a role “%1” already.").arg(name);
    return nameFault(name);
}

QString operationNameRefusal(const Project& project, const QString& role, const QString& name)
{
    const Behaviour* behaviour = roleNamed(project, role);
    if (!behaviour)
        return DocumentModel::tr("There is no role “%1”.").arg(role);
    if (project::findOperation(behaviour->role, name.toStdString()))
        return DocumentModel::tr("“%1” has an operation “%2” already.").arg(role, name);
    return nameFault(name);
}

QString roleRenameRefusal(const Project& project, const QString& role, const QString& name)
{
    const QString why = roleNameRefusal(project, name);
    return why.isEmpty() ? linkedUse(project, role, {}) : why;
}

QString operationRenameRefusal(const Project& project, const QString& role, const QString& operation,
                               const QString& name)
{
    const QString why = operationNameRefusal(project, role, name);
    return why.isEmpty() ? linkedUse(project, role, operation) : why;
}

bool addRole(DocumentModel& model, const QString& name)
{
    if (!roleNameRefusal(model.project(), name).isEmpty())
        return false;
    return rewrite(model, DocumentModel::tr("Add role %1").arg(name), {}, [id = name.toStdString()](Project& project) {
        Behaviour behaviour;
        behaviour.role.id = id;
        project.behaviours.push_back(std::move(behaviour));
    });
}

QString addLibraryRole(DocumentModel& model, const project::BehaviourLibrary& library, const std::string& id,
                       RoleUse use)
{
    const project::Role* role = roleIn(library, id);
    if (!role)
        return {};
    QString name = QString::fromStdString(id);
    for (int number = 2; roleNamed(model.project(), name); ++number)
        name = QString::fromStdString(id) + '-' + QString::number(number);
    Behaviour added = behaviourOf(library, *role, name.toStdString());
    if (use == RoleUse::copied)
        added.reference.reset();
    rewrite(model,
            use == RoleUse::linked ? DocumentModel::tr("Link role %1").arg(name)
                                   : DocumentModel::tr("Copy role %1 into the project").arg(name),
            {}, [added, use, library, id](Project& project) {
                if (use == RoleUse::copied)
                    takePositions(project, library, id, added.role.id);
                project.behaviours.push_back(added);
            });
    return name;
}

bool addOperation(DocumentModel& model, const QString& role, const QString& name)
{
    if (!operationNameRefusal(model.project(), role, name).isEmpty())
        return false;
    return rewrite(
        model, DocumentModel::tr("Add operation %1 to %2").arg(name, role), role,
        [role = role.toStdString(), name = name.toStdString()](Project& project) {
            project::Operation operation;
            operation.id = name;
            project::Diagram diagram;
            diagram.id = "full";
            diagram.blocks = {{"start", "start", "", Json::object(), {}}, {"reply", "reply", "", Json::object(), {}}};
            diagram.wires = {{"start", "next", "reply", "in", Json::object()}};
            operation.diagrams.push_back(std::move(diagram));
            project::findBehaviour(project, role)->role.operations.push_back(std::move(operation));
        });
}

bool renameRole(DocumentModel& model, const QString& role, const QString& name)
{
    if (!roleNamed(model.project(), role) || !roleRenameRefusal(model.project(), role, name).isEmpty())
        return false;
    const auto change = [was = role.toStdString(), name = name.toStdString()](Project& project) {
        project::findBehaviour(project, was)->role.id = name;
        project::renameReferences(project, project::ElementKind::role, {was}, name);
        renamePaths(project, was, name);
    };
    return rewrite(model, DocumentModel::tr("Rename %1 to %2").arg(role, name), {}, change);
}

bool renameOperation(DocumentModel& model, const QString& role, const QString& operation, const QString& name)
{
    const Behaviour* behaviour = roleNamed(model.project(), role);
    if (!behaviour || !project::findOperation(behaviour->role, operation.toStdString()) ||
        !operationRenameRefusal(model.project(), role, operation, name).isEmpty())
        return false;
    const auto change = [role = role.toStdString(), was = operation.toStdString(),
                         name = name.toStdString()](Project& project) {
        for (auto& each : project::findBehaviour(project, role)->role.operations)
            if (each.id == was)
                each.id = name;
        project::renameReferences(project, project::ElementKind::operation, {role, was}, name);
        renamePaths(project, role + '/' + was, role + '/' + name);
    };
    return rewrite(model, DocumentModel::tr("Rename %1 to %2").arg(operation, name), role, change);
}

bool deleteRole(DocumentModel& model, const QString& role)
{
    if (!roleNamed(model.project(), role))
        return false;
    return rewrite(model, DocumentModel::tr("Delete role %1").arg(role), {},
                   [id = role.toStdString()](Project& project) {
                       std::erase_if(project.behaviours, [&](const Behaviour& each) { return each.role.id == id; });
                       for (auto& group : project.topology.groups)
                           std::erase(group.roles, id);
                       project::dropDrawingsBelow(project.view, id);
                   });
}

bool deleteOperation(DocumentModel& model, const QString& role, const QString& operation)
{
    const Behaviour* behaviour = roleNamed(model.project(), role);
    if (!behaviour || !project::findOperation(behaviour->role, operation.toStdString()))
        return false;
    return rewrite(model, DocumentModel::tr("Delete operation %1 of %2").arg(operation, role), role,
                   [role = role.toStdString(), operation = operation.toStdString()](Project& project) {
                       std::erase_if(project::findBehaviour(project, role)->role.operations,
                                     [&](const auto& each) { return each.id == operation; });
                       project::dropDrawingsBelow(project.view, role + '/' + operation);
                   });
}

bool isLinkedRole(const Project& project, const QString& role)
{
    const Behaviour* behaviour = roleNamed(project, role);
    return behaviour && behaviour->reference;
}

bool copyRole(DocumentModel& model, const QString& role)
{
    if (!isLinkedRole(model.project(), role))
        return false;
    QUndoCommand* edit = ModelAccess::begin(model, DocumentModel::tr("Copy role %1 into the project").arg(role), role);
    ModelAccess::push(model, edit);
    return true;
}

bool linkRole(DocumentModel& model, const QString& role, const project::BehaviourLibrary& library,
              const std::string& libraryRole)
{
    const project::Role* found = roleIn(library, libraryRole);
    if (!roleNamed(model.project(), role) || !found || isLinkedRole(model.project(), role))
        return false;
    return rewrite(model, DocumentModel::tr("Use %1 as the library has it").arg(role), {},
                   [linked = behaviourOf(library, *found, role.toStdString())](Project& project) {
                       Behaviour& behaviour = *project::findBehaviour(project, linked.role.id);
                       behaviour.role = linked.role;
                       behaviour.reference = linked.reference;
                       project::dropDrawingsBelow(project.view, linked.role.id);
                   });
}

} // namespace headroom::widgets
