// Adding to the topology what is dragged from its palette: a device into the group there, a group or a switch onto the
// canvas.
#pragma once

#include "widgets/diagram/topology/topology_scene.h"

class QMimeData;

namespace headroom::widgets {

struct DraggedPart
{
    QString kind, component;
};
/// Both empty if it is none of ours.
DraggedPart draggedPart(const QMimeData& data);

/// Puts a part where it is dropped. Says why not; empty if it was done.
QString dropPart(TopologyScene& scene, const QString& kind, const QString& component, const QPointF& point);
/// The same for the group or switch that is selected; else for this place, or the nearest that is free.
QString insertPart(TopologyScene& scene, const QString& kind, const QString& component, const QPointF& middle);

} // namespace headroom::widgets
