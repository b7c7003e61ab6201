#include "project/library/figure_unit.h"

#include <algorithm>
#include <array>

namespace headroom::project {

const FigureEnding& endingOf(const std::string& figure)
{
    /// Longer endings come first; the last one fits every name.
    static constexpr std::array endings{FigureEnding{"_bps", "B/s", 1.0 / 8}, FigureEnding{"_Bps", "B/s", 1.0},
                                        FigureEnding{"_usd", "USD", 1.0},     FigureEnding{"_Hz", "Hz", 1.0},
                                        FigureEnding{"_ms", "s", 1e-3},       FigureEnding{"_us", "s", 1e-6},
                                        FigureEnding{"_ns", "s", 1e-9},       FigureEnding{"_B", "B", 1.0},
                                        FigureEnding{"_W", "W", 1.0},         FigureEnding{"", "", 1.0}};
    return *std::find_if(endings.begin(), endings.end(),
                         [&](const FigureEnding& ending) { return figure.ends_with(ending.text); });
}

} // namespace headroom::project
