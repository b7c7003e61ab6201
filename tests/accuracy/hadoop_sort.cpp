#include "accuracy/hadoop_sort.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace headroom::accuracy {

namespace {

SortCase sortOf(const std::string& line)
{
    std::istringstream cells(line);
    const auto next = [&] {
        std::string cell;
        std::getline(cells, cell, ',');
        return cell;
    };
    SortCase measured;
    measured.year = std::stoi(next());
    measured.nodes = std::stoi(next());
    measured.data = next();
    measured.maps = std::stoi(next());
    measured.reduces = std::stoi(next());
    measured.seconds = std::stod(next());
    measured.use = next();
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
        set.insert(set.end(), {{"PROCESSOR_TYPE", "Intel_Xeon_quad_core_2500MHz"},
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
    const std::string path = std::string(HEADROOM_SOURCE_DIR) + "/projects/hadoop-terasort/published.csv";
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error(path + " cannot be read");
    std::vector<SortCase> cases;
    std::string line;
    std::getline(file, line); // the names of the columns
    while (std::getline(file, line))
        cases.push_back(sortOf(line));
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
