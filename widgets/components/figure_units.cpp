#include "widgets/components/figure_units.h"

#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/library/figure_unit.h"
#include "project/vocabulary/component_kinds.h"
#include "widgets/parameters/fields/quantity_check.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace headroom::widgets {

using project::Json;

namespace {

/// The ports of a switch or the turbo clocks of a processor.
QString rowsText(const Json& rows)
{
    QStringList parts;
    for (const Json& row : rows)
        if (row.is_object() && row.contains("clock_Hz"))
            parts.append(QString("%1: %2").arg(QString::number(row.value("cores", 0.0)),
                                               figureText("clock_Hz", row.value("clock_Hz", Json()))));
        else if (row.is_object())
            parts.append(QString("%1 × %2").arg(QString::number(row.value("count", 0.0)),
                                                figureText("rate_bps", row.value("rate_bps", Json()))));
    return parts.join(", ");
}

/// The shortest exact text: "750 GB", "2.4 GB/s".
QString withPrefix(double number, const QString& unit)
{
    constexpr std::array prefixes{std::pair{1e12, "T"}, std::pair{1e9, "G"}, std::pair{1e6, "M"}};
    const auto written = [](double value) { return QString::fromStdString(project::exactText(value, "")); };
    for (const auto& [factor, prefix] : prefixes)
        if (number >= factor && written(number / factor).toDouble() * factor == number &&
            written(number / factor).size() <= 6)
            return written(number / factor) + ' ' + prefix + unit;
    return written(number) + ' ' + unit;
}

} // namespace

FigureUnit unitOf(const std::string& figure)
{
    const project::FigureEnding& ending = project::endingOf(figure);
    return {ending.base, ending.factor};
}

QString figureText(const std::string& figure, const Json& value)
{
    if (value.is_array())
        return rowsText(value);
    if (value.is_boolean())
        return value.get<bool>() ? QCoreApplication::translate("Figures", "yes")
                                 : QCoreApplication::translate("Figures", "no");
    if (!value.is_number())
        return editorText(value);
    const double number = value.get<double>();
    if (figure.ends_with("_bps")) { // line rates are displayed in bits
        const bool giga = number >= 1e9;
        return QString::fromStdString(project::formatNumber(number / (giga ? 1e9 : 1e6))) + (giga ? " Gb/s" : " Mb/s");
    }
    const FigureUnit unit = unitOf(figure);
    if (unit.base.isEmpty())
        return QString::fromStdString(project::formatNumber(number));
    if (unit.base == "USD")
        return "$ " + QString::fromStdString(project::formatNumber(number));
    return QString::fromStdString(project::formatQuantity(number * unit.factor, unit.base.toStdString()));
}

QString figureEditText(const std::string& figure, const Json& value)
{
    const FigureUnit unit = unitOf(figure);
    if (!value.is_number() || unit.base.isEmpty())
        return editorText(value);
    const double number = value.get<double>();
    if (figure.ends_with("_bps"))
        return withPrefix(number, "b/s");
    if (unit.base == "B" || unit.base == "B/s" || unit.base == "Hz")
        return withPrefix(number, unit.base);
    return QString::fromStdString(project::exactText(number, "")) + ' ' +
           (unit.base == "USD" ? unit.base : QString::fromUtf8(project::endingOf(figure).text + 1));
}

std::optional<Json> figureFromText(const std::string& figure, const QString& text)
{
    const auto quantity = project::parseQuantity(text.trimmed().toStdString());
    if (!quantity)
        return {};
    const FigureUnit unit = unitOf(figure);
    const bool plain = quantity->unit.empty();
    if (!plain && (unit.base.isEmpty() || !project::sameDimension(quantity->unit, unit.base.toStdString())))
        return {};
    const double number = plain ? quantity->value : quantity->value / unit.factor;
    // Factors are not exact; 12 digits are more than a data sheet has.
    return jsonFromText(QString::number(number, 'g', 12).contains('e') && number == std::floor(number) && number < 9e15
                            ? QString::number(static_cast<qlonglong>(number))
                            : QString::number(number, 'g', 12));
}

Better betterOf(const std::string& figure)
{
    static const std::array properties{"rpm",     "saturation_queue_depth", "iops_queue_depth", "parallel_channels",
                                       "threads", "memory_channels"};
    if (std::find(properties.begin(), properties.end(), figure) != properties.end())
        return Better::neither;
    const QString base = unitOf(figure).base;
    if (base == "s" || base == "W" || base == "USD" || figure.starts_with("price") || figure.starts_with("power") ||
        figure.find("_power_") != std::string::npos)
        return Better::less;
    return Better::more;
}

const project::Fields& figuresOf(const std::string& kind)
{
    static const project::Fields none;
    const project::ComponentKind* found = project::findComponentKind(kind);
    return found ? found->figures : none;
}

QString figureLabel(const std::string& kind, const std::string& figure)
{
    if (const auto* declared = project::findField(figuresOf(kind), figure))
        return QString::fromStdString(declared->label);
    QString words = QString::fromStdString(figure);
    words.chop(static_cast<int>(std::string_view(project::endingOf(figure).text).size()));
    words.replace('_', ' ');
    return words.left(1).toUpper() + words.mid(1);
}

} // namespace headroom::widgets
