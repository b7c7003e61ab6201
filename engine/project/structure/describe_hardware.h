// The hardware of a project: node groups and fabrics (see describe.h).
#pragma once

#include "project/structure/describing.h"

namespace headroom::project {

template <typename Visitor, Describes<Controller> Item>
void describe(Visitor& v, Item& controller)
{
    describeItem(v, controller, controllerFields());
}

template <typename Visitor, Describes<DeviceGroup> Item>
void describe(Visitor& v, Item& devices)
{
    describeItem(v, devices, deviceFields());
}

template <typename Visitor, Describes<VolumeBinding> Item>
void describe(Visitor& v, Item& binding)
{
    v.text({.key = "volume", .written = Written::required, .names = true}, binding.volume);
    v.text({.key = "devices", .written = Written::required, .refersTo = ElementKind::device}, binding.devices);
    v.names({.key = "more_devices",
             .meaning = "Further device groups that it lies on; its files are spread over the devices of all.",
             .refersTo = ElementKind::device},
            binding.moreDevices);
    v.fields(binding.fields, volumeFields());
}

template <typename Visitor, Describes<NodeGroup> Item>
void describe(Visitor& v, Item& group)
{
    v.text(idMember, group.id);
    v.text({.key = "name"}, group.name);
    v.fields(group.fields, nodeGroupFields());
    v.list({"controllers", "controller", "id", ElementKind::controller, "Controllers", Written::ifFilled, Lines::free,
            renamedOnly, "controller in this node group named"},
           group.controllers);
    v.list({"devices", "devices", "id", ElementKind::device, "Devices", Written::always, Lines::rows, renamedOnly},
           group.devices);
    v.list({"volumes", "volume", "volume", ElementKind::volume, "Volume bindings", Written::always, Lines::rows},
           group.volumes);
    v.names({.key = "roles", .written = Written::always, .lines = Lines::spread, .refersTo = ElementKind::role},
            group.roles);
}

template <typename Visitor, Describes<Switch> Item>
void describe(Visitor& v, Item& item)
{
    v.text(idMember, item.id);
    v.text({.key = "name"}, item.name);
    v.fields(item.fields, switchFields());
}

template <typename Visitor, Describes<Link> Item>
void describe(Visitor& v, Item& link)
{
    v.text(idMember, link.id);
    v.text({.key = "from",
            .written = Written::required,
            .refersTo = ElementKind::nodeGroup,
            .orTo = ElementKind::networkSwitch},
           link.from);
    v.text({.key = "to",
            .written = Written::required,
            .refersTo = ElementKind::networkSwitch,
            .orTo = ElementKind::nodeGroup},
           link.to);
    v.fields(link.fields, linkFields());
}

template <typename Visitor, Describes<Fabric> Item>
void describe(Visitor& v, Item& fabric)
{
    v.text(idMember, fabric.id);
    v.text(descriptionMember, fabric.description);
    v.fields(fabric.fields, fabricFields());
    v.list({"switches", "switch", "id", ElementKind::networkSwitch, "Switches", Written::always, Lines::rows,
            retitledOnly},
           fabric.switches);
    v.list({"links", "link", "id", ElementKind::link, "Links", Written::always, Lines::rows, renamedOnly},
           fabric.links);
}

template <typename Visitor, Describes<Topology> Item>
void describe(Visitor& v, Item& topology)
{
    v.value({.key = "fabric",
             .meaning = "A fabric's id, or a parameter whose value is one.",
             .holds = Member::Holds::choice},
            topology.fabric);
    v.list({"groups", "node group", "id", ElementKind::nodeGroup, "Node groups", Written::required, Lines::spread,
            retitledOnly},
           topology.groups);
    v.list({"fabrics", "fabric", "id", ElementKind::fabric, "Fabrics", Written::required}, topology.fabrics);
    v.extra(topology.extra);
}

} // namespace headroom::project
