#include "study/analysis/method.h"

#include "project/expression/quantity.h"
#include "study/table/decision_text.h"

#include <algorithm>
#include <cmath>

namespace headroom::study {

void sortByFirst(MethodBars& bars)
{
    std::stable_sort(bars.rows.begin(), bars.rows.end(), [](const MethodBars::Row& a, const MethodBars::Row& b) {
        return std::fabs(a.first.value) > std::fabs(b.first.value);
    });
}

std::string percent(double share)
{
    const double rounded = std::round(share * 1000) / 10;
    return project::formatNumber(rounded == 0 ? 0 : rounded) + " %"; // never "-0 %"
}

std::string percent(const Cell& share)
{
    return percent(share.value) + " (" + percent(share.low) + " to " + percent(share.high) + ')';
}

std::string shareInWords(double share)
{
    return inWords(std::round(share * 1000) == 0 ? 0 : share, "%");
}

std::string rangeInWords(const Cell& cell, const std::string& unit)
{
    return inWords(cell.low, unit) + " to " + inWords(cell.high, unit);
}

} // namespace headroom::study
