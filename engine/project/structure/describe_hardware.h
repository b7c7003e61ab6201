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
    v.text({.key = "volume", .required = true, .written = Written::always, .names = true}, binding.volume);
    v.text({.key = "devices", .required = true, .written = Written::always, .refersTo = ElementKind::device},
           binding.devices);
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
    v.list({.key = "controllers",
            .word = "controller",
            .title = "id",
            .kind = ElementKind::controller,
            .lines = Lines::free,
            .heading = "Controllers",
            .renaming = Renaming::id,
            .refusedWord = "controller in this node group named"},
           group.controllers);
    v.list({.key = "devices",
            .word = "devices",
            .title = "id",
            .kind = ElementKind::device,
            .written = Written::always,
            .lines = Lines::rows,
            .heading = "Devices",
            .renaming = Renaming::id},
           group.devices);
    v.list({.key = "volumes",
            .word = "volume",
            .title = "volume",
            .kind = ElementKind::volume,
            .written = Written::always,
            .lines = Lines::rows,
            .heading = "Volume bindings"},
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
            .required = true,
            .written = Written::always,
            .refersTo = ElementKind::nodeGroup,
            .orTo = ElementKind::networkSwitch},
           link.from);
    v.text({.key = "to",
            .required = true,
            .written = Written::always,
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
    v.list({.key = "switches",
            .word = "switch",
            .title = "id",
            .kind = ElementKind::networkSwitch,
            .written = Written::always,
            .lines = Lines::rows,
            .heading = "Switches",
            .renaming = Renaming::title},
           fabric.switches);
    v.list({.key = "links",
            .word = "link",
            .title = "id",
            .kind = ElementKind::link,
            .written = Written::always,
            .lines = Lines::rows,
            .heading = "Links",
            .renaming = Renaming::id},
           fabric.links);
}

template <typename Visitor, Describes<Topology> Item>
void describe(Visitor& v, Item& topology)
{
    v.value({.key = "fabric",
             .meaning = "A fabric's id, or a parameter whose value is one.",
             .holds = Member::Holds::choice},
            topology.fabric);
    v.list({.key = "groups",
            .word = "node group",
            .title = "id",
            .kind = ElementKind::nodeGroup,
            .required = true,
            .written = Written::always,
            .heading = "Node groups",
            .renaming = Renaming::title},
           topology.groups);
    v.list({.key = "fabrics",
            .word = "fabric",
            .title = "id",
            .kind = ElementKind::fabric,
            .required = true,
            .written = Written::always,
            .heading = "Fabrics"},
           topology.fabrics);
    v.extra(topology.extra);
}

} // namespace headroom::project
