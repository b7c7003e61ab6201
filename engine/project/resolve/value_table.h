// Distributions given by a table: values as they were measured, drawn again.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

class Resolver;
struct Distribution;

/// A distribution of values, each with a share; a share is one value or, evenly, a range of them.
class ValueTable
{
public:
    struct Range
    {
        double weight, from, to; ///< both included; equal for a single value
    };
    /// At least one weight must be above 0.
    explicit ValueTable(const std::vector<Range>& ranges);

    /// The value below which a share u of the values lies; u in [0, 1).
    double at(double u) const;
    double mean() const;

private:
    std::vector<Range> ranges_; ///< with cumulative weights; the last is 1
};

/// The table of a distribution of the project; null if it has faults, which are reported. A file is looked for in
/// `folder`; without a folder (in the checks) it is not read, and the table is null.
std::shared_ptr<const ValueTable> readTable(const Distribution& distribution, const std::string& pointer,
                                            Resolver& resolver, const std::optional<std::filesystem::path>& folder);

/// The unit in which a distribution's values are written: "s", "B" and so on; empty if they are plain numbers.
std::string unitOfTable(const Distribution& distribution);

} // namespace headroom::project
