// The structure of a project, defined once. Reading and writing its file, the schema, the layout of the text, places in
// words, the slots of editable fields and the walk over all fields are visitors of this description, so that a new
// section needs only a few lines here and none elsewhere.
//
// A visitor has these functions; one that needs only some of them inherits the others from PassOver:
//   text, names, value, values, number, word   a member of that type
//   fields(json, declared)                     the declared fields beside the members, with unknown keys
//   blockFields(block)                         the same for a block, whose type determines which are declared
//   extra(json)                                unknown keys of an object without declared fields
//   known(member)                              a key that is stored among the unknown ones, for the schema
//   object(member, kind, json, declared)       declared fields in an object of their own
//   map(member, kind, json)                    names with expressions in an object of their own
//   components(member, json)                   stored unchanged
//   view(member, view)                         the looks of drawings, see describe_view.h
//   list(list, items)                          elements, each described by describe()
//   part(member, kind, thing)                  one element in an object of its own
//   inner(member, diagrams)                    the diagram inside a group
//   library(behaviour), definition(member, behaviour)   the origin of a role
#pragma once

#include "project/structure/describe_hardware.h"
#include "project/structure/describe_software.h"
#include "project/structure/describe_studies.h"
#include "project/structure/describe_view.h"

namespace headroom::project {

template <typename Visitor, Describes<Selector> Item>
void describe(Visitor& v, Item& selector)
{
    describeItem(v, selector, selectorFields());
}

template <typename Visitor, Describes<OperationShare> Item>
void describe(Visitor& v, Item& share)
{
    v.text({.key = "operation", .written = Written::required, .names = true, .refersTo = ElementKind::operation},
           share.operation);
    v.fields(share.fields, shareFields());
}

template <typename Visitor, Describes<Workload> Item>
void describe(Visitor& v, Item& workload)
{
    v.text(idMember, workload.id);
    v.text({.key = "role", .written = Written::required, .refersTo = ElementKind::role}, workload.role);
    v.fields(workload.fields, workloadFields());
    v.list({"operations", "", "operation", ElementKind::share, "Operations of a workload", Written::required,
            Lines::spread, deletedOnly},
           workload.operations);
}

template <typename Visitor, Describes<Distribution> Item>
void describe(Visitor& v, Item& distribution)
{
    describeItem(v, distribution, distributionFields());
}

template <typename Visitor, Describes<Disturbance> Item>
void describe(Visitor& v, Item& disturbance)
{
    describeItem(v, disturbance, disturbanceFields());
}

template <typename Visitor, Describes<Project> Item>
void describe(Visitor& v, Item& project)
{
    v.text({.key = "name", .written = Written::required}, project.name);
    v.text(descriptionMember, project.description);
    v.list({"parameters", "parameter", "name", ElementKind::parameter, "Parameters", Written::always, Lines::rows,
            noneAlone, "parameter", notSimulated},
           project.parameters);
    v.list({"presets", "preset", "id", ElementKind::preset, "Presets", Written::ifFilled, Lines::rows,
            addedAs("&Preset"), "", notSimulated},
           project.presets);
    v.list({"behaviours", "", "role", ElementKind::role, "", Written::always, Lines::spread, noneAlone, "role"},
           project.behaviours);
    v.part({.key = "topology", .written = Written::always, .lines = Lines::spread}, ElementKind::topology,
           project.topology);
    v.list({"selectors", "selector", "id", ElementKind::selector, "Selectors", Written::always, Lines::rows,
            addedAs("&Selector or ring", "ring"), "selector"},
           project.selectors);
    v.list({"workloads", "workload", "id", ElementKind::workload, "Workloads", Written::always, Lines::spread,
            addedByChoice},
           project.workloads);
    v.list({"distributions", "distribution", "id", ElementKind::distribution, "Distributions", Written::ifFilled,
            Lines::spread, addedAs("D&istribution"), "distribution"},
           project.distributions);
    v.list({"disturbances", "disturbance", "id", ElementKind::disturbance, "Disturbances", Written::ifFilled,
            Lines::rows, addedAs("&Disturbance", "failure")},
           project.disturbances);
    v.object({.key = "run", .written = Written::always, .lines = Lines::spread, .heading = "The run"}, ElementKind::run,
             project.run, runFields());
    v.components({.key = "components", .written = Written::always, .lines = Lines::spread}, project.components);
    describeStudies(v, project);
    v.view({.key = "view", .written = Written::always, .lines = Lines::spread}, project.view);
    v.extra(project.extra);
}

} // namespace headroom::project
