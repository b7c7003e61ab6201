// What a project consists of, said once. Reading and writing its file, the schema, the layout of the text, places in
// words, the slots of editable fields and the walk over all fields are visitors of this description, so that a new
// section is a few lines here and nowhere else.
//
// A visitor has:
//   text, names, value, values, number, word   a member of that type
//   fields(json, declared)                     the declared fields that stand beside the members, with unknown keys
//   blockFields(block)                         the same of a block, whose type says which are declared
//   extra(json)                                unknown keys where no field is declared
//   known(member)                              a key that is kept among the unknown ones, for the schema
//   object(member, kind, json, declared)       declared fields in an object of their own
//   map(member, kind, json)                    names with expressions in an object of their own
//   components(member, json), view(member, json)   kept as they stand
//   list(list, items)                          elements, each described by describe()
//   part(member, kind, thing)                  one thing in an object of its own
//   inner(member, diagrams)                    the diagram inside a group
//   library(behaviour), definition(member, behaviour)   where a role comes from
#pragma once

#include "project/document/document.h"
#include "project/structure/members.h"
#include "project/vocabulary/declarations.h"

#include <concepts>

namespace headroom::project {

/// The thing itself or a constant one: most visitors only look.
template <typename Thing, typename Described>
concept Describes = std::same_as<std::remove_const_t<Thing>, Described>;

template <typename Item>
const std::string& nameOf(const Item& item)
{
    return item.id;
}
inline const std::string& nameOf(const Parameter& parameter)
{
    return parameter.name;
}
inline const std::string& nameOf(const RoleParameter& parameter)
{
    return parameter.name;
}
inline const std::string& nameOf(const Argument& argument)
{
    return argument.name;
}
inline const std::string& nameOf(const Behaviour& behaviour)
{
    return behaviour.role.id;
}
inline const std::string& nameOf(const VolumeBinding& binding)
{
    return binding.volume;
}
inline const std::string& nameOf(const StudyAxis& axis)
{
    return axis.parameter;
}
inline const std::string& nameOf(const OperationShare& share)
{
    return share.operation;
}

inline constexpr Member idMember{.key = "id", .required = true, .written = Written::always, .names = true};
inline constexpr Member descriptionMember{.key = "description"};

/// An id and declared fields.
template <typename Visitor, typename Item>
void describeItem(Visitor& v, Item& item, const Fields& declared)
{
    v.text(idMember, item.id);
    v.fields(item.fields, declared);
}

template <typename Visitor, Describes<Parameter> Item>
void describe(Visitor& v, Item& parameter)
{
    v.text({.key = "name",
            .meaning = "As used in expressions: letters, digits, underscore.",
            .required = true,
            .written = Written::always,
            .names = true},
           parameter.name);
    v.word({.key = "type", .required = true, .written = Written::always}, parameter.type);
    v.names({.key = "kinds"}, parameter.kinds);
    v.text({.key = "unit", .meaning = "Base unit of a quantity: s, B, B/s, 1/s, Hz, W, USD."}, parameter.unit);
    v.value({.key = "value", .required = true}, parameter.value);
    v.values({.key = "alternatives"}, parameter.alternatives);
    v.number({.key = "minimum"}, parameter.minimum);
    v.number({.key = "maximum"}, parameter.maximum);
    v.text(descriptionMember, parameter.description);
    v.known({.key = "ticked"});
    v.extra(parameter.extra);
}

template <typename Visitor, Describes<Block> Item>
void describe(Visitor& v, Item& block)
{
    v.text({.key = "id",
            .meaning = "Unique in its diagram; no dot.",
            .required = true,
            .written = Written::always,
            .names = true},
           block.id);
    v.text({.key = "type", .required = true, .written = Written::always, .names = true}, block.type);
    v.text({.key = "name", .meaning = "Shown title; without one the type's label."}, block.name);
    v.blockFields(block);
    v.inner({.key = "inner", .lines = Lines::spread}, block.inner);
}

template <typename Visitor, Describes<Diagram> Item>
void describe(Visitor& v, Item& diagram)
{
    v.text({.key = "id",
            .meaning = "Level of detail: full, coarse, black box ...",
            .required = true,
            .written = Written::always,
            .names = true},
           diagram.id);
    v.list({.key = "blocks",
            .word = "block",
            .title = "id",
            .kind = ElementKind::block,
            .required = true,
            .written = Written::always,
            .lines = Lines::rows},
           diagram.blocks);
    v.list({.key = "wires",
            .word = "wire",
            .title = "",
            .required = true,
            .written = Written::always,
            .lines = Lines::rows},
           diagram.wires);
    v.extra(diagram.extra);
}

template <typename Visitor, Describes<Argument> Item>
void describe(Visitor& v, Item& argument)
{
    v.text({.key = "name", .required = true, .written = Written::always}, argument.name);
    v.text({.key = "type"}, argument.type);
    v.extra(argument.extra);
}

template <typename Visitor, Describes<Operation> Item>
void describe(Visitor& v, Item& operation)
{
    v.text(idMember, operation.id);
    v.text(descriptionMember, operation.description);
    v.list({.key = "arguments", .word = "argument", .title = "name", .lines = Lines::free}, operation.arguments);
    v.list({.key = "results", .word = "result", .title = "name", .lines = Lines::free}, operation.results);
    v.value({.key = "level",
             .meaning = "A diagram's id, or a parameter whose value is one.",
             .holds = Member::Holds::choice},
            operation.level);
    v.list({.key = "diagrams", .word = "", .title = "id", .required = true, .written = Written::always},
           operation.diagrams);
    v.extra(operation.extra);
}

template <typename Visitor, Describes<RoleParameter> Item>
void describe(Visitor& v, Item& parameter)
{
    v.text({.key = "name", .required = true, .written = Written::always, .names = true}, parameter.name);
    v.value({.key = "value", .required = true, .holds = Member::Holds::expression}, parameter.value);
    v.text({.key = "unit"}, parameter.unit);
    v.text(descriptionMember, parameter.description);
    v.extra(parameter.extra);
}

template <typename Visitor, Describes<StateItem> Item>
void describe(Visitor& v, Item& item)
{
    describeItem(v, item, stateFields());
}

template <typename Visitor, Describes<Role> Item>
void describe(Visitor& v, Item& role)
{
    v.text({.key = "id", .written = Written::always, .names = true}, role.id);
    v.text(descriptionMember, role.description);
    v.list({.key = "parameters",
            .word = "parameter",
            .title = "name",
            .kind = ElementKind::roleParameter,
            .written = Written::always,
            .lines = Lines::rows},
           role.parameters);
    v.object({.key = "workers"}, ElementKind::workers, role.workers, workersFields());
    v.names({.key = "volumes", .lines = Lines::rows}, role.volumes);
    v.list({.key = "state", .word = "state", .title = "id", .kind = ElementKind::state, .lines = Lines::rows},
           role.state);
    v.list({.key = "operations",
            .word = "",
            .title = "id",
            .kind = ElementKind::operation,
            .required = true,
            .written = Written::always},
           role.operations);
    v.extra(role.extra);
}

template <typename Visitor, Describes<Behaviour> Item>
void describe(Visitor& v, Item& behaviour)
{
    v.text({.key = "role",
            .meaning = "What the project calls the role.",
            .required = true,
            .written = Written::always,
            .names = true},
           behaviour.role.id);
    v.library(behaviour);
    v.map({.key = "bindings"}, ElementKind::binding, behaviour.bindings);
    v.extra(behaviour.extra);
    v.definition({.key = "definition", .lines = Lines::spread}, behaviour);
}

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
            .lines = Lines::free},
           group.controllers);
    v.list({.key = "devices",
            .word = "devices",
            .title = "id",
            .kind = ElementKind::device,
            .written = Written::always,
            .lines = Lines::rows},
           group.devices);
    v.list({.key = "volumes",
            .word = "volume",
            .title = "volume",
            .kind = ElementKind::volume,
            .written = Written::always,
            .lines = Lines::rows},
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
    v.text({.key = "to", .required = true, .written = Written::always, .refersTo = ElementKind::networkSwitch},
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
            .lines = Lines::rows},
           fabric.switches);
    v.list({.key = "links",
            .word = "link",
            .title = "id",
            .kind = ElementKind::link,
            .written = Written::always,
            .lines = Lines::rows},
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
            .written = Written::always},
           topology.groups);
    v.list({.key = "fabrics",
            .word = "fabric",
            .title = "id",
            .kind = ElementKind::fabric,
            .required = true,
            .written = Written::always},
           topology.fabrics);
    v.extra(topology.extra);
}

template <typename Visitor, Describes<Selector> Item>
void describe(Visitor& v, Item& selector)
{
    describeItem(v, selector, selectorFields());
}

template <typename Visitor, Describes<OperationShare> Item>
void describe(Visitor& v, Item& share)
{
    v.text({.key = "operation",
            .required = true,
            .written = Written::always,
            .names = true,
            .refersTo = ElementKind::operation},
           share.operation);
    v.fields(share.fields, shareFields());
}

template <typename Visitor, Describes<Workload> Item>
void describe(Visitor& v, Item& workload)
{
    v.text(idMember, workload.id);
    v.text({.key = "role", .required = true, .written = Written::always, .refersTo = ElementKind::role}, workload.role);
    v.fields(workload.fields, workloadFields());
    v.list({.key = "operations",
            .word = "",
            .title = "operation",
            .kind = ElementKind::share,
            .required = true,
            .written = Written::always},
           workload.operations);
}

template <typename Visitor, Describes<Disturbance> Item>
void describe(Visitor& v, Item& disturbance)
{
    describeItem(v, disturbance, disturbanceFields());
}

template <typename Visitor, Describes<Goal> Item>
void describe(Visitor& v, Item& goal)
{
    describeItem(v, goal, goalFields());
}

template <typename Visitor, Describes<StudyAxis> Item>
void describe(Visitor& v, Item& axis)
{
    v.text({.key = "parameter",
            .required = true,
            .written = Written::always,
            .names = true,
            .refersTo = ElementKind::parameter},
           axis.parameter);
    v.value({.key = "values",
             .meaning = "A list, or \"ticked\": what is ticked among the parameter's alternatives.",
             .holds = Member::Holds::list},
            axis.values);
    v.fields(axis.fields, axisFields());
}

template <typename Visitor, Describes<Study> Item>
void describe(Visitor& v, Item& study)
{
    v.text(idMember, study.id);
    v.list({.key = "space",
            .word = "axis",
            .title = "parameter",
            .kind = ElementKind::axis,
            .required = true,
            .written = Written::always,
            .lines = Lines::rows},
           study.space);
    v.names({.key = "report", .meaning = "Metrics, for example PUT.latency.p99."}, study.report);
    v.fields(study.fields, studyFields());
}

template <typename Visitor, Describes<Measurement> Item>
void describe(Visitor& v, Item& measurement)
{
    describeItem(v, measurement, measurementFields());
}

template <typename Visitor, Describes<Project> Item>
void describe(Visitor& v, Item& project)
{
    v.text({.key = "name", .required = true, .written = Written::always}, project.name);
    v.text(descriptionMember, project.description);
    v.list({.key = "parameters",
            .word = "parameter",
            .title = "name",
            .kind = ElementKind::parameter,
            .written = Written::always,
            .lines = Lines::rows},
           project.parameters);
    v.list({.key = "behaviours", .word = "", .title = "role", .kind = ElementKind::role, .written = Written::always},
           project.behaviours);
    v.part({.key = "topology", .written = Written::always, .lines = Lines::spread}, ElementKind::topology,
           project.topology);
    v.list({.key = "selectors",
            .word = "selector",
            .title = "id",
            .kind = ElementKind::selector,
            .written = Written::always,
            .lines = Lines::rows},
           project.selectors);
    v.list({.key = "workloads",
            .word = "workload",
            .title = "id",
            .kind = ElementKind::workload,
            .written = Written::always},
           project.workloads);
    v.list({.key = "disturbances",
            .word = "disturbance",
            .title = "id",
            .kind = ElementKind::disturbance,
            .lines = Lines::rows},
           project.disturbances);
    v.object({.key = "run", .written = Written::always, .lines = Lines::spread}, ElementKind::run, project.run,
             runFields());
    v.components({.key = "components", .written = Written::always, .lines = Lines::spread}, project.components);
    v.list({.key = "goals", .word = "goal", .title = "id", .kind = ElementKind::goal, .lines = Lines::rows},
           project.goals);
    v.list({.key = "studies", .word = "study", .title = "id", .kind = ElementKind::study, .written = Written::always},
           project.studies);
    v.list({.key = "measurements",
            .word = "measurement",
            .title = "id",
            .kind = ElementKind::measurement,
            .written = Written::always},
           project.measurements);
    v.view({.key = "view", .written = Written::always, .lines = Lines::spread}, project.view);
    v.extra(project.extra);
}

} // namespace headroom::project
