// Formats numbers for plots and tables; units are those of record::SeriesInfo.
#pragma once

#include <QString>

namespace headroom::widgets {

/// Three significant digits with a readable unit: 4820 "1/s" → "4 820 /s", 0.0126 "s" → "12.6 ms", 0.93 "share" → "93
/// %". A dash for NaN.
QString valueText(double value, const QString& unit);
/// A share that is not shown as zero unless it is: "<0.1 %", "0.3 %", "68 %".
QString partText(double share);

/// Short, without trailing zeros, for the ticks of an axis: "4.5 k", "12 ms", "50 %", "200 MB/s".
QString tickText(double value, const QString& unit);

} // namespace headroom::widgets
