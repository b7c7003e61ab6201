// Fields of distributions that are given by a table.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

namespace {

FieldDeclaration valueColumn()
{
    return table({{.name = "value",
                   .label = "Value",
                   .type = quantity,
                   .defaultValue = nullptr,
                   .meaning = "A value; of values with ranges, the smallest of the range.",
                   .unit = anyUnit,
                   .minimum = 0.0,
                   .required = true}})
        .front();
}

} // namespace

const Fields& distributionFields()
{
    static const Fields fields = table({
        {.name = "values",
         .label = "Values",
         .type = rows,
         .defaultValue = nullptr,
         .meaning = "Values, or ranges of them, with their weights.",
         .example = "[[\"2 ms\", 70], [\"5 ms\", 25], [\"20 ms\", 5, \"60 ms\"]]",
         .columns = with({valueColumn()}, table({
                                              {.name = "weight",
                                               .label = "Weight",
                                               .type = number,
                                               .defaultValue = 1,
                                               .meaning = "Share of this row among all.",
                                               .minimum = 0.0},
                                              {.name = "to",
                                               .label = "To",
                                               .type = quantity,
                                               .defaultValue = nullptr,
                                               .meaning = "The largest of a range, in which all values are as "
                                                          "likely; without it the value is always the same.",
                                               .unit = anyUnit,
                                               .minimum = 0.0},
                                          }))},
        {.name = "quantiles",
         .label = "Quantiles",
         .type = rows,
         .defaultValue = nullptr,
         .meaning = "Instead: shares of the values, in ascending order, and the value below which such a share lies. "
                    "Between two rows along a line; below the first and above the last row the value stays.",
         .example = "[[0, \"1 ms\"], [0.5, \"2 ms\"], [0.99, \"9 ms\"], [1, \"40 ms\"]]",
         .columns = with(table({{.name = "share",
                                 .label = "Share",
                                 .type = number,
                                 .defaultValue = nullptr,
                                 .meaning = "Share of the values that are smaller.",
                                 .minimum = 0.0,
                                 .required = true,
                                 .maximum = 1.0}}),
                         {valueColumn()})},
        {.name = "file",
         .label = "File",
         .type = text,
         .defaultValue = nullptr,
         .meaning = "Instead: a CSV file in the project's folder. Its first line names the columns: value, optionally "
                    "weight and to; or share and value, which are quantiles.",
         .example = "service-times.csv"},
        {.name = "unit",
         .label = "Unit of the file",
         .type = text,
         .defaultValue = nullptr,
         .meaning = "Unit of the numbers in the file, as in ms or KiB; without one they are in the base unit.",
         .example = "ms"},
    });
    return fields;
}

} // namespace headroom::project
