// The units of the figures of components, which the endings of their names say.
#pragma once

#include <string>

namespace headroom::project {

/// The ending of a figure's name that says in which unit components state it.
struct FigureEnding
{
    const char* text;  ///< "_us"; empty: none, the figure is a plain number
    const char* base;  ///< base unit of quantities
    double factor = 1; ///< stated value × factor = value in the base unit
};

/// Bits stay bits in files, whereas quantities count bytes: that of "rate_bps" has the base "B/s" and the factor 1/8.
const FigureEnding& endingOf(const std::string& figure);

} // namespace headroom::project
