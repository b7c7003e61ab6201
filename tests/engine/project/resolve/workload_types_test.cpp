// Types of workloads, whether a generic parameter says it or they say it themselves.
#include "project/resolve/workload_types.h"

#include "project/file/json_reader.h"

#include <catch2/catch.hpp>

using namespace headroom::project;

namespace {

Project withLoad(const std::string& kind)
{
    Project project = readProject(Json::parse(R"({
        "name": "loads",
        "parameters": [{"name": "KIND", "type": "choice", "value": "jobs", "alternatives": ["jobs", "open loop"]}],
        "workloads": [{"id": "night", "role": "client", "type": "jobs"}, {"id": "users", "role": "client"},
                      {"id": "varied", "role": "client", "type": "KIND"}]})"));
    project.parameters.front().value = kind;
    return project;
}

} // namespace

TEST_CASE("a generic parameter may say of which type a workload is")
{
    CHECK(workloadsOfType(withLoad("jobs"), "jobs") == std::vector<std::string>{"night", "varied"});
    CHECK(workloadsOfType(withLoad("open loop"), "jobs") == std::vector<std::string>{"night"});
    CHECK_FALSE(hasArrivals(withLoad("jobs")));
    CHECK(hasArrivals(withLoad("open loop")));
}

TEST_CASE("a workload that names no type is a closed loop, whose users wait for answers")
{
    CHECK(workloadsOfType(withLoad("jobs"), "closed loop") == std::vector<std::string>{"users"});
    CHECK_FALSE(givesArrivals("closed loop"));
    CHECK(givesArrivals("open loop"));
    CHECK(givesArrivals("trace"));
}
