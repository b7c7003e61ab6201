#include "widgets/theme/axis_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace headroom::widgets {

namespace {

constexpr int mostDigits = 4;       // of a label of an axis
constexpr double leastPlain = 1e-4; // below it a number is written with a power of ten

struct Prefix
{
    double factor = 1;
    QString text; ///< with the space before it
};

int exponentOf(double size)
{
    return static_cast<int>(std::floor(std::log10(size * (1 + 1e-9))));
}

QString powerOfTen(int exponent)
{
    QString power = QStringLiteral("×10");
    for (const QChar digit : QString::number(exponent)) {
        static const QString raised = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
        power += digit == '-' ? QChar(0x207B) : raised[digit.digitValue()];
    }
    return power;
}

/// The prefix and the unit in which numbers up to `size` are readable. A count or a rate of a thousand needs none, so
/// that an axis up to it has whole numbers.
Prefix prefixFor(double size, const QString& unit)
{
    if (unit == "share")
        return {0.01, QStringLiteral(" %")};
    if (unit == "s") {
        static const std::array<Prefix, 4> times{{{1, QStringLiteral(" s")},
                                                  {1e-3, QStringLiteral(" ms")},
                                                  {1e-6, QStringLiteral(" µs")},
                                                  {1e-9, QStringLiteral(" ns")}}};
        for (const Prefix& prefix : times)
            if (size >= prefix.factor * (1 - 1e-9))
                return prefix;
        return times.back();
    }
    const bool isSaid = unit == "B/s" || unit == "B" || unit == "b/s" || unit == "Hz";
    const QString said = isSaid ? unit : QString();
    static constexpr std::array<std::pair<double, char>, 4> prefixes{{{1e12, 'T'}, {1e9, 'G'}, {1e6, 'M'}, {1e3, 'k'}}};
    for (const auto& [factor, letter] : prefixes)
        if (size >= factor * (1 - 1e-9))
            return {factor, QString(' ') + letter + said};
    if (size > 0 && size < leastPlain)
        return {std::pow(10, exponentOf(size)), powerOfTen(exponentOf(size)) + (isSaid ? ' ' + said : QString())};
    return {1, isSaid ? ' ' + said : QString()};
}

/// Rounded to `mostDigits` significant digits, without trailing zeros.
QString shortNumber(double value)
{
    if (value == 0)
        return QStringLiteral("0");
    const int decimals = std::max(0, mostDigits - 1 - exponentOf(std::abs(value)));
    QString text = QString::number(value, 'f', decimals);
    while (text.contains('.') && (text.endsWith('0') || text.endsWith('.')))
        text.chop(1);
    return text;
}

/// The least number of decimals that tell all the values, `step` apart, as they are.
int decimalsFor(const QVector<double>& values, double step)
{
    constexpr int most = 15;
    for (int decimals = 0; decimals < most; ++decimals) {
        const double power = std::pow(10, decimals);
        if (std::ranges::all_of(
                values, [&](double value) { return std::abs(std::round(value * power) / power - value) < step / 100; }))
            return decimals;
    }
    return most;
}

} // namespace

QString tickText(double value, const QString& unit)
{
    if (value == 0)
        return unit == "share" ? QStringLiteral("0 %") : QStringLiteral("0");
    const Prefix prefix = prefixFor(std::abs(value), unit);
    return shortNumber(value / prefix.factor) + prefix.text;
}

QString textAmong(double value, double largest, const QString& unit, int decimals)
{
    const Prefix prefix = prefixFor(std::abs(largest), unit);
    return QString::number(value / prefix.factor, 'f', decimals) + prefix.text;
}

QVector<QString> tickTexts(const QVector<double>& ticks, const QString& unit, FarFromZero far)
{
    if (ticks.size() < 2)
        return ticks.isEmpty() ? QVector<QString>() : QVector<QString>{tickText(ticks.front(), unit)};
    double largest = 0, step = std::numeric_limits<double>::infinity();
    for (qsizetype i = 0; i < ticks.size(); ++i) {
        largest = std::max(largest, std::abs(ticks[i]));
        if (i > 0)
            step = std::min(step, std::abs(ticks[i] - ticks[i - 1]));
    }
    QVector<double> values;
    int decimals = 0;
    const auto countIn = [&](double factor) {
        values.clear();
        for (const double tick : ticks)
            values.append(std::abs(tick) < step / 100 ? 0 : tick / factor);
        decimals = decimalsFor(values, step / factor);
    };
    Prefix prefix = prefixFor(largest, unit);
    countIn(prefix.factor);
    const bool counts = unit == "1" || unit == "1/s" || unit.isEmpty();
    if (counts && decimals > 0 && prefix.factor > 1 && largest < std::pow(10, mostDigits)) {
        prefix = {1, {}}; // "1500" is shorter than "1.50 k"
        countIn(1);
    }
    const int whole = std::max(1, exponentOf(largest / prefix.factor) + 1);
    const bool relative = far == FarFromZero::byDistance && decimals > 0 && whole + decimals > mostDigits;
    QVector<QString> texts;
    for (qsizetype i = 0; i < ticks.size(); ++i)
        texts.append(relative && i > 0 ? QStringLiteral("+") + tickText(ticks[i] - ticks[0], unit)
                     : values[i] == 0  ? tickText(0, unit)
                                       : QString::number(values[i], 'f', decimals) + prefix.text);
    return texts;
}

} // namespace headroom::widgets
