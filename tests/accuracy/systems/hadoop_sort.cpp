#include "accuracy/systems/hadoop_sort.h"

#include "accuracy/published.h"

#include <stdexcept>

namespace headroom::accuracy {

namespace {

SortCase sortOf(const std::vector<std::string>& row)
{
    SortCase measured;
    measured.year = std::stoi(row[0]);
    measured.nodes = std::stoi(row[1]);
    measured.data = row[2];
    measured.maps = std::stoi(row[3]);
    measured.reduces = std::stoi(row[4]);
    measured.seconds = std::stod(row[5]);
    measured.use = row[6];
    return measured;
}

} // namespace

Settings SortCase::settings() const
{
    Settings set{{"NETWORK", "message"},
                 {"NODES", std::to_string(nodes)},
                 {"DATA", data},
                 {"MAPS", std::to_string(maps)},
                 {"REDUCES", std::to_string(reduces)}};
    if (year >= 2009)
        set.insert(set.end(), {{"PROCESSOR", "Intel_Xeon_quad_core_2500MHz"},
                               {"MAP_SLOTS", "6"},
                               {"HEARTBEAT_NODES", "100"},
                               {"HEARTBEAT_MIN", "3 s"},
                               {"TASKS_PER_HEARTBEAT", "8"},
                               {"SORT_BUFFER", "160 MB"},
                               {"REDUCE_HEAP", "800 MB"}});
    return set;
}

std::vector<SortCase> publishedSorts()
{
    std::vector<SortCase> cases;
    for (const auto& row : publishedRows("hadoop-terasort"))
        cases.push_back(sortOf(row));
    return cases;
}

std::vector<double> simulateSorts(const std::vector<Settings>& points)
{
    std::vector<double> seconds;
    for (const record::Summary& summary : simulateAll("hadoop-terasort", points, "3 h")) {
        const auto job = summary.jobs.find("reduces");
        if (job == summary.jobs.end() || job->second.count != 1)
            throw std::runtime_error("the sort was not completed");
        seconds.push_back(job->second.completionMeanS);
    }
    return seconds;
}

} // namespace headroom::accuracy
