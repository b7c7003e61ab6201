// Edits of the topology of a document: node groups, switches and links.
#pragma once

#include "widgets/document/model/document_model.h"

namespace headroom::widgets {

/// Returns the new group's id.
QString addNodeGroup(DocumentModel& model, const QPointF& position, const QString& processor = {});
/// If the project has no fabric, a drawn one is added too. Returns the switch's id; empty without such a fabric.
QString addSwitch(DocumentModel& model, const QString& fabric, const QPointF& position, const QString& component = {});
/// Reason why there can be no such link; empty if there can.
QString linkRefusal(const project::Project& project, const QString& fabric, const QString& from, const QString& to);
/// From a node group or switch to a switch; returns the link's id, empty if it is refused.
QString addLink(DocumentModel& model, const QString& fabric, const QString& from, const QString& to);
/// Deletes node groups (with their links in every fabric), and switches (with their links) and links of one fabric.
void deleteTopologyItems(DocumentModel& model, const QString& fabric, const QStringList& groupsAndSwitches,
                         const QStringList& links);
/// Sets whether the nodes of a group run a role.
void setRole(DocumentModel& model, const QString& group, const QString& role, bool carried);
/// Moves a role from one group to another, as one step.
void moveRole(DocumentModel& model, const QString& role, const QString& from, const QString& to);
/// Adds a node group for each role, which runs it and is linked to a switch of the drawn fabric. They are like those
/// that are there: same processor. The switch and the fabric are added if there are none. Returns the groups' ids.
QStringList addRoleNodes(DocumentModel& model, const QStringList& roles);
/// Links each node group that has no link to a switch of the fabric; a switch is added if there is none, and a drawn
/// fabric if the project has none. Returns the switch's id; empty if the fabric is generated.
QString linkNodes(DocumentModel& model, const QString& fabric);

} // namespace headroom::widgets
