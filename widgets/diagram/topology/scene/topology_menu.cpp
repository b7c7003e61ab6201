#include "widgets/diagram/topology/scene/topology_menu.h"

#include "widgets/diagram/topology/boxes/part_kinds.h"
#include "widgets/diagram/topology/scene/topology_scene.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/edits/topology_edits.h"
#include "widgets/document/edits/topology_parts.h"
#include "widgets/document/model/by_id.h"
#include "widgets/theme/text.h"
#include "widgets/theme/theme.h"

#include <QMenu>
#include <algorithm>

namespace headroom::widgets {

using Kind = GroupPart::Kind;

namespace {

/// "data · 14 × SSD DC S3700 800 GB"
QString nameAndText(const GroupPart& part)
{
    return part.id + " · " + part.text;
}

} // namespace

void TopologyMenu::addTo(QMenu& menu)
{
    const QStringList selected = scene_.selectedBoxes();
    if (selected.size() != 1 || !scene_.isGroup(selected.first()) || !scene_.drawn().selectedWires().isEmpty())
        return;
    menu.addSeparator();
    if (scene_.chosenPart())
        addForPart(menu, *scene_.chosenPart());
    else
        addForGroup(menu, selected.first());
}

void TopologyMenu::addForGroup(QMenu& menu, const QString& group)
{
    const bool opened = scene_.isOpened(group);
    menu.addAction(opened ? TopologyScene::tr("&Close") : TopologyScene::tr("&Show nodes"), &scene_,
                   [&scene = scene_, group, opened] { scene.setOpened(group, !opened); });
    addDevices(*menu.addMenu(icon("list-add"), TopologyScene::tr("&Add")), group);
    addRoles(*menu.addMenu(TopologyScene::tr("&Roles")), group);
}

void TopologyMenu::addDevices(QMenu& menu, const QString& group)
{
    for (const PartKind& kind : partKinds()) {
        if (!isDeviceKind(kind.name))
            continue;
        menu.addAction(icon(kind.icon), kind.label, &scene_, [&scene = scene_, group, name = kind.name] {
            if (const auto added = addPart(scene.model(), group, name))
                scene.selectElement(*added);
        });
    }
}

void TopologyMenu::addRoles(QMenu& menu, const QString& group)
{
    const project::Project& project = scene_.model().project();
    const auto& carried = byId(project.topology.groups, group.toStdString())->roles;
    for (const auto& behaviour : project.behaviours) {
        const QString role = text(behaviour.role.id);
        QAction* action = menu.addAction(role, &scene_, [&scene = scene_, group, role](bool carries) {
            setRole(scene.model(), group, role, carries);
        });
        action->setCheckable(true);
        action->setChecked(std::find(carried.begin(), carried.end(), behaviour.role.id) != carried.end());
    }
    menu.setEnabled(!menu.isEmpty());
}

void TopologyMenu::addForPart(QMenu& menu, const PartOfGroup& chosen)
{
    switch (chosen.part.kind) {
    case Kind::device:
        addVolumesToBind(*menu.addMenu(TopologyScene::tr("&Bind volume")), chosen);
        addControllers(*menu.addMenu(TopologyScene::tr("&Hang on")), chosen);
        break;
    case Kind::controller:
        addControllers(*menu.addMenu(TopologyScene::tr("&Hang on")), chosen);
        break;
    case Kind::volume:
    case Kind::unbound:
        addDevicesToBind(*menu.addMenu(TopologyScene::tr("&Bind to")), chosen);
        break;
    case Kind::role:
        break;
    }
}

/// The other parts of this kind in the group.
QVector<GroupPart> TopologyMenu::others(const PartOfGroup& chosen, GroupPart::Kind kind) const
{
    QVector<GroupPart> found;
    if (const auto* group = dynamic_cast<GroupItem*>(scene_.box(chosen.group)))
        for (const GroupPart& part : group->texts().parts)
            if (part.kind == kind && part.id != chosen.part.id)
                found.append(part);
    return found;
}

void TopologyMenu::addVolumesToBind(QMenu& menu, const PartOfGroup& device)
{
    for (const GroupPart& volume : others(device, Kind::unbound))
        menu.addAction(volume.id, &scene_, [&scene = scene_, device, id = volume.id] {
            bindVolume(scene.model(), device.group, id, device.part.id);
        });
    menu.setEnabled(!menu.isEmpty());
}

void TopologyMenu::addControllers(QMenu& menu, const PartOfGroup& chosen)
{
    const char* field = chosen.part.kind == Kind::device ? "controller" : "behind";
    const auto hangOn = [&scene = scene_, element = chosen.element(), field](const project::Json& controller) {
        setField(scene.model(), element, field, controller);
    };
    for (const GroupPart& controller : others(chosen, Kind::controller))
        menu.addAction(nameAndText(controller), &scene_,
                       [hangOn, id = controller.id.toStdString()] { hangOn(project::Json(id)); });
    menu.addAction(TopologyScene::tr("Nothing"), &scene_, [hangOn] { hangOn(project::Json()); });
}

void TopologyMenu::addDevicesToBind(QMenu& menu, const PartOfGroup& volume)
{
    for (const GroupPart& devices : others(volume, Kind::device))
        menu.addAction(nameAndText(devices), &scene_, [&scene = scene_, volume, id = devices.id] {
            bindVolume(scene.model(), volume.group, volume.part.id, id);
        });
}

} // namespace headroom::widgets
