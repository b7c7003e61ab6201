#include "widgets/parameters/fields/quantity_check.h"

#include "project/expression/quantity.h"

#include <QCoreApplication>

#include <cmath>

namespace headroom::widgets {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("TypedValue", text);
}

QString rangeProblem(const project::Parameter& parameter, double value)
{
    const QString unit = QString::fromStdString(parameter.unit);
    const auto shown = [&](double limit) {
        return QString::fromStdString(project::formatQuantity(limit, parameter.unit));
    };
    if (parameter.minimum && value < *parameter.minimum)
        return tr("At least %1.").arg(shown(*parameter.minimum));
    if (parameter.maximum && value > *parameter.maximum)
        return tr("At most %1.").arg(shown(*parameter.maximum));
    return {};
}

QString exampleOf(const std::string& unit)
{
    if (unit == "B")
        return tr("a size such as 64 KiB");
    if (unit == "s")
        return tr("a time such as 8 ms");
    if (unit == "B/s")
        return tr("a rate such as 500 MB/s");
    return unit.empty() ? tr("a number") : tr("a quantity in %1").arg(QString::fromStdString(unit));
}

} // namespace

TypedValue parseTyped(const project::Parameter& parameter, const QString& text)
{
    const QString typed = text.trimmed();
    const auto quantity = project::parseQuantity(typed.toStdString());
    const bool wantsUnit = parameter.type == project::ParameterType::quantity;
    if (!quantity)
        return {{}, tr("Not understood; write %1.").arg(exampleOf(wantsUnit ? parameter.unit : std::string()))};
    if (wantsUnit && quantity->unit != parameter.unit)
        return {{}, tr("Wrong unit; write %1.").arg(exampleOf(parameter.unit))};
    if (!wantsUnit && !quantity->unit.empty())
        return {{}, tr("Write a plain number, without a unit.")};
    if (parameter.type == project::ParameterType::integer && quantity->value != std::floor(quantity->value))
        return {{}, tr("Write a whole number.")};
    if (const QString problem = rangeProblem(parameter, quantity->value); !problem.isEmpty())
        return {{}, problem};
    if (wantsUnit)
        return {project::Json(typed.toStdString()), {}};
    return {jsonFromText(typed), {}};
}

QString editorText(const project::Json& value)
{
    if (value.is_string())
        return QString::fromStdString(value.get<std::string>());
    if (value.is_null())
        return {};
    return QString::fromStdString(value.dump());
}

project::Json jsonFromText(const QString& text)
{
    const QString typed = text.trimmed();
    bool whole = false, real = false;
    const qlonglong integer = typed.toLongLong(&whole);
    if (whole)
        return project::Json(integer);
    const double number = typed.toDouble(&real);
    if (real && std::isfinite(number))
        return project::Json(number);
    return project::Json(typed.toStdString());
}

} // namespace headroom::widgets
