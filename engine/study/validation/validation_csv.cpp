#include "study/validation/validation_csv.h"

#include "csv/csv.h"

namespace headroom::study {

std::string toCsv(std::span<const Validation> validations)
{
    csv::Writer table;
    for (const char* heading :
         {"measurement", "line", "case", "figure", "unit", "measured", "simulated", "low_95", "high_95", "error"})
        table.text(heading);
    table.endRow();
    for (const Validation& validation : validations)
        for (std::size_t c = 0; c < validation.cases.size(); ++c)
            for (std::size_t m = 0; m < validation.cases[c].figures.size(); ++m) {
                const ComparedFigure& figure = validation.cases[c].figures[m];
                table.text(validation.measurement)
                    .number(static_cast<double>(validation.cases[c].lines.front()))
                    .text(nameOf(validation, c))
                    .text(validation.accuracy[m].metric)
                    .text(validation.accuracy[m].unit)
                    .number(figure.measured)
                    .number(figure.simulated)
                    .number(figure.low)
                    .number(figure.high)
                    .number(figure.error);
                table.endRow();
            }
    return table.written();
}

} // namespace headroom::study
