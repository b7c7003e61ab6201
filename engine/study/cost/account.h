// Answer of `headroom-engine cost` about a configuration, as JSON and read back.
#pragma once

#include "record/structure/json.h"
#include "study/cost/ownership.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace headroom::study {

/// A configuration and its cost. Unknown figures are NaN, or empty.
struct Account
{
    static constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

    std::vector<record::GroupCost> bill; ///< of the first year
    double powerW = unknown;             ///< drawn by the machines in the run of the first year
    std::vector<std::string> powerless;  ///< parts without a figure of power in the libraries; they are not in it
    double rawBytes = unknown, usableBytes = unknown;
    Ownership ownership;
    std::vector<std::string> troubles; ///< faults of the runs that it rests on, in sentences

    /// Price of the parts of the bill that have one.
    double priceUsd() const;
    /// Rack units of the chassis whose height is known; 0 if none is.
    double rackUnits() const;
};

/// `first`: of the run of the first year.
Account accountOf(const record::Summary& first, Ownership ownership, std::vector<std::string> troubles);

/// How far the computation of an account is.
struct CostProgress
{
    std::uint64_t runsDone = 0, runs = 0;
};

record::Json toJson(const Account& account);
/// A record of --stream.
record::Json toJson(const CostProgress& progress);
/// Reads a line of --stream: how far it is, or at the end the account. Throws std::runtime_error if it is neither.
std::variant<CostProgress, Account> costRecordFromText(std::string_view text);
/// Throws std::runtime_error if the text is no such account.
Account accountFromText(std::string_view text);

} // namespace headroom::study
