// Fields of goals, studies and measurements.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

const Fields& goalFields()
{
    static const Fields fields = table({
        {.name = "metric",
         .label = "Metric",
         .type = text,
         .defaultValue = nullptr,
         .meaning = "The figure of the results that is limited: operation and figure, or resource and figure.",
         .required = true,
         .example = "PUT.latency.p99"},
        {.name = "at_most",
         .label = "At most",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "The goal is met if the figure is no larger.",
         .unit = anyUnit,
         .example = "50 ms"},
        {.name = "at_least",
         .label = "At least",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "The goal is met if the figure is no smaller.",
         .unit = anyUnit,
         .example = "2000"},
    });
    return fields;
}

const Fields& studyFields()
{
    static const Fields fields = table({
        {.name = "design",
         .label = "Design",
         .type = choice,
         .defaultValue = "full",
         .meaning =
             "Which combinations are run: all of them, one parameter changed at a time, the lists of values taken "
             "side by side, or a sample of the space.",
         .choices = {"full", "one at a time", "paired", "latin hypercube", "low discrepancy"}},
        {.name = "replications",
         .label = "Replications",
         .type = integer,
         .defaultValue = 1,
         .meaning = "Runs of each combination with seeds of their own.",
         .minimum = 1.0,
         .maximum = 1000.0},
    });
    return fields;
}

const Fields& axisFields()
{
    static const Fields fields = table({
        {.name = "from",
         .label = "From",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "The first value of a range.",
         .unit = anyUnit,
         .example = "16"},
        {.name = "to",
         .label = "To",
         .type = quantity,
         .defaultValue = nullptr,
         .meaning = "The last value of a range.",
         .unit = anyUnit,
         .example = "1024"},
        {.name = "steps",
         .label = "Steps",
         .type = integer,
         .defaultValue = 5,
         .meaning = "How many values a range has, its ends included.",
         .minimum = 2.0,
         .maximum = 1000.0},
        {.name = "scale",
         .label = "Scale",
         .type = choice,
         .defaultValue = "linear",
         .meaning = "Whether neighbours in a range differ by the same amount or by the same factor.",
         .choices = {"linear", "log"}},
    });
    return fields;
}

const Fields& measurementFields()
{
    static const Fields fields = table({
        {.name = "file",
         .label = "File",
         .type = text,
         .defaultValue = nullptr,
         .meaning = "CSV in the project's folder: a column for each figure, a row for each case.",
         .required = true,
         .example = "measured.csv"},
        {.name = "case",
         .label = "Case",
         .type = assignments,
         .defaultValue = Json::object(),
         .meaning = "Which column holds the value of which parameter: parameter = column.",
         .valuesAreNames = true,
         .refersTo = {{ElementKind::parameter}}},
        {.name = "metrics",
         .label = "Metrics",
         .type = assignments,
         .defaultValue = Json::object(),
         .meaning = "Which column holds which figure: metric = column.",
         .valuesAreNames = true},
        {.name = "use",
         .label = "Use",
         .type = choice,
         .defaultValue = "compare",
         .meaning = "Whether parameters may be fitted to these results, or the model is only compared with them.",
         .choices = {"compare", "fit"}},
    });
    return fields;
}

} // namespace headroom::project
