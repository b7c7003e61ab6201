#include "study/growth/growth.h"

#include "study/cost/inventory.h"

#include <cmath>

namespace headroom::study {

double Upgrade::gainPerThousandUsd() const
{
    constexpr double thousand = 1000;
    return costUsd > 0 ? std::pow(gain, thousand / costUsd) - 1 : std::numeric_limits<double>::quiet_NaN();
}

double Growth::wanted() const
{
    return std::pow(1 + yearly, years);
}

double Growth::yearsUntil(double load) const
{
    return std::log(load) / std::log1p(yearly);
}

bool Growth::carries() const
{
    const LoadLimit& last = steps.empty() ? limit : steps.back().upgrade.limit;
    return last.known() && !last.none && last.load >= wanted() * (1 - 1e-9);
}

double costOfUpgrade(const record::Summary& before, const record::Summary& after, bool& missing)
{
    Inventory inventory;
    inventory.complete(before);
    const Inventory::Purchase added = inventory.complete(after);
    missing = missing || added.pricesMissing;
    return added.usd;
}

} // namespace headroom::study
