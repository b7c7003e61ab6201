#include "project/editing/new_elements.h"

#include "project/document/document.h"
#include "project/expression/expression.h"
#include "project/resolve/parameter_values.h"
#include "project/vocabulary/figure_names.h"

#include <algorithm>

namespace headroom::project {

/// The placement of the first volume that a role has.
void fillNew(Selector& selector, const Project& project)
{
    selector.fields = {{"type", "ring"}};
    for (const Behaviour& behaviour : project.behaviours) {
        if (behaviour.role.volumes.empty())
            continue;
        selector.fields["role"] = behaviour.role.id;
        selector.fields["volume"] = behaviour.role.volumes.front();
        break;
    }
}

void fillNew(Disturbance& disturbance, const Project& project)
{
    disturbance.fields = {{"what", "node"}};
    if (!project.topology.groups.empty())
        disturbance.fields["target"] = project.topology.groups.back().id;
    disturbance.fields["at"] = "30 s";
}

void fillNew(Distribution& distribution, const Project&)
{
    distribution.fields["values"] = Json::array({Json::array({"1 ms", 1}), Json::array({"10 ms", 1})});
}

/// Operations in an hour: most figures are in base units, and this one shows how another unit is made.
void fillNew(DerivedResult& result, const Project& project)
{
    const std::string operation = mainOperation(project);
    const std::string figure = operation + ".throughput";
    const bool plain = isIdentifier(operation);
    result.fields = {{"value", operation.empty() ? std::string("price") : plain ? figure : '"' + figure + '"'}};
    result.fields["unit"] = operation.empty() ? "USD" : "1/h";
}

/// The tail latency of the first operation that users wait for: what is limited most often.
void fillNew(Goal& goal, const Project& project)
{
    const std::string operation = mainOperation(project);
    goal.fields = {{"metric", operation.empty() ? std::string("price") : operation + ".latency.p99"}};
    goal.fields["at_most"] = operation.empty() ? Json(100000) : Json("100 ms");
}

void fillNew(Study& study, const Project& project)
{
    study.space = usualSpace(project);
}

void fillNew(Measurement& measurement, const Project& project)
{
    measurement.fields = {{"file", "measured.csv"}};
    if (const std::string operation = mainOperation(project); !operation.empty())
        measurement.fields["metrics"] = {{operation + ".throughput", "throughput"}};
}

/// The values that the parameters have now.
void fillNew(Preset& preset, const Project& project)
{
    Json values = Json::object();
    for (const Parameter& parameter : project.parameters)
        values[parameter.name] = parameter.value;
    preset.fields = {{"values", std::move(values)}};
}

void fillNew(Validation& validation, const Project&)
{
    validation.fields = {{"figures", "throughput"}, {"cluster", "our cluster"}, {"count", 1},
                         {"lowest_error", 0},       {"highest_error", 0},       {"mean_error", 0}};
}

StudyAxis usualAxis(const Parameter& parameter)
{
    StudyAxis axis{parameter.name, "ticked", Json::object()};
    if (!tickedOf(parameter).empty())
        return axis;
    axis.values = Json::array();
    for (const Json& value : parameter.alternatives)
        axis.values.push_back(value);
    if (axis.values.empty())
        axis.values.push_back(parameter.value);
    return axis;
}

std::vector<StudyAxis> usualSpace(const Project& project)
{
    const auto& all = project.parameters;
    std::vector<StudyAxis> space;
    for (const Parameter& parameter : all)
        if (!tickedOf(parameter).empty())
            space.push_back(usualAxis(parameter));
    if (!space.empty() || all.empty())
        return space;
    const auto offered =
        std::find_if(all.begin(), all.end(), [](const auto& each) { return !each.alternatives.empty(); });
    return {usualAxis(offered == all.end() ? all.front() : *offered)};
}

} // namespace headroom::project
