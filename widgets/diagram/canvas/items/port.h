// Ports: the points of a box where wires start and end.
#pragma once

#include "widgets/diagram/geometry/router.h"

#include <QString>

namespace headroom::widgets {

/// Where the name of an output on the right side stands.
enum class NamePlace
{
    above, ///< above its wire
    below,
    hidden ///< there is no room
};

/// A port of a box.
struct Port
{
    QString name;
    QString label;
    QString meaning;
    QPointF place; ///< in the box's coordinates
    Side side = Side::right;
    bool output = true;
    bool wired = false;
    NamePlace namePlace = NamePlace::above;
    qreal straight = 16; ///< length of the straight part of its wires; ports on one side may differ, as lanes do
};

/// A port, by the ids of its box and itself.
struct PortAddress
{
    QString box;
    QString port;
    bool output = true;
    bool operator==(const PortAddress&) const = default;
};

} // namespace headroom::widgets
