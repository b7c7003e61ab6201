#include "project/vocabulary/assignments.h"

#include <algorithm>
#include <utility>

namespace headroom::project {

std::vector<Assignment> assignmentsIn(const Json& value)
{
    std::vector<Assignment> assignments;
    if (value.is_object())
        for (const auto& [name, assigned] : value.items())
            assignments.push_back({name, assigned, name});
    else if (value.is_array())
        for (std::size_t i = 0; i < value.size(); ++i)
            if (value[i].is_string())
                assignments.push_back({value[i].get<std::string>(), value[i], std::to_string(i)});
    return assignments;
}

Json withNames(const Json& value)
{
    if (!value.is_array())
        return value;
    Json object = Json::object();
    for (Assignment& each : assignmentsIn(value))
        object[each.name] = std::move(each.value);
    return object;
}

Json asNames(const Json& value)
{
    const std::vector<Assignment> assignments = assignmentsIn(value);
    if (!value.is_object() || std::any_of(assignments.begin(), assignments.end(),
                                          [](const Assignment& each) { return each.value != each.name; }))
        return value;
    Json names = Json::array();
    for (const Assignment& each : assignments)
        names.push_back(each.name);
    return names;
}

} // namespace headroom::project
