// Steps that a project still needs before it can run.
#pragma once

#include "project/document/document.h"
#include "project/document/finding.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace headroom::widgets {

struct NextStep
{
    enum class Kind
    {
        role,      ///< there is no software
        operation, ///< no role has an operation
        nodes,     ///< there is no hardware
        roleNodes, ///< several roles that take part run on no nodes
        placement, ///< a role that takes part runs on no nodes
        storage,   ///< volumes of the roles of nodes lie on no devices
        network,   ///< several nodes, not all of them linked
        component, ///< devices or a switch have no kind, or nodes no adapters
        workload   ///< nobody starts an operation
    };
    Kind kind = Kind::role;
    QString role = {};      ///< to place, or to load
    QStringList roles = {}; ///< that need nodes
    QString field = {};     ///< JSON pointer of the field that names the missing component
    QString group = {};     ///< nodes with volumes that lie on no devices
    QStringList volumes = {};
    QStringList devices = {}; ///< of those nodes; the volumes can lie on any of them

    bool operator==(const NextStep&) const = default;
};

/// In the order in which they are best done. `findings` of the checks say what devices and the network lack. If a
/// project has all these, the checks say whether it can run.
QVector<NextStep> nextSteps(const project::Project& project, const project::Findings& findings = {});

} // namespace headroom::widgets
