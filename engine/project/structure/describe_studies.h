// The derived results, goals, studies and measurements of a project (see describe.h). Only visitors use their fields,
// so these are declared here, beside the members.
#pragma once

#include "project/structure/describing.h"
#include "project/structure/study_designs.h"
#include "project/vocabulary/field_table.h"

namespace headroom::project {

inline const Fields& resultFields()
{
    static const Fields fields = table({
        {.name = "value",
         .label = "Value",
         .type = FieldType::quantity,
         .defaultValue = nullptr,
         .meaning = "An expression over the figures of a run, other derived results and parameters, in base units. "
                    "Names with more than letters, digits, underscores and dots are quoted.",
         .unit = anyUnit,
         .required = true,
         .example = "jobs.sort.completion * 68400 / STEPS",
         .namesFigures = true},
        {.name = "unit",
         .label = "Unit",
         .type = FieldType::text,
         .defaultValue = nullptr,
         .meaning = "The unit in which it is shown; without one it is a plain number.",
         .example = "min"},
    });
    return fields;
}

inline const Fields& goalFields()
{
    static const Fields fields = table({
        {.name = "metric",
         .label = "Metric",
         .type = FieldType::text,
         .defaultValue = nullptr,
         .meaning =
             "The figure of the results that is limited: operation and figure, resource and figure, or a derived "
             "result.",
         .required = true,
         .example = "PUT.latency.p99",
         .namesFigures = true},
        {.name = "at_most",
         .label = "At most",
         .type = FieldType::quantity,
         .defaultValue = nullptr,
         .meaning = "The goal is met if the figure is no larger.",
         .unit = anyUnit,
         .example = "50 ms"},
        {.name = "at_least",
         .label = "At least",
         .type = FieldType::quantity,
         .defaultValue = nullptr,
         .meaning = "The goal is met if the figure is no smaller.",
         .unit = anyUnit,
         .example = "2000"},
        {.name = "at_most_of_baseline",
         .label = "At most, of the baseline",
         .type = FieldType::number,
         .defaultValue = nullptr,
         .meaning = "Instead of a limit: the goal is met if the figure is no larger than this many times what it is in "
                    "the baseline. A study runs the baseline first.",
         .minimum = 1e-9,
         .example = "0.8"},
        {.name = "at_least_of_baseline",
         .label = "At least, of the baseline",
         .type = FieldType::number,
         .defaultValue = nullptr,
         .meaning =
             "Instead of a limit: the goal is met if the figure is no smaller than this many times what it is in "
             "the baseline. A study runs the baseline first.",
         .minimum = 1e-9,
         .example = "1.5"},
        {.name = "baseline",
         .label = "Baseline",
         .type = FieldType::assignments,
         .defaultValue = Json::object(),
         .meaning = "What the baseline has instead of the present values: parameter = value, or an expression over the "
                    "present values.",
         .example = "{\"DISK\": \"Old_Disk\"}",
         .refersTo = {{ElementKind::parameter}},
         .keysAreElements = true},
        {.name = "with",
         .label = "With parameters",
         .type = FieldType::assignments,
         .defaultValue = Json::object(),
         .meaning = "The goal has to hold when these parameters have other values, as after a growth of the load: "
                    "parameter = value, or an expression over the present values. It is judged by a run of its own.",
         .example = "{\"LOAD\": \"1.4 * LOAD\"}",
         .refersTo = {{ElementKind::parameter}},
         .keysAreElements = true},
        {.name = "down",
         .label = "With nodes down",
         .type = FieldType::assignments,
         .defaultValue = Json::object(),
         .meaning =
             "The goal has to hold while nodes are down from the start of the run on: node group = how many. The "
             "first nodes of a group are down. It is judged by a run of its own.",
         .example = "{\"storage\": 1}",
         .refersTo = {{ElementKind::nodeGroup}},
         .keysAreElements = true},
    });
    return fields;
}

inline const Fields& studyFields()
{
    static const Fields fields = table({
        {.name = "design",
         .label = "Design",
         .type = FieldType::choice,
         .defaultValue = "full",
         .meaning = meaningOfStudyDesigns().c_str(),
         .choices = studyDesignWords()},
        {.name = "points",
         .label = "Points",
         .type = FieldType::integer,
         .defaultValue = 100,
         .meaning = "How many combinations a sample of the space has; \"sobol\" and \"morris\" have at most as many.",
         .minimum = 2.0,
         .maximum = 1e6},
        {.name = "replications",
         .label = "Replications",
         .type = FieldType::integer,
         .defaultValue = 1,
         .meaning = "Runs of each combination with seeds of their own. All combinations have the same seeds, so that "
                    "they see the same demands.",
         .minimum = 1.0,
         .maximum = 1000.0},
        {.name = "duration",
         .label = "Duration",
         .type = FieldType::quantity,
         .defaultValue = nullptr,
         .meaning = "Simulated time of each run, instead of the project's.",
         .unit = "s",
         .minimum = 0.0,
         .example = "10 s"},
        {.name = "goals",
         .label = "Goals",
         .type = FieldType::choice,
         .defaultValue = "the project's",
         .meaning = "Whether each combination is held against the goals of the project. Goals under conditions take "
                    "runs of their own.",
         .choices = {"the project's", "none"}},
    });
    return fields;
}

inline const Fields& axisFields()
{
    static const Fields fields = table({
        {.name = "from",
         .label = "From",
         .type = FieldType::quantity,
         .defaultValue = nullptr,
         .meaning = "The first value of a range.",
         .unit = anyUnit,
         .example = "16"},
        {.name = "to",
         .label = "To",
         .type = FieldType::quantity,
         .defaultValue = nullptr,
         .meaning = "The last value of a range.",
         .unit = anyUnit,
         .example = "1024"},
        {.name = "steps",
         .label = "Steps",
         .type = FieldType::integer,
         .defaultValue = 5,
         .meaning = "How many values a range has, its ends included.",
         .minimum = 2.0,
         .maximum = 1000.0},
        {.name = "scale",
         .label = "Scale",
         .type = FieldType::choice,
         .defaultValue = "linear",
         .meaning = "Whether neighbours in a range differ by the same amount or by the same factor.",
         .choices = {"linear", "log"}},
    });
    return fields;
}

inline const Fields& measurementFields()
{
    static const Fields fields = table({
        {.name = "file",
         .label = "File",
         .type = FieldType::text,
         .defaultValue = nullptr,
         .meaning = "CSV in the project's folder: a column for each figure, a row for each case.",
         .required = true,
         .example = "measured.csv"},
        {.name = "case",
         .label = "Case",
         .type = FieldType::assignments,
         .defaultValue = Json::object(),
         .meaning = "Which column holds the value of which parameter: parameter = column.",
         .valuesAreNames = true,
         .refersTo = {{ElementKind::parameter}}},
        {.name = "metrics",
         .label = "Metrics",
         .type = FieldType::assignments,
         .defaultValue = Json::object(),
         .meaning = "Which column holds which figure: metric = column.",
         .valuesAreNames = true,
         .namesFigures = true},
        {.name = "use",
         .label = "Use",
         .type = FieldType::choice,
         .defaultValue = "compare",
         .meaning = "Whether parameters may be fitted to these results, or the model is only compared with them.",
         .choices = {"compare", "fit"}},
    });
    return fields;
}

template <typename Visitor, Describes<DerivedResult> Item>
void describe(Visitor& v, Item& result)
{
    v.text({.key = "name", .required = true, .written = Written::always, .names = true}, result.id);
    v.fields(result.fields, resultFields());
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
            .lines = Lines::rows,
            .heading = "Axes of a study",
            .simulated = false},
           study.space);
    v.names({.key = "constraints",
             .meaning = "Expressions over parameters and the figures of their components, for example WORKERS >= 2 * "
                        "THREADS; combinations for which one is false are not run."},
            study.constraints);
    v.names({.key = "report", .meaning = "Metrics, for example PUT.latency.p99.", .namesFigures = true}, study.report);
    v.fields(study.fields, studyFields());
}

template <typename Visitor, Describes<Measurement> Item>
void describe(Visitor& v, Item& measurement)
{
    describeItem(v, measurement, measurementFields());
}

/// The sections of a project with derived results, goals, studies and measurements.
template <typename Visitor, Describes<Project> Item>
void describeStudies(Visitor& v, Item& project)
{
    v.list({.key = "results",
            .word = "result",
            .title = "name",
            .kind = ElementKind::result,
            .lines = Lines::rows,
            .heading = "Derived results",
            .adding = Adding::plain,
            .entry = "Deri&ved result",
            .renaming = Renaming::id,
            .deletable = true},
           project.results);
    v.list({.key = "goals",
            .word = "goal",
            .title = "id",
            .kind = ElementKind::goal,
            .lines = Lines::rows,
            .heading = "Goals",
            .adding = Adding::plain,
            .entry = "&Goal",
            .renaming = Renaming::id,
            .deletable = true},
           project.goals);
    v.list({.key = "studies",
            .word = "study",
            .title = "id",
            .kind = ElementKind::study,
            .written = Written::always,
            .heading = "Studies",
            .adding = Adding::plain,
            .entry = "St&udy",
            .renaming = Renaming::id,
            .deletable = true,
            .simulated = false},
           project.studies);
    v.list({.key = "measurements",
            .word = "measurement",
            .title = "id",
            .kind = ElementKind::measurement,
            .written = Written::always,
            .heading = "Measurements",
            .adding = Adding::plain,
            .entry = "&Measurement",
            .renaming = Renaming::id,
            .deletable = true,
            .simulated = false},
           project.measurements);
}

} // namespace headroom::project
