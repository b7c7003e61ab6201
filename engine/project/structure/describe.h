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
//   components(member, json)                   kept as they stand
//   view(member, view)                         what drawings look like, see describe_view.h
//   list(list, items)                          elements, each described by describe()
//   part(member, kind, thing)                  one thing in an object of its own
//   inner(member, diagrams)                    the diagram inside a group
//   library(behaviour), definition(member, behaviour)   where a role comes from
#pragma once

#include "project/structure/describe_hardware.h"
#include "project/structure/describe_software.h"
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
