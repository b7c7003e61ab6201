// Where wires begin and end at a box.
#pragma once

#include "widgets/diagram/geometry/router.h"

#include <QString>

namespace headroom::widgets {

struct Port
{
    QString name;
    QString label;
    QString meaning;
    QPointF place; ///< in the box's coordinates
    Side side = Side::right;
    bool output = true;
    bool wired = false;
};

/// The port of a box, by ids.
struct PortAddress
{
    QString box;
    QString port;
    bool output = true;
    bool operator==(const PortAddress&) const = default;
};

} // namespace headroom::widgets
