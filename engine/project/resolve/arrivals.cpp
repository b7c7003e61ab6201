#include "project/resolve/arrivals.h"

#include "project/document/pointer.h"

namespace headroom::project {

bool givesArrivals(const std::string& workloadType)
{
    return workloadType == "open loop" || workloadType == "trace";
}

bool hasArrivals(const Project& project, Resolver& resolver)
{
    for (std::size_t i = 0; i < project.workloads.size(); ++i)
        if (givesArrivals(
                resolver.text(workloadFields(), "type", project.workloads[i].fields, "/workloads" + below(i))))
            return true;
    return false;
}

} // namespace headroom::project
