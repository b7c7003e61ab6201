#include "widgets/theme/number_text.h"

#include "project/expression/quantity.h"

#include <array>
#include <cmath>

namespace headroom::widgets {

QString partText(double share)
{
    return share > 0 && share < 0.0005 ? QStringLiteral("<0.1 %") : valueText(share, "share");
}

QString usdText(double usd)
{
    QString digits = QString::number(std::abs(std::round(usd)), 'f', 0);
    for (qsizetype end = digits.size() - 3; end > 0; end -= 3)
        digits.insert(end, QChar(0x2009)); // as formatNumber() groups digits
    return (std::round(usd) < 0 ? QStringLiteral("−") : QString()) + digits + QStringLiteral(" USD");
}

QString valueText(double value, const QString& unit)
{
    if (!std::isfinite(value))
        return QStringLiteral("–");
    if (unit == "share") {
        const double percent = value * 100;
        const bool fine = percent != 0 && std::abs(percent) < 9.95;
        return QString::number(percent, 'f', fine ? 1 : 0) + QStringLiteral(" %");
    }
    if (unit == "1/s")
        return QString::fromStdString(project::formatNumber(value)) + QStringLiteral(" /s");
    // Smaller values would be shown as a power of ten.
    constexpr double leastS = 1e-11, leastNumber = 1e-4;
    if (unit == "s" && value > 0 && value < leastS)
        return QStringLiteral("<0.01 ns");
    if ((unit == "1" || unit.isEmpty()) && value > 0 && value < leastNumber)
        return QStringLiteral("<0.0001");
    if (unit == "1" || unit.isEmpty())
        return QString::fromStdString(project::formatNumber(value));
    return QString::fromStdString(project::formatQuantity(value, unit.toStdString()));
}

namespace {

struct Prefix
{
    double factor;
    const char* text;
};

QString shortNumber(double value)
{
    return QString::number(value, 'g', 4);
}

} // namespace

QString tickText(double value, const QString& unit)
{
    if (unit == "share")
        return shortNumber(value * 100) + QStringLiteral(" %");
    const double size = std::abs(value);
    if (size == 0)
        return QStringLiteral("0");
    if (unit == "s") {
        static constexpr std::array<Prefix, 4> times{{{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}, {1e-9, " ns"}}};
        for (const Prefix& prefix : times)
            if (size >= prefix.factor * (1 - 1e-9))
                return shortNumber(value / prefix.factor) + QString::fromUtf8(prefix.text);
        return shortNumber(value * 1e9) + QStringLiteral(" ns");
    }
    static constexpr std::array<Prefix, 5> prefixes{{{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}, {1, " "}}};
    const QString suffix = unit == "B/s" || unit == "B" ? unit : QString();
    for (const Prefix& prefix : prefixes)
        if (size >= prefix.factor * (1 - 1e-9))
            return (shortNumber(value / prefix.factor) + QString::fromUtf8(prefix.text) + suffix).trimmed();
    return (shortNumber(value) + ' ' + suffix).trimmed();
}

} // namespace headroom::widgets
