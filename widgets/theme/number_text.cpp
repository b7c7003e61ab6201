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

} // namespace headroom::widgets
