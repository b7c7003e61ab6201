// Values by name, in the order of the file.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace headroom::project {

/// A look-up is linear: callers that need many build a table first.
template <typename Value>
class InOrder
{
public:
    using Entry = std::pair<std::string, Value>;

    InOrder() = default;
    InOrder(std::initializer_list<Entry> entries) : entries_(entries) {}

    bool empty() const { return entries_.empty(); }
    std::size_t size() const { return entries_.size(); }
    auto begin() { return entries_.begin(); }
    auto end() { return entries_.end(); }
    auto begin() const { return entries_.begin(); }
    auto end() const { return entries_.end(); }

    /// Null if there is none.
    Value* find(const std::string& name) { return found(entries_, name); }
    const Value* find(const std::string& name) const { return found(entries_, name); }

    /// The value of this name; a new one is added at the end.
    Value& operator[](const std::string& name)
    {
        Value* known = find(name);
        return known ? *known : append(name, {});
    }
    /// The name must be new.
    Value& append(std::string name, Value value)
    {
        return entries_.emplace_back(std::move(name), std::move(value)).second;
    }
    void erase(const std::string& name)
    {
        std::erase_if(entries_, [&](const Entry& entry) { return entry.first == name; });
    }
    /// Removes every entry for which `which` is true.
    template <typename Which>
    void eraseIf(const Which& which)
    {
        std::erase_if(entries_, which);
    }

    bool operator==(const InOrder&) const = default;

private:
    template <typename Entries>
    static auto found(Entries& entries, const std::string& name) -> decltype(&entries.front().second)
    {
        const auto at =
            std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.first == name; });
        return at == entries.end() ? nullptr : &at->second;
    }

    std::vector<Entry> entries_;
};

} // namespace headroom::project
