#include "run/results/limits/path_times.h"

#include "run/model/resource_names.h"

#include <map>
#include <utility>

namespace headroom::run {

namespace {

constexpr std::string_view fromGroup = "from ";

} // namespace

std::vector<PathTime> pathTimes(const record::Summary& summary)
{
    for (const auto& [name, workload] : summary.workloads)
        if (!workload.background && !workload.users && workload.type != "jobs")
            return {};
    double requests = 0;
    std::map<std::pair<std::string, std::string>, double> counted; ///< by workload and operation
    std::map<std::pair<std::string, std::string>, PathTime> times; ///< by place and sender
    for (const record::TimePart& part : summary.timeParts) {
        const auto workload = summary.workloads.find(part.workload);
        const auto operation = summary.operations.find(part.operation);
        if (workload == summary.workloads.end() || workload->second.background || operation == summary.operations.end())
            continue;
        const auto count = static_cast<double>(operation->second.count);
        if (counted.try_emplace({part.workload, part.operation}, count).second)
            requests += count;
        const std::string place = part.nodeGroup.empty() ? part.resource : fullName(part.nodeGroup, part.resource);
        const std::string from =
            part.activity.starts_with(fromGroup) ? part.activity.substr(fromGroup.size()) : std::string();
        PathTime& time = times.try_emplace({place, from}, PathTime{place, from}).first->second;
        time.servedS += part.servedS * count;
        if (part.waitingS)
            time.waitingS = time.waitingS.value_or(0) + *part.waitingS * count;
    }
    std::vector<PathTime> result;
    for (auto& [key, time] : times) {
        time.servedS /= requests;
        if (time.waitingS)
            *time.waitingS /= requests;
        result.push_back(std::move(time));
    }
    return result;
}

} // namespace headroom::run
