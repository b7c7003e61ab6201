// Shared by all descriptions of the structure of results (see describe.h).
#pragma once

#include "record/structure/figure_row.h"
#include "record/summary/summary.h"

#include <concepts>
#include <type_traits>

namespace headroom::record {

/// The thing itself or a constant one: most visitors only read.
template <typename Thing, typename Described>
concept Describes = std::same_as<std::remove_const_t<Thing>, Described>;

/// A visitor that ignores everything. A function that a derived visitor declares hides all of that name here.
struct PassOverResults
{
    static constexpr bool reads = false;
    void key(const FigureRow&, const auto&) {}
    void figure(const FigureRow&, const auto&) {}
    void member(const FigureRow&, const auto&) {}
    void part(const FigureRow&, const auto&) {}
    void flat(const FigureRow&, const auto&) {}
    void group(const FigureRow&, bool, const auto&) {}
    void computed(const FigureRow&, const auto&) {}
    void converted(const FigureRow&, const auto&, const auto&) {}
    void derived(const FigureRow&, const auto&) {}
};

} // namespace headroom::record
