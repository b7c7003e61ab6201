#include "project/resolve/workload_types.h"

#include "project/document/document.h"
#include "project/document/pointer.h"

#include <algorithm>

namespace headroom::project {

namespace {

/// Types of all workloads. The component library does not matter to them.
std::vector<std::string> typesOf(const Project& project)
{
    const ComponentLibrary none;
    Findings findings;
    Resolver resolver(project, none, findings);
    std::vector<std::string> types;
    for (std::size_t i = 0; i < project.workloads.size(); ++i)
        types.push_back(workloadType(project, i, resolver));
    return types;
}

} // namespace

std::string workloadType(const Project& project, std::size_t index, Resolver& resolver)
{
    return resolver.text(workloadFields(), "type", project.workloads[index].fields, "/workloads" + below(index));
}

std::vector<std::string> workloadsOfType(const Project& project, const std::string& type)
{
    const std::vector<std::string> types = typesOf(project);
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < types.size(); ++i)
        if (types[i] == type)
            ids.push_back(project.workloads[i].id);
    return ids;
}

bool givesArrivals(const std::string& workloadType)
{
    return workloadType == "open loop" || workloadType == "trace";
}

bool hasArrivals(const Project& project)
{
    return std::ranges::any_of(typesOf(project), givesArrivals);
}

} // namespace headroom::project
