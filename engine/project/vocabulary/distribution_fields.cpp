// Fields of distributions that are given by a table.
#include "project/vocabulary/declaring.h"

namespace headroom::project {

using enum FieldType;

namespace {

FieldDeclaration valueColumn()
{
    return field("value", "Value", quantity, nullptr, "A value; of values with ranges, the smallest of the range.")
        .required()
        .inAnyUnit()
        .atLeast(0);
}

} // namespace

const Fields& distributionFields()
{
    static const Fields fields = {
        field("values", "Values", rows, nullptr, "Values, or ranges of them, with their weights.",
              "[[\"2 ms\", 70], [\"5 ms\", 25], [\"20 ms\", 5, \"60 ms\"]]")
            .withColumns(with({valueColumn()},
                              {
                                  field("weight", "Weight", number, 1, "Share of this row among all.").atLeast(0),
                                  field("to", "To", quantity, nullptr,
                                        "The largest of a range, in which all values are as likely; without it the "
                                        "value is always the same.")
                                      .inAnyUnit()
                                      .atLeast(0),
                              })),
        field("quantiles", "Quantiles", rows, nullptr,
              "Instead: shares of the values, in ascending order, and the value below which such a share lies. Between "
              "two rows along a line; below the first and above the last row the value stays.",
              "[[0, \"1 ms\"], [0.5, \"2 ms\"], [0.99, \"9 ms\"], [1, \"40 ms\"]]")
            .withColumns(with({field("share", "Share", number, nullptr, "Share of the values that are smaller.")
                                   .required()
                                   .within(0, 1)},
                              {valueColumn()})),
        field("file", "File", text, nullptr,
              "Instead: a CSV file in the project's folder. Its first line names the columns: value, optionally weight "
              "and to; or share and value, which are quantiles.",
              "service-times.csv"),
        field("unit", "Unit of the file", text, nullptr,
              "Unit of the numbers in the file, as in ms or KiB; without one they are in the base unit.", "ms"),
    };
    return fields;
}

} // namespace headroom::project
