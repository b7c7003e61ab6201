#include "study/cost/inventory.h"

#include <optional>
#include <utility>

namespace headroom::study {

Inventory::Purchase Inventory::complete(const record::Summary& system)
{
    std::map<std::string, std::pair<double, std::optional<double>>> needed; // the same part may be in several groups
    for (const record::GroupCost& group : system.costs)
        for (const record::BillLine& line : group.lines) {
            auto& [count, usdEach] = needed[line.part];
            count += line.count;
            usdEach = line.usdEach;
        }
    Purchase purchase;
    for (const auto& [part, line] : needed) {
        double& owned = owned_[part];
        const double added = line.first - owned;
        if (added <= 0)
            continue;
        owned = line.first;
        purchase.usd += line.second ? added * *line.second : 0;
        purchase.pricesMissing = purchase.pricesMissing || !line.second;
    }
    return purchase;
}

} // namespace headroom::study
