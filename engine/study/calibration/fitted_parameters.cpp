#include "study/calibration/fitted_parameters.h"

#include "project/document/nearest.h"
#include "project/expression/quantity.h"
#include "project/expression/units.h"
#include "project/structure/parameter_uses.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace headroom::study {

namespace {

using project::Parameter;

double bound(const std::string& text, const Parameter& parameter, const std::string& whole)
{
    const auto quantity = project::parseQuantity(text);
    if (!quantity || !std::isfinite(quantity->value))
        throw CalibrationFault("--fit " + whole + ": \"" + text + "\" is no number. Write NAME=FROM..TO, as in " +
                               parameter.name + (parameter.unit == "s" ? "=10 us..5 ms." : "=0.1..10."));
    if (!quantity->unit.empty() && quantity->unit != parameter.unit)
        throw CalibrationFault("--fit " + whole + ": \"" + text + "\" has another unit than " + parameter.name +
                               ", which is in " + (parameter.unit.empty() ? "plain numbers" : parameter.unit) + '.');
    return quantity->value;
}

const Parameter& parameterOf(const project::Project& project, const std::string& name)
{
    std::vector<std::string> names;
    for (const Parameter& each : project.parameters) {
        if (each.name == name)
            return each;
        names.push_back(each.name);
    }
    throw CalibrationFault("--fit: the project has no parameter \"" + name + "\". " + project::suggestion(name, names));
}

double startOf(const Parameter& parameter)
{
    if (parameter.value.is_number())
        return parameter.value.get<double>();
    const auto quantity = parameter.value.is_string() ? project::parseQuantity(parameter.value.get<std::string>())
                                                      : std::optional<project::Quantity>();
    if (!quantity)
        throw CalibrationFault("--fit " + parameter.name + ": its value in the project is no number.");
    return quantity->value;
}

void readBounds(FittedParameter& fitted, const Parameter& parameter, const std::string& text, const std::string& range)
{
    if (range.empty()) {
        if (!parameter.minimum || !parameter.maximum)
            throw CalibrationFault(
                "--fit " + text + ": the parameter declares no " + (parameter.minimum ? "maximum" : "minimum") +
                ". Write the bounds within which its value makes sense, as " + parameter.name + "=FROM..TO.");
        fitted.from = *parameter.minimum;
        fitted.to = *parameter.maximum;
    } else {
        const std::size_t dots = range.find("..");
        if (dots == std::string::npos)
            throw CalibrationFault("--fit " + text + ": write the bounds as NAME=FROM..TO.");
        fitted.from = bound(range.substr(0, dots), parameter, text);
        fitted.to = bound(range.substr(dots + 2), parameter, text);
    }
    if (!(fitted.from < fitted.to))
        throw CalibrationFault("--fit " + text + ": the lower bound is not below the upper one.");
    if ((parameter.minimum && fitted.from < *parameter.minimum) ||
        (parameter.maximum && fitted.to > *parameter.maximum))
        throw CalibrationFault(
            "--fit " + text + ": the bounds are beyond those of the parameter, " +
            (parameter.minimum ? project::exactText(*parameter.minimum, parameter.unit) : "any") + " to " +
            (parameter.maximum ? project::exactText(*parameter.maximum, parameter.unit) : "any") + '.');
    if (fitted.start < fitted.from || fitted.start > fitted.to)
        throw CalibrationFault("--fit " + text + ": the project's value, " +
                               project::exactText(fitted.start, parameter.unit) +
                               ", is not within the bounds. Widen them, or begin elsewhere with --set.");
}

} // namespace

double FittedParameter::place(double value) const
{
    const double share = logarithmic() ? std::log(value / from) / std::log(to / from) : (value - from) / (to - from);
    return std::clamp(share, 0.0, 1.0);
}

double FittedParameter::value(double place) const
{
    return logarithmic() ? from * std::pow(to / from, place) : from + (to - from) * place;
}

std::vector<FittedParameter> fittedParameters(const project::Project& project, const std::vector<std::string>& texts,
                                              const std::vector<std::string>& ofCases)
{
    std::vector<FittedParameter> fitted;
    for (const std::string& text : texts) {
        const std::size_t sign = text.find('=');
        const std::string name = text.substr(0, sign);
        const Parameter& parameter = parameterOf(project, name);
        if (std::ranges::find(fitted, name, &FittedParameter::name) != fitted.end())
            throw CalibrationFault("--fit " + text + ": " + name + " is to be fitted twice.");
        if (std::ranges::find(ofCases, name) != ofCases.end())
            throw CalibrationFault("--fit " + text + ": the cases set " + name + ", so it cannot be fitted.");
        if (parameter.type == project::ParameterType::integer)
            throw CalibrationFault("--fit " + text + ": its values are whole numbers. Try them by a study.");
        if (parameter.type != project::ParameterType::number && parameter.type != project::ParameterType::quantity)
            throw CalibrationFault("--fit " + text + ": its values are no numbers. Try them by a study.");
        if (!project::hasEffect(project, name))
            throw CalibrationFault("--fit " + text + ": nothing in the project uses " + name +
                                   ", so no measurement says anything about it.");
        FittedParameter& made = fitted.emplace_back();
        made.name = name;
        made.unit = parameter.unit;
        made.start = startOf(parameter);
        readBounds(made, parameter, text, sign == std::string::npos ? "" : text.substr(sign + 1));
    }
    if (fitted.empty())
        throw CalibrationFault("Name the parameters to fit with --fit NAME or --fit NAME=FROM..TO.");
    return fitted;
}

std::string settingOf(const FittedParameter& parameter, double value)
{
    return parameter.name + '=' + project::exactText(value, parameter.unit);
}

} // namespace headroom::study
