// Additional entries in the context menu of a node group or of a part inside it.
#pragma once

#include "widgets/diagram/topology/boxes/group_item.h"

class QMenu;

namespace headroom::widgets {

class TopologyScene;

class TopologyMenu
{
public:
    explicit TopologyMenu(TopologyScene& scene) : scene_(scene) {}

    /// Adds the entries for the selection.
    void addTo(QMenu& menu);

private:
    void addForGroup(QMenu& menu, const QString& group);
    void addDevices(QMenu& menu, const QString& group);
    void addRoles(QMenu& menu, const QString& group);
    void addForPart(QMenu& menu, const PartOfGroup& chosen);
    void addVolumesToBind(QMenu& menu, const PartOfGroup& device);
    void addControllers(QMenu& menu, const PartOfGroup& chosen);
    void addDevicesToBind(QMenu& menu, const PartOfGroup& volume);
    QVector<GroupPart> others(const PartOfGroup& chosen, GroupPart::Kind kind) const;

    TopologyScene& scene_;
};

} // namespace headroom::widgets
