// Numbers with units, as users write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace headroom::project {

/// Base units: time "s"; data "B" (byte; KB, MB ... are powers of 1000, KiB, MiB ... of 1024); data rate "B/s"
/// ("25 Gb/s", "25 Gbit/s" and "3.1 GB/s" alike); frequency "Hz" and "1/s"; power "W"; money "USD"; share ""
/// ("50 %" is 0.5).
struct Quantity
{
    double value = 0; ///< in the base unit
    std::string unit; ///< base unit, "" for a plain number
};

/// "64 KiB", "8ms", "25 Gb/s", "3", "50 %". Nothing if it is not a number with an optional known unit.
std::optional<Quantity> parseQuantity(std::string_view text);

/// Factor and base unit of a unit, e.g. "ms" → {0.001, "s"}; nothing if unknown.
std::optional<Quantity> findUnit(std::string_view unit);

/// Three significant digits and a readable prefix: 1.24e9 "B/s" → "1.24 GB/s", 0.0031 "s" → "3.10 ms". The text is
/// narrow enough for a table. Byte counts use powers of 1000. Prices from 1000 USD on are given to the dollar.
std::string formatQuantity(double value, std::string_view unit);

/// A figure of the results in words; a unit of "%" means a share from 0 to 1: 0.7 → "70 %". Rates are "38.7 /s".
std::string figureText(double value, std::string_view unit);

/// Three significant digits with a thin space between thousands: 4820 → "4 820", 0.01234 → "0.0123".
std::string formatNumber(double value);

} // namespace headroom::project
