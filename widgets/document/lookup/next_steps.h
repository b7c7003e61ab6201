// What a project still needs before it can run.
#pragma once

#include "project/document/document.h"

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
        workload   ///< nobody starts an operation
    };
    Kind kind = Kind::role;
    QString role = {};      ///< to place, or to load
    QStringList roles = {}; ///< that need nodes

    bool operator==(const NextStep&) const = default;
};

/// In the order in which they are best done. Of a project that has all these, the checks say whether it can run.
QVector<NextStep> nextSteps(const project::Project& project);

} // namespace headroom::widgets
