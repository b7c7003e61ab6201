// Formats numbers for plots and tables; units are those of record::SeriesInfo.
#pragma once

#include <QString>

namespace headroom::widgets {

/// Three significant digits with a readable unit: 4820 "1/s" → "4 820 /s", 0.0126 "s" → "12.6 ms", 0.93 "share" → "93
/// %". A dash for NaN. Very small times and numbers are "<0.01 ns" and "<0.0001".
QString valueText(double value, const QString& unit);
/// A share that is not shown as zero unless it is: "<0.1 %", "0.3 %", "68 %".
QString partText(double share);

/// A whole amount of money in groups of three digits: "148 400 USD".
QString usdText(double usd);

} // namespace headroom::widgets
