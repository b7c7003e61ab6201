// Finds the parts of a document by their ids.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

namespace headroom::widgets {

/// The part with this id; null if there is none.
template <typename List>
auto* byId(List& list, const std::string& id)
{
    const auto found = std::find_if(list.begin(), list.end(), [&](const auto& entry) { return entry.id == id; });
    return found == list.end() ? nullptr : &*found;
}

/// The first of "base1", "base2", ... that no part of the list has.
template <typename List>
std::string freshId(const List& list, const std::string& base)
{
    std::unordered_set<std::string_view> taken; // a list may have ten thousand parts
    for (const auto& entry : list)
        taken.insert(entry.id);
    for (int number = 1;; ++number)
        if (std::string id = base + std::to_string(number); !taken.contains(id))
            return id;
}

} // namespace headroom::widgets
