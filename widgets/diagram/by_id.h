// The parts of a document by their ids.
#pragma once

#include <algorithm>
#include <string>

namespace headroom::widgets {

/// Null if there is none.
template <typename List>
auto* byId(List& list, const std::string& id)
{
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.id == id; });
    return found == list.end() ? nullptr : &*found;
}

/// "base1" or the next number that no part of the list has.
template <typename List>
std::string freshId(const List& list, const std::string& base)
{
    int number = 1;
    while (byId(list, base + std::to_string(number)))
        ++number;
    return base + std::to_string(number);
}

} // namespace headroom::widgets
