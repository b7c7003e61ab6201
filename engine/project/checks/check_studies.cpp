#include "project/checks/check_context.h"

namespace headroom::project {
namespace {

std::vector<std::string> parameterNames(const Project& project)
{
    std::vector<std::string> names;
    for (const Parameter& parameter : project.parameters)
        names.push_back(parameter.name);
    return names;
}

bool isSet(const Json& fields, const char* name)
{
    const auto found = fields.find(name);
    return found != fields.end() && !found->is_null();
}

void checkGoal(CheckContext& context, const Goal& goal, const std::string& pointer)
{
    context.fields(goalFields(), goal.fields, {"id"}, pointer, context.resolver.globalScope());
    if (!isSet(goal.fields, "at_most") && !isSet(goal.fields, "at_least"))
        context.error("goal.no-limit", pointer, "The goal limits nothing.", "Set \"at_most\", \"at_least\" or both.");
}

/// The values of an axis: a list, what is ticked, or a range.
void checkValues(CheckContext& context, const StudyAxis& axis, const std::string& pointer)
{
    const bool range = isSet(axis.fields, "from") && isSet(axis.fields, "to");
    if (axis.values.is_null() && !range)
        context.error("axis.no-values", pointer, "The axis has no values.",
                      "Set \"values\" to a list or to \"ticked\", or set \"from\" and \"to\".");
    else if (!axis.values.is_null() && range)
        context.error("axis.values-twice", pointer, "The axis has a list of values and a range.", "Keep one of them.");
    else if (axis.values.is_array() && axis.values.empty())
        context.error("axis.no-values", pointer + "/values", "The list of values is empty.", "Add a value.");
    else if (axis.values.is_string() && axis.values != "ticked")
        context.error("axis.unknown-word", pointer + "/values", "A text here can only be \"ticked\".",
                      "Write \"ticked\" or a list of values.");
}

void checkStudy(CheckContext& context, const Study& study, const std::string& pointer)
{
    context.fields(studyFields(), study.fields, {"id", "space", "report"}, pointer, context.resolver.globalScope());
    std::vector<std::string> varied;
    for (std::size_t i = 0; i < study.space.size(); ++i) {
        const StudyAxis& axis = study.space[i];
        const std::string place = pointer + "/space" + below(i);
        varied.push_back(axis.parameter);
        context.known("parameter.unknown", "parameter", axis.parameter, parameterNames(context.project),
                      place + "/parameter");
        context.fields(axisFields(), axis.fields, {"parameter", "values"}, place, context.resolver.globalScope());
        checkValues(context, axis, place);
    }
    context.uniqueIds(varied, pointer + "/space", "parameter");
}

void checkMeasurement(CheckContext& context, const Measurement& measurement, const std::string& pointer)
{
    context.fields(measurementFields(), measurement.fields, {"id"}, pointer, context.resolver.globalScope());
}

template <typename Items, typename Check>
void checkEach(CheckContext& context, const Items& items, const char* key, Check check)
{
    const std::string list = std::string("/") + key;
    context.uniqueIds(idsOf(items), list);
    for (std::size_t i = 0; i < items.size(); ++i)
        check(context, items[i], list + below(i));
}

} // namespace

void checkStudies(CheckContext& context)
{
    checkEach(context, context.project.goals, "goals", checkGoal);
    checkEach(context, context.project.studies, "studies", checkStudy);
    checkEach(context, context.project.measurements, "measurements", checkMeasurement);
}

} // namespace headroom::project
