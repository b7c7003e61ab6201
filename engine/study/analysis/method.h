// The forms in which a method of the analysis is shown. Each method has these functions beside its own values:
//
//     std::string sentenceOf(const METHOD&, const Column& figure, std::size_t points);      // the finding, or why none
//     std::vector<MethodTable> tablesOf(const METHOD&, const Column& figure, const Table&); // if it was computed
//     MethodBars barsOf(const METHOD&, const Column& figure);                               // the same
//     void describe(V&, METHOD&);                                                           // its JSON
#pragma once

#include "record/structure/describing.h"
#include "study/table/study_table.h"

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace headroom::study {

using record::Describes;
using record::Written;

struct MethodTable
{
    std::string title;                          ///< empty: the table continues the one before
    std::vector<std::vector<std::string>> rows; ///< the first is the heading; a row may end early
    std::size_t texts = 1;                      ///< columns from the left with names; the others have numbers
};

/// One bar or two for each parameter, the largest first.
struct MethodBars
{
    struct Row
    {
        std::string name;
        Cell first, second; ///< not known: there is none
    };
    std::string unit;          ///< of the values
    std::string first, second; ///< what the bars are; the second is empty if there is one bar only
    std::vector<Row> rows;
};

/// Sorts the bars by the distance of the first one from 0.
void sortByFirst(MethodBars& bars);

/// A share in a sentence: "12.3 %"; with its interval: "12.3 % (10 % to 14 %)".
std::string percent(double share);
std::string percent(const Cell& share);
/// A share in a table, with three digits.
std::string shareInWords(double share);
/// "1.2 ms to 1.4 ms"
std::string rangeInWords(const Cell& cell, const std::string& unit);

/// Why something was not computed: null in JSON if it was.
void describeUnknown(auto& v, auto& unknown)
{
    std::optional<std::string> reason;
    if (!unknown.empty())
        reason = unknown;
    v.member({.key = "unknown"}, reason);
    if constexpr (std::remove_reference_t<decltype(v)>::reads)
        unknown = reason.value_or("");
}

/// An estimate with its interval.
template <class V, Describes<Cell> R>
void describe(V& v, R& cell)
{
    v.figure({.key = "value"}, cell.value);
    v.figure({.key = "low"}, cell.low);
    v.figure({.key = "high"}, cell.high);
}

template <class V, Describes<MethodTable> R>
void describe(V& v, R& table)
{
    v.member({.key = "title"}, table.title);
    v.member({.key = "rows"}, table.rows);
    v.figure({.key = "texts"}, table.texts);
}

} // namespace headroom::study
