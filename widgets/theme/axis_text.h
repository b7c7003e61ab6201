// The numbers along the axes of all charts.
#pragma once

#include <QString>
#include <QVector>

namespace headroom::widgets {

/// Four significant digits at most, without trailing zeros: "4.5 k", "12 ms", "50 %", "200 MB/s".
QString tickText(double value, const QString& unit);

/// How ticks are written that would need more than four significant digits, since the axis shows a short stretch far
/// from zero.
enum class FarFromZero
{
    byDistance, ///< all but the first by their distance from it: "5.00010 s", "+20 µs", "+40 µs"
    inFull      ///< where some labels, the first among them, may be left out
};

/// The labels of the ticks of a linear axis, in ascending order: all in one unit, in which the largest is readable, and
/// with as many decimals as their distance needs: "0", "0.5 ms", "1.0 ms". Zero is a plain "0".
QVector<QString> tickTexts(const QVector<double>& ticks, const QString& unit,
                           FarFromZero far = FarFromZero::byDistance);

/// A value with these decimals, in the unit in which `largest` is readable: "0.3 ns" among values up to 1 ns.
QString textAmong(double value, double largest, const QString& unit, int decimals);

} // namespace headroom::widgets
