// Finds one element of the document; base of visitors that use only its members.
#pragma once

#include "project/structure/describe.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace headroom::project {

/// Descends to the element, except for blocks, whose diagrams are found by their paths. A derived class declares the
/// members that it uses, and calls here() to check whether they belong to the element itself.
template <typename Visitor>
class ToElement : public PassOver
{
public:
    /// `ids` identify the element, see ElementKind.
    ToElement(ElementKind kind, const std::vector<std::string>& ids)
        : kind_(kind), ids_(ids), here_(kind == ElementKind::project)
    {
    }

    template <typename Items>
    void list(const List& list, Items& items)
    {
        using Item = typename std::remove_const_t<Items>::value_type;
        if constexpr (!std::is_same_v<Item, Wire> && !std::is_same_v<Item, Diagram>) {
            if (!list.kind || depth_ == ids_.size())
                return;
            const auto found = std::find_if(items.begin(), items.end(),
                                            [&](const Item& item) { return nameOf(item) == ids_[depth_]; });
            if (found == items.end())
                return;
            ++depth_;
            visit(*list.kind, *found);
            --depth_;
        }
    }
    template <typename Thing>
    void part(const Member&, ElementKind kind, Thing& thing)
    {
        visit(kind, thing);
    }
    /// The definition of the role belongs to the same element.
    template <typename Described>
    void definition(const Member&, Described& behaviour)
    {
        describe(static_cast<Visitor&>(*this), behaviour.role);
    }

protected:
    /// True if the described element is the one searched for.
    bool here() const { return here_; }
    /// The next description is that of the element.
    void setHere() { here_ = true; }
    bool isElement(ElementKind kind) const { return kind == kind_ && depth_ == ids_.size(); }
    /// True if a list of elements of its kind that is visited now is the one that it belongs to.
    bool holdsElement() const { return depth_ + 1 == ids_.size(); }

private:
    template <typename Thing>
    void visit(ElementKind kind, Thing& thing)
    {
        const bool outside = std::exchange(here_, isElement(kind));
        describe(static_cast<Visitor&>(*this), thing);
        here_ = outside;
    }

    ElementKind kind_;
    const std::vector<std::string>& ids_;
    bool here_;
    std::size_t depth_ = 0;
};

} // namespace headroom::project
