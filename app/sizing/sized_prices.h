// The parts of a system for which the libraries have no price, and the prices that the user gives instead.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom::app {

/// An amount as typed, in a currency.
struct Money
{
    std::string amount;
    std::string currency = "USD";
    double usd = 1;        ///< that one of the currency is worth
    std::string date = {}; ///< day of the amount and of that worth, "2026-11-29"; empty: not stated
};

/// In USD; nothing if it is no number. "350 000", "350000 USD" and "350000" are one amount.
std::optional<double> usdOf(const Money& money);

/// A part without a price.
struct UnpricedPart
{
    std::string id;    ///< of the component; of a part that nobody has named, one that it gets with its price
    std::string title; ///< "Micron 6500 ION 30.72TB", "storage: chassis, board and fans"
    std::string per;   ///< "each", "a GB"
    std::string group; ///< of a part that nobody has named
    std::string field; ///< of the group, which names such a part: "chassis"
};

struct GivenPrice
{
    UnpricedPart part;
    Money money;
};

/// Those of the groups that are ours and of the fabric in use. Parts that parameters name are those of the axes, or the
/// present ones.
std::vector<UnpricedPart> unpricedParts(const project::Project& system, const std::vector<project::StudyAxis>& choice,
                                        const std::set<std::string>& others,
                                        const project::ComponentLibrary& components);

/// Puts these prices into the project; a part that nobody has named becomes a component of its own. Amounts that are no
/// numbers are left out.
void applyPrices(project::Project& project, const std::vector<GivenPrice>& prices,
                 const project::ComponentLibrary& components);

} // namespace headroom::app
