// Lists that joins hand on.
#pragma once

#include "behaviour/records/pool.h"
#include "behaviour/records/records.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace headroom::behaviour {

class ValueLists
{
public:
    /// The list with one more value; the empty one becomes a list of the request's.
    double withValue(double list, double value, std::uint32_t request);
    /// Those of the list that a variable holds.
    std::span<const double> in(double variable) const;
    /// The request ends.
    void drop(std::uint32_t request);
    std::size_t inUse() const { return lists_.inUse(); }

private:
    Pool<ValueList> lists_;
    std::vector<std::uint32_t> listsOf_; ///< first one, by request; as long as the last that ever had one
};

} // namespace headroom::behaviour
