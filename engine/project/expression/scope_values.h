// The values that a scope gives to names: cheap to copy, as most scopes differ from another in a few names.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace headroom::project {

/// Values by name, in layers. A copy shares the layers of the original; what either of them changes from then on is in
/// a layer of its own, on top. A copy therefore costs no more than a pointer, and a look-up as many look-ups as there
/// are layers: scopes lie within each other at most a few deep. Those that share layers belong to one thread.
template <typename Value>
class ScopeValues
{
public:
    ScopeValues() = default;
    ScopeValues(std::initializer_list<std::pair<const char*, Value>> values)
    {
        for (const auto& [name, value] : values)
            set(name, value);
    }

    std::size_t size() const { return top_ ? top_->size : 0; }
    /// Null if the name has no value. The value stays in place until that of this name is changed or erased.
    const Value* find(std::string_view name) const { return findFrom(top_.get(), name); }
    bool contains(std::string_view name) const { return find(name) != nullptr; }
    /// Throws std::out_of_range if the name has no value.
    const Value& at(std::string_view name) const
    {
        const Value* const value = find(name);
        if (!value)
            throw std::out_of_range("no value of " + std::string(name));
        return *value;
    }

    void set(std::string_view name, Value value)
    {
        Layer& layer = own();
        const auto place = layer.values.lower_bound(name);
        const bool here = place != layer.values.end() && place->first == name;
        layer.size += (here ? place->second.has_value() : layer.below && findFrom(layer.below.get(), name)) ? 0 : 1;
        if (here)
            place->second = std::move(value);
        else
            layer.values.emplace_hint(place, name, std::move(value));
    }
    /// Does nothing if the name has a value.
    void add(std::string_view name, Value value)
    {
        if (!contains(name))
            set(name, std::move(value));
    }
    void erase(std::string_view name)
    {
        if (!contains(name))
            return;
        Layer& layer = own();
        --layer.size;
        layer.values.insert_or_assign(std::string(name), std::nullopt);
    }
    void eraseBeginningWith(const std::string& prefix)
    {
        for (const auto& [name, value] : sorted(prefix))
            erase(name);
    }
    void clear() { top_.reset(); }

    /// All names that begin with the prefix, in alphabetical order, with their values. For rare uses.
    std::map<std::string_view, const Value*> sorted(std::string_view prefix = {}) const
    {
        std::map<std::string_view, const Value*> all;
        for (const Layer* layer = top_.get(); layer; layer = layer->below.get())
            for (auto each = layer->values.lower_bound(prefix);
                 each != layer->values.end() && each->first.starts_with(prefix); ++each)
                all.emplace(each->first, each->second ? &*each->second : nullptr);
        std::erase_if(all, [](const auto& each) { return !each.second; });
        return all;
    }

private:
    struct Layer
    {
        std::map<std::string, std::optional<Value>, std::less<>> values; ///< nothing: has no value from here on
        std::size_t size = 0;                                            ///< names with a value, with those below
        std::shared_ptr<const Layer> below;
    };

    static const Value* findFrom(const Layer* layer, std::string_view name)
    {
        for (; layer; layer = layer->below.get())
            if (const auto found = layer->values.find(name); found != layer->values.end())
                return found->second ? &*found->second : nullptr;
        return nullptr;
    }

    /// The top layer, which nothing else shares.
    Layer& own()
    {
        if (!top_ || top_.use_count() > 1) {
            auto layer = std::make_shared<Layer>();
            layer->size = size();
            layer->below = std::move(top_);
            top_ = std::move(layer);
        }
        return *top_;
    }

    std::shared_ptr<Layer> top_;
};

} // namespace headroom::project
