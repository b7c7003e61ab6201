// The prices, derived results, goals, studies, measurements and validations of a project (see describe.h). Only
// visitors use their fields, so these are declared here, beside the members.
#pragma once

#include "project/structure/describing.h"
#include "project/structure/study_designs.h"
#include "project/vocabulary/field_table.h"

namespace headroom::project {

inline const Fields& resultFields()
{
    using enum FieldType;
    static const Fields fields = {
        field("value", "Value", quantity, nullptr,
              "An expression over the figures of a run, other derived results and parameters, in base units. Names "
              "with more than letters, digits, underscores and dots are quoted.",
              "jobs.sort.completion * 68400 / STEPS")
            .required()
            .inAnyUnit()
            .namesFigures(),
        field("unit", "Unit", text, nullptr, "The unit in which it is shown; without one it is a plain number.", "min"),
    };
    return fields;
}

inline const Fields& goalFields()
{
    using enum FieldType;
    static const Fields fields = {
        field("metric", "Metric", text, nullptr,
              "The figure of the results that is limited: operation and figure, resource and figure, or a derived "
              "result.",
              "PUT.latency.p99")
            .required()
            .namesFigures(),
        field("at_most", "At most", quantity, nullptr, "The goal is met if the figure is no larger.", "50 ms")
            .inAnyUnit(),
        field("at_least", "At least", quantity, nullptr, "The goal is met if the figure is no smaller.", "2000")
            .inAnyUnit(),
        field("at_most_of_baseline", "At most, of the baseline", number, nullptr,
              "Instead of a limit: the goal is met if the figure is no larger than this many times what it is in the "
              "baseline. A study runs the baseline first.",
              "0.8")
            .atLeast(1e-9),
        field("at_least_of_baseline", "At least, of the baseline", number, nullptr,
              "Instead of a limit: the goal is met if the figure is no smaller than this many times what it is in the "
              "baseline. A study runs the baseline first.",
              "1.5")
            .atLeast(1e-9),
        field("baseline", "Baseline", assignments, Json::object(),
              "Settings of the baseline that replace the present values: parameter = value, or an expression over the "
              "present values.",
              "{\"DISK\": \"Old_Disk\"}")
            .refersTo({{ElementKind::parameter}})
            .keysAreElements(),
        field("with", "With parameters", assignments, Json::object(),
              "The goal has to hold when these parameters have other values, as after a growth of the load: parameter "
              "= value, or an expression over the present values. It is judged by a run of its own.",
              "{\"LOAD\": \"1.4 * LOAD\"}")
            .refersTo({{ElementKind::parameter}})
            .keysAreElements(),
        field("down", "With nodes down", assignments, Json::object(),
              "The goal has to hold while nodes are down and all who use a ring have noticed it, which is the lasting "
              "state: node group = how many. The first nodes of a group are down. It is judged by a run of its own.",
              "{\"storage\": 1}")
            .refersTo({{ElementKind::nodeGroup}})
            .keysAreElements(),
        field(
            "failing", "With nodes failing", assignments, Json::object(),
            "The goal has to hold from the moment at which nodes fail: node group = how many. They fail at the end of "
            "the warm-up, and nobody has noticed it then. It is judged by a run of its own.",
            "{\"storage\": 1}")
            .refersTo({{ElementKind::nodeGroup}})
            .keysAreElements(),
    };
    return fields;
}

inline const Fields& studyFields()
{
    using enum FieldType;
    static const Fields fields = {
        field("design", "Design", choice, "full", meaningOfStudyDesigns().c_str()).oneOf(studyDesignWords()),
        field("points", "Points", integer, 100,
              "Number of combinations in a sample of the space; \"sobol\" and \"morris\" have at most as many.")
            .within(2, 1e6),
        field("replications", "Replications", integer, 1,
              "Runs of each combination with seeds of their own. All combinations have the same seeds, so that they "
              "see the same demands.")
            .within(1, 1000),
        field("duration", "Duration", quantity, nullptr, "Simulated time of each run, instead of the project's.",
              "10 s")
            .in("s"),
        field("goals", "Goals", choice, "the project's",
              "Compares each combination with the goals of the project. Goals under conditions take runs of their own.")
            .oneOf({"the project's", "none"}),
    };
    return fields;
}

inline const Fields& axisFields()
{
    using enum FieldType;
    static const Fields fields = {
        field("from", "From", quantity, nullptr, "The first value of a range.", "16").inAnyUnit(),
        field("to", "To", quantity, nullptr, "The last value of a range.", "1024").inAnyUnit(),
        field("steps", "Steps", integer, 5, "Number of values in a range, its ends included.").within(2, 1000),
        field("scale", "Scale", choice, "linear",
              "Linear: neighbours in a range differ by the same amount. Log: by the same factor.")
            .oneOf({"linear", "log"}),
    };
    return fields;
}

inline const Fields& measurementFields()
{
    using enum FieldType;
    static const Fields fields = {
        field("file", "File", text, nullptr,
              "CSV in the project's folder: a column for each figure, a row for each case.", "measured.csv")
            .required(),
        field("case", "Case", assignments, Json::object(),
              "Which column holds the value of which parameter: parameter = column.")
            .refersTo({{ElementKind::parameter}})
            .valuesAreNames(),
        field("metrics", "Metrics", assignments, Json::object(), "Which column holds which figure: metric = column.")
            .namesFigures()
            .valuesAreNames(),
        field("use", "Use", choice, "compare",
              "Fit: parameters may be fitted to these results. Compare: the model is only compared with them.")
            .oneOf({"compare", "fit"}),
    };
    return fields;
}

inline const Fields& validationFields()
{
    using enum FieldType;
    static const Fields fields = {
        field("figures", "Figures", text, nullptr, "The figures that were compared.", "rates of reads and writes")
            .required(),
        field("cluster", "Cluster", text, nullptr, "The cluster on which they were measured, by whom, and when.",
              "eight servers with NVMe drives (MinIO, 2019)")
            .required(),
        field("count", "Count", integer, nullptr, "Number of the figures that were compared.", "14")
            .required()
            .within(1, 1e6),
        field("use", "Use", choice, "predicted",
              "Predicted: no parameter of the model was chosen by these figures. Fitted: some were chosen so that they "
              "are met.")
            .oneOf({"predicted", "fitted"}),
        field("lowest_error", "Lowest error", number, nullptr,
              "Simulated over measured figure, less one, where that is lowest: -0.1 is 10 % too low.", "-0.1")
            .required()
            .atLeast(-1),
        field("highest_error", "Highest error", number, nullptr, "The same where it is highest.", "0.2")
            .required()
            .atLeast(-1),
        field("mean_error", "Mean error", number, nullptr, "The mean of the errors without their signs.", "0.07")
            .required()
            .atLeast(0),
    };
    return fields;
}

inline const Fields& priceFields()
{
    using enum FieldType;
    static const Fields fields = {
        field("usd", "Price", number, nullptr, "Price of one in USD, instead of that in the libraries.", "420")
            .required()
            .atLeast(0),
        field("per", "Per", choice, "piece", "Memory may be sold by the gigabyte (2^30 bytes).").oneOf({"piece", "GB"}),
        field("date", "Date", text, nullptr, "The day of the price.", "2026-10-01"),
        field("source", "Source", text, nullptr, "Where the price is from.", "quotation 4711"),
    };
    return fields;
}

template <typename Visitor, Describes<PartPrice> Item>
void describe(Visitor& v, Item& price)
{
    v.text({.key = "part", .written = Written::required, .names = true}, price.id);
    v.fields(price.fields, priceFields());
}

template <typename Visitor, Describes<DerivedResult> Item>
void describe(Visitor& v, Item& result)
{
    v.text({.key = "name", .written = Written::required, .names = true}, result.id);
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
    v.text({.key = "parameter", .written = Written::required, .names = true, .refersTo = ElementKind::parameter},
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
    v.list({"space", "axis", "parameter", ElementKind::axis, "Axes of a study", Written::required, Lines::rows,
            noneAlone, "", notSimulated},
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

template <typename Visitor, Describes<Validation> Item>
void describe(Visitor& v, Item& validation)
{
    describeItem(v, validation, validationFields());
}

/// The sections of a project with prices, derived results, goals, studies, measurements and validations.
template <typename Visitor, Describes<Project> Item>
void describeStudies(Visitor& v, Item& project)
{
    v.list({"prices", "price", "part", ElementKind::price, "Prices", Written::ifFilled, Lines::rows, deletedOnly},
           project.prices);
    v.list({"results", "result", "name", ElementKind::result, "Derived results", Written::ifFilled, Lines::rows,
            addedAs("Deri&ved result")},
           project.results);
    v.list({"goals", "goal", "id", ElementKind::goal, "Goals", Written::ifFilled, Lines::rows, addedAs("&Goal")},
           project.goals);
    v.list({"studies", "study", "id", ElementKind::study, "Studies", Written::always, Lines::spread, addedAs("St&udy"),
            "", notSimulated},
           project.studies);
    v.list({"measurements", "measurement", "id", ElementKind::measurement, "Measurements", Written::always,
            Lines::spread, addedAs("&Measurement"), "", notSimulated},
           project.measurements);
    v.list({"validations", "validation", "id", ElementKind::validation, "Validations", Written::ifFilled, Lines::rows,
            addedAs("&Validation"), "", notSimulated},
           project.validations);
}

} // namespace headroom::project
