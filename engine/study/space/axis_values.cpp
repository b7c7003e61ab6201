#include "study/space/axis_values.h"

#include "project/document/nearest.h"
#include "project/document/pointer.h"
#include "project/expression/quantity.h"
#include "project/resolve/parameter_values.h"
#include "project/resolve/resolver.h"
#include "project/structure/describe_studies.h"

#include <algorithm>
#include <cmath>

namespace headroom::study {

using project::Json;
using project::Parameter;

namespace {

/// Reads one axis and reports its faults.
class AxisReader
{
public:
    AxisReader(const project::Project& project, const project::ComponentLibrary& components,
               const project::StudyAxis& axis, std::string pointer, project::Findings& findings)
        : project_(project), components_(components), given_(axis), pointer_(std::move(pointer)), findings_(findings)
    {
    }

    std::optional<Axis> read()
    {
        const std::size_t before = findings_.size();
        parameter_ = project::findParameter(project_, given_.parameter);
        if (!parameter_) {
            std::vector<std::string> names;
            for (const Parameter& each : project_.parameters)
                names.push_back(each.name);
            error("parameter.unknown", "/parameter", "There is no parameter \"" + given_.parameter + "\".",
                  project::suggestion(given_.parameter, names));
            return {};
        }
        Axis axis;
        axis.parameter = given_.parameter;
        if (given_.values.is_array())
            takeList(axis);
        else if (given_.values.is_string())
            takeTicked(axis);
        else
            takeRange(axis);
        if (findings_.size() > before)
            return {};
        return axis;
    }

private:
    void takeList(Axis& axis)
    {
        for (std::size_t i = 0; i < given_.values.size(); ++i)
            take(axis, given_.values[i], "/values" + project::below(i));
        if (axis.values.empty())
            error("axis.no-values", "/values", "The list of values is empty.", "Add a value.");
    }

    void takeTicked(Axis& axis)
    {
        for (const Json& value : project::tickedOf(*parameter_))
            take(axis, value, "/values");
        if (axis.values.empty())
            error("axis.no-values", "/values", "No alternative of \"" + axis.parameter + "\" is ticked.",
                  "Tick some, or write a list of values.");
    }

    void takeRange(Axis& axis)
    {
        if (project::numberOf(*parameter_, parameter_->value) == std::nullopt ||
            parameter_->type == project::ParameterType::flag)
            return error("axis.no-range", "/from", "\"" + axis.parameter + "\" takes no numbers, so it has no range.",
                         "Write a list of values.");
        project::Resolver resolver(project_, components_, findings_);
        const auto bound = [&](const char* name) {
            const auto found = given_.fields.find(name);
            return found == given_.fields.end()
                       ? 0.0
                       : resolver.expression(*found, parameter_->unit, pointer_ + '/' + name, resolver.globalScope())
                             .value();
        };
        axis.isRange = true;
        axis.from = bound("from");
        axis.to = bound("to");
        axis.isLogarithmic = resolver.text(project::axisFields(), "scale", given_.fields, pointer_) == "log";
        if (axis.isLogarithmic && !(axis.from > 0 && axis.to > 0))
            return error("axis.log-range", "/from", "Steps by the same factor need ends above zero.",
                         "Let the range begin above zero, or set \"scale\" to \"linear\".");
        const auto steps =
            static_cast<std::size_t>(resolver.number(project::axisFields(), "steps", given_.fields, pointer_));
        for (std::size_t i = 0; i < steps; ++i) {
            const Json value = valueAt(axis, *parameter_, static_cast<double>(i) / static_cast<double>(steps - 1));
            // Steps of a range of whole numbers may fall on the same one.
            if (std::find(axis.values.begin(), axis.values.end(), value) == axis.values.end())
                take(axis, value, i == 0 ? "/from" : "/to");
        }
    }

    void take(Axis& axis, const Json& value, const std::string& at)
    {
        if (const auto fault = project::faultOf(*parameter_, value, components_))
            error(fault->key, at, fault->problem, fault->remedy);
        else if (std::find(axis.values.begin(), axis.values.end(), value) != axis.values.end())
            error("axis.value-twice", at, "The value " + project::settingText(value) + " is given twice.",
                  "Remove one of them.");
        else
            axis.values.push_back(value);
    }

    void error(const std::string& key, const std::string& at, const std::string& problem, const std::string& remedy)
    {
        findings_.push_back(
            {project::Severity::error, key, pointer_ + at, "study axis \"" + given_.parameter + '"', problem, remedy});
    }

    const project::Project& project_;
    const project::ComponentLibrary& components_;
    const project::StudyAxis& given_;
    std::string pointer_;
    project::Findings& findings_;
    const Parameter* parameter_ = nullptr;
};

} // namespace

Json valueAt(const Axis& axis, const Parameter& parameter, double share)
{
    double value = axis.isLogarithmic ? axis.from * std::pow(axis.to / axis.from, share)
                                      : axis.from + (axis.to - axis.from) * share;
    constexpr double digits = 1e9; // powers and sums leave an error in the last digits, which no one wants to read
    if (value != 0) {
        const double unit = std::pow(10, std::floor(std::log10(std::fabs(value)))) / digits;
        value = std::round(value / unit) * unit;
    }
    if (parameter.type == project::ParameterType::integer)
        return static_cast<std::int64_t>(std::llround(value));
    if (value == std::floor(value) && std::fabs(value) < 9e15)
        return static_cast<std::int64_t>(value);
    return value;
}

std::optional<Axis> axisOf(const project::Project& project, const project::ComponentLibrary& components,
                           const project::StudyAxis& axis, const std::string& pointer, project::Findings& findings)
{
    return AxisReader(project, components, axis, pointer, findings).read();
}

} // namespace headroom::study
