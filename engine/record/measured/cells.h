// The cells of measured tables: numbers as people and programs write them, dates and clock times. Internal to
// measured/.
#pragma once

#include <optional>
#include <string_view>

namespace headroom::record {

/// A point in time as seconds: a date (ISO 8601, 05/01/2026, 05.01.2026) since 1970, or a clock time since midnight.
struct CellTime
{
    double seconds = 0;
    bool hasDate = false;
};
/// `dayFirst`: the day stands before the month where slashes separate.
std::optional<CellTime> cellTime(std::string_view cell, bool dayFirst = false);
/// True if the first number of a date with slashes can only be a day.
bool beginsWithDay(std::string_view cell);

/// Seconds of one unit of a time column of this name ("time_ms", "elapsed (µs)"), 1 if it names none; nothing if the
/// name is not one of a time.
std::optional<double> unitOfTimes(std::string_view name);
/// Seconds of a unit of time: s, ms, min, hours; nothing if it is none.
std::optional<double> secondsOfUnit(std::string_view unit);

} // namespace headroom::record
