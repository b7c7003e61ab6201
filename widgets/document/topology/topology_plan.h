// The topology in numbers for the current parameters: the number of nodes of each group, their racks, and the sizes of
// a generated fabric. Used by the drawing, the rack view and the fabric form.
#pragma once

#include "project/library/components.h"
#include "project/resolve/fabric_plan.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace headroom::project {
struct NodeGroup;
struct Project;
} // namespace headroom::project

namespace headroom::widgets {

/// Consecutive nodes of a group in a rack.
struct RackSpan
{
    int group = 0; ///< index of the node group
    int first = 0; ///< index of the first node in its group
    int count = 0;
};

/// A rack and the nodes in it.
struct Rack
{
    QString name;       ///< the groups' field `rack`, or else the name of the switch; "No rack" without either
    QString switchName; ///< the switch to which its nodes are linked; empty if not known
    QVector<RackSpan> spans;
    int nodes() const;
};

/// The numbers of a topology.
struct TopologyPlan
{
    QVector<int> nodes;         ///< by node group
    QVector<QStringList> roles; ///< that the nodes of each group run, see rolesRunBy()
    /// In a generated fabric, one rack for each leaf switch with nodes. Otherwise racks follow from the groups' field
    /// `rack`, or else from the first switch that a group is linked to.
    QVector<Rack> racks;
    bool generated = false;
    project::FabricNumbersAsked asked;
    project::FabricPlan fabric; ///< of a generated fabric
};

/// Computes the plan with the fabric of this id; with no fabric if the id is unknown.
TopologyPlan planTopology(const project::Project& project, const project::ComponentLibrary& library,
                          const QString& fabric);

/// The name of a node in a run: "storage-3", or the group's id alone if it has one node.
QString nodeName(const project::NodeGroup& group, int index, int count);

} // namespace headroom::widgets
