#include "record/structure/figure_names.h"

#include "record/structure/figure_values.h"
#include "record/summary/summary.h"

#include <algorithm>
#include <tuple>

namespace headroom::record {

namespace {

std::string unitOf(const FigureValue& figure)
{
    const std::string unit = figure.unit();
    return unit == "share" ? "%" : unit == "1" ? "" : unit;
}

void add(std::vector<FigureForm>& forms, const char* begin, std::vector<FigureValue> figures)
{
    // Lists offer first what every table shows. The figures of a part stay together: mean, quantiles, maximum.
    std::stable_partition(figures.begin(), figures.end(), [](const FigureValue& figure) {
        return !figure.part && figure.row.shown == Shown::everywhere;
    });
    for (const FigureValue& figure : figures)
        if (const std::string name = figure.name(); !name.empty())
            forms.push_back({begin, name, unitOf(figure), figure.row.better});
}

std::vector<FigureForm> allForms()
{
    std::vector<FigureForm> forms;
    add(forms, "resources.", figuresIn(ResourceSummary()));
    add(forms, "states.", figuresIn(StateSummary()));
    add(forms, "jobs.", figuresIn(JobSummary()));
    add(forms, "workloads.", figuresIn(WorkloadSummary()));
    add(forms, "stretches.", figuresIn(StretchSummary()));
    add(forms, "rings.", figuresIn(MissingCopies()));
    for (const auto& [name, unit, better] : {std::tuple{"capacity.usable", "B", Better::more},
                                             {"capacity.raw", "B", Better::more},
                                             {"price", "USD", Better::less},
                                             {"power", "W", Better::less},
                                             {"rack_units", "", Better::less},
                                             {"wear_yearly", "%", Better::less}})
        forms.push_back({name, {}, unit, better});
    add(forms, "", figuresIn(OperationSummary()));
    return forms;
}

} // namespace

const std::vector<FigureForm>& figureForms()
{
    static const std::vector<FigureForm> forms = allForms();
    return forms;
}

std::optional<FigureName> figureNamed(std::string_view name)
{
    for (const FigureForm& form : figureForms()) {
        if (form.figure.empty()) {
            if (name == form.begin)
                return FigureName{&form, {}};
            continue;
        }
        const std::size_t around = form.begin.size() + form.figure.size() + 1;
        if (name.size() > around && name.starts_with(form.begin) && name.ends_with('.' + form.figure))
            return FigureName{&form, std::string(name.substr(form.begin.size(), name.size() - around))};
    }
    return {};
}

Better betterOf(std::string_view figure)
{
    const auto known = figureNamed(figure);
    return known ? known->form->better : Better::unknown;
}

} // namespace headroom::record
