// One row of the description of a run's results (describe.h): what there is to know about a figure or a member.
#pragma once

namespace headroom::record {

/// When a member is in the JSON, and whether reading requires it.
enum class Written
{
    always,
    later, ///< always, but results of older versions lack it: reading then keeps the default
    ifSet  ///< only if it differs from its default: not empty, not zero, known
};

/// How the values of several runs that differ in their seeds become one. A run without the element counts as 0.
enum class Pool
{
    first, ///< that of the first run
    sum,
    most,
    mean,     ///< of an optional one: unknown if a run with the element does not know it
    counted,  ///< mean over the runs in which something was counted: those whose figure `count` is not 0
    weighted, ///< mean weighted with the figure before it
    interval  ///< mean with a confidence interval over the runs
};

/// The direction in which a change is an improvement.
enum class Better
{
    unknown,
    more,
    less
};

/// The outputs that show a figure as a column; several can be joined with |. JSON has all figures.
enum class Shown : unsigned
{
    nowhere = 0,
    terminal = 1, ///< the tables that `simulate` prints
    workbook = 2, ///< XLSX
    report = 4,
    comparison = 8, ///< of two runs, and runs side by side
    everywhere = 15
};
constexpr Shown operator|(Shown one, Shown other)
{
    return static_cast<Shown>(static_cast<unsigned>(one) | static_cast<unsigned>(other));
}
constexpr bool shows(Shown where, Shown output)
{
    return (static_cast<unsigned>(where) & static_cast<unsigned>(output)) != 0;
}

/// Rows with a column are written in this order, for instance {"queue_mean", "queue", "1", "queue mean", "queue",
/// Pool::mean, Shown::everywhere, Better::less}; others name what they set: {.key = "seed"}.
struct FigureRow
{
    const char* key;        ///< in JSON
    const char* name = "";  ///< in goals and studies, after that of its owner; empty: cannot be asked for
    const char* unit = "1"; ///< as stored: "1", "share" (0 … 1), "s", "ms", "B", "B/s", "1/s", "W", "J", "USD"
    const char* label = ""; ///< heading of a column: "utilisation mean"
    const char* brief = ""; ///< heading of a narrow column: "used, mean"
    Pool pool = Pool::first;
    Shown shown = Shown::nowhere;
    Better better = Better::unknown;
    Written written = Written::always;
    const char* of = ""; ///< the key of the figure for which this is half of the 95 % interval, over its value
};

} // namespace headroom::record
