// Lists that joins pass on.
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
    /// Appends a value to the list; the empty list becomes a new list of the request.
    double withValue(double list, double value, std::uint32_t request);
    /// The values of the list that a variable refers to.
    std::span<const double> in(double variable) const;
    /// Removes the lists of a request that ends.
    void drop(std::uint32_t request);
    std::size_t inUse() const { return lists_.inUse(); }

private:
    Pool<ValueList> lists_;
    std::vector<std::uint32_t> listsOf_; ///< first list, by request; sized by the last request that ever had one
};

} // namespace headroom::behaviour
