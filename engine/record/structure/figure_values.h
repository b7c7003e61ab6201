// The figures of one element of the results, in the order of its description: what pooling, goals and tables walk over.
#pragma once

#include "record/structure/figure_row.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headroom::record {

/// A figure with its row. One inside a part ("latency_ms") has the part's row, too.
struct FigureValue
{
    FigureRow row;
    std::optional<FigureRow> part;
    std::optional<double> number;       ///< as stored; nothing: unknown
    std::optional<std::uint64_t> count; ///< the same, if it is a count

    std::string path() const;  ///< "latency_ms.p99"
    std::string name() const;  ///< "latency.p99"; empty: cannot be asked for
    std::string label() const; ///< "latency p99"
    std::string unit() const;  ///< of value(): "s" for "ms"
    /// In unit(); nothing if it is unknown or not finite.
    std::optional<double> value() const;
};

/// Defined for the elements of a summary that have figures.
template <class T>
std::vector<FigureValue> figuresIn(const T& element);
/// Sets the figures to those that figuresIn() gave for another element of the type.
template <class T>
void setFigures(T& element, const std::vector<FigureValue>& figures);

/// Null if there is no such figure.
const FigureValue* findFigure(const std::vector<FigureValue>& figures, std::string_view name);

} // namespace headroom::record
