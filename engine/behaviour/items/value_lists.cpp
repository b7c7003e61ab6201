#include "behaviour/items/value_lists.h"

#include <utility>

namespace headroom::behaviour {

double ValueLists::withValue(double list, double value, std::uint32_t request)
{
    if (list == 0) {
        const std::uint32_t fresh = lists_.take();
        if (request >= listsOf_.size())
            listsOf_.resize(request + std::size_t{1}, nowhere);
        lists_[fresh].values.clear();
        lists_[fresh].following = std::exchange(listsOf_[request], fresh);
        list = fresh + 1.0;
    }
    lists_[static_cast<std::uint32_t>(list) - 1].values.push_back(value);
    return list;
}

std::span<const double> ValueLists::in(double variable) const
{
    if (variable == 0)
        return {};
    return lists_[static_cast<std::uint32_t>(variable) - 1].values;
}

void ValueLists::drop(std::uint32_t request)
{
    if (request >= listsOf_.size())
        return;
    for (std::uint32_t list = std::exchange(listsOf_[request], nowhere); list != nowhere;) {
        const std::uint32_t following = lists_[list].following;
        lists_.give(list);
        list = following;
    }
}

} // namespace headroom::behaviour
