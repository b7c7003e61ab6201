// The parts that are owned, and what is bought when a system needs more.
#pragma once

#include "record/summary/summary.h"

#include <map>
#include <string>

namespace headroom::study {

/// Parts are known by their names on the bill of materials. Parts that a later system no longer needs stay owned,
/// without being sold.
class Inventory
{
public:
    struct Purchase
    {
        double usd = 0;
        bool pricesMissing = false; ///< of some of the parts; they are not in `usd`
    };

    /// Buys what a system has and is not owned.
    Purchase complete(const record::Summary& system);

private:
    std::map<std::string, double> owned_; ///< counts by name
};

} // namespace headroom::study
