// The topology in numbers, as its parameters stand: how many nodes each group has, which rack they stand in, and what a
// generated fabric comes to. For the drawing, the rack view and the fabric's form.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"
#include "project/resolve/fabric_plan.h"

#include <QString>
#include <QVector>

#include <optional>

namespace headroom::widgets {

/// Some nodes of a group, side by side in a rack.
struct RackSpan
{
    int group = 0; ///< index of the node group
    int first = 0; ///< of its nodes
    int count = 0;
};

struct Rack
{
    QString name;       ///< what it is called: the groups' field, else its switch
    QString switchName; ///< the switch its nodes hang on; empty: none is known
    QVector<RackSpan> spans;
    int nodes() const;
};

struct TopologyPlan
{
    QVector<int> nodes; ///< by node group
    /// In a generated fabric one for each leaf switch that nodes hang on; else by the groups' field `rack`, and by the
    /// first switch that a group is linked to.
    QVector<Rack> racks;
    bool generated = false;
    project::FabricNumbersAsked asked;
    project::FabricPlan fabric; ///< of a generated fabric
};

/// With the fabric of this id; an unknown one stands for none.
TopologyPlan planTopology(const project::Project& project, const project::ComponentLibrary& library,
                          const QString& fabric);

/// Nodes of a group as a run calls them: "storage-3", or the group's id alone if it has one node.
QString nodeName(const project::NodeGroup& group, int index, int count);

} // namespace headroom::widgets
