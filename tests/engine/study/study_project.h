// A project with parameters of every kind, for the tests of studies.
#pragma once

#include "project/document/document.h"
#include "project/library/components.h"
#include "study/space/space.h"

#include <nlohmann/json.hpp>

namespace headroom::study::test {

inline project::Parameter parameter(const char* name, project::ParameterType type, project::Json value)
{
    project::Parameter result;
    result.name = name;
    result.type = type;
    result.value = std::move(value);
    return result;
}

/// WORKERS (whole, 1 to 100000, now 10), SIZE (bytes, now 4 KiB), LEVEL (a choice: low, high; both ticked), FAST (a
/// switch).
inline project::Project studyProject()
{
    project::Project project;
    project.parameters = {parameter("WORKERS", project::ParameterType::integer, 10),
                          parameter("SIZE", project::ParameterType::quantity, "4 KiB"),
                          parameter("LEVEL", project::ParameterType::choice, "low"),
                          parameter("FAST", project::ParameterType::flag, false)};
    project.parameters[0].minimum = 1;
    project.parameters[0].maximum = 100000;
    project.parameters[1].unit = "B";
    project.parameters[2].alternatives = {"low", "high"};
    project.parameters[2].extra["ticked"] = {"low", "high"};
    return project;
}

inline project::StudyAxis list(const char* name, const char* values)
{
    return {name, project::Json::parse(values), project::Json::object()};
}

inline project::StudyAxis range(const char* name, const char* fields)
{
    return {name, nullptr, project::Json::parse(fields)};
}

} // namespace headroom::study::test
