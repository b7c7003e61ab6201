// The names by which goals, derived results and studies ask for figures of a run, from the description of the results.
#pragma once

#include "record/structure/figure_row.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::record {

/// A form that names of figures have: what precedes the owner, and the figure.
struct FigureForm
{
    std::string begin;  ///< "resources."; empty: the owner is an operation
    std::string figure; ///< "used", "latency.p99"; empty: `begin` is the whole name, of a figure of the whole cluster
    std::string unit;   ///< base unit; "%" for a share, empty for a number
    Better better = Better::unknown;
};

/// All forms, those of operations last. The figures that are shown everywhere come first of their owner.
const std::vector<FigureForm>& figureForms();

/// A name taken apart.
struct FigureName
{
    const FigureForm* form = nullptr;
    std::string owner; ///< "storage.disk data"
};

/// Nothing if it has none of the forms.
std::optional<FigureName> figureNamed(std::string_view name);

/// The direction in which a change of the figure is an improvement; unknown if it has none of the forms.
Better betterOf(std::string_view figure);

} // namespace headroom::record
