// Adds parts dragged from the palette to the topology: a device to the group at that point, a group or a switch to the
// canvas.
#pragma once

#include "widgets/diagram/topology/scene/topology_scene.h"

class QMimeData;

namespace headroom::widgets {

/// The part that a drag from the palette carries.
struct DraggedPart
{
    QString kind, component;
};
/// Both fields are empty if the data are not from our palette.
DraggedPart draggedPart(const QMimeData& data);

/// Adds a part where it was dropped. Returns why it was refused; empty on success.
QString dropPart(TopologyScene& scene, const QString& kind, const QString& component, const QPointF& point);
/// The same for the selected group or switch. Without a selection, the part is added at this point, or at the nearest
/// free place.
QString insertPart(TopologyScene& scene, const QString& kind, const QString& component, const QPointF& middle);

} // namespace headroom::widgets
