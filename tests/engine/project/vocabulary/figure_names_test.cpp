// The names that the results have for operations, as studies and goals propose them.
#include "project/vocabulary/figure_names.h"

#include "../projects.h"
#include "project/file/json_reader.h"

#include <algorithm>

using namespace headroom::project;

namespace {

/// Two workloads that ask for the same operation, with these fields.
Project asking(const char* first, const char* second)
{
    Project project = readProject(Json::parse(R"({
        "name": "p",
        "workloads": [{"id": "a", "role": "client", "operations": [{"operation": "ask"}]},
                      {"id": "b", "role": "client", "operations": [{"operation": "ask"}]}]})"));
    project.workloads[0].fields = Json::parse(first);
    project.workloads[1].fields = Json::parse(second);
    return project;
}

std::vector<std::string> namesOf(const Project& project, std::size_t workload)
{
    return operationsInResults(project, project.workloads[workload], "ask");
}

using Names = std::vector<std::string>;

} // namespace

TEST_CASE("an operation of several workloads is distinguished by them")
{
    const Project both = asking("{}", "{}");
    CHECK(namesOf(both, 0) == Names{"a: ask"});
    CHECK(namesOf(both, 1) == Names{"b: ask"});
    const auto figures = figuresOf(both);
    CHECK(std::ranges::count(figures, "a: ask.throughput") == 1);
    CHECK(std::ranges::count(figures, "ask.throughput") == 0);
}

TEST_CASE("a workload that is disabled is not distinguished")
{
    const Project one = asking("{}", R"({"disabled": true})");
    CHECK(namesOf(one, 0) == Names{"ask"});
    CHECK(namesOf(one, 1).empty());
}

TEST_CASE("where parameters disable a workload, both names may be those of the results")
{
    const Project some = asking("{}", R"({"disabled": "!BOTH"})");
    CHECK(namesOf(some, 0) == Names{"ask", "a: ask"});
    CHECK(namesOf(some, 1) == Names{"b: ask"}); // if it runs, the other one does, too
    const auto figures = figuresOf(some);
    CHECK(std::ranges::count(figures, "ask.throughput") == 1);
    CHECK(std::ranges::count(figures, "a: ask.throughput") == 1);
}

TEST_CASE("the main operation is one that users wait for, and not that of a timer")
{
    CHECK(mainOperation(asking(R"({"type": "timer"})", "{}")) == "b: ask");
    Project timer = asking(R"({"type": "timer"})", "{}");
    timer.workloads.pop_back();
    CHECK(mainOperation(timer) == "a: ask");
    CHECK(mainOperation({}).empty());
}

TEST_CASE("a state, a workload and a stretch have figures with units")
{
    CHECK(unitOfFigure("states.proxy.names.hit_ratio") == "%");
    CHECK(unitOfFigure("states.proxy.names.look_ups") == "");
    CHECK(unitOfFigure("resources.disk.waiting") == "s");
    CHECK(unitOfFigure("resources.storage.disk data.bytes") == "B/s");
    CHECK(unitOfFigure("workloads.users.throughput") == "1/s");
    CHECK(ownerOfFigure("workloads.users.in_flight.max").workload == "users");
    CHECK(unitOfFigure("stretches.proxy PUT commit.p99") == "s");
    CHECK_FALSE(unitOfFigure("states.proxy.names.latency"));
}

TEST_CASE("the figures of a role and of its state are renamed with them")
{
    const auto role = [](const char* name) { return renamedFigure(name, ElementKind::role, "", "proxy", "front"); };
    CHECK(role("states.proxy.names.hit_ratio") == "states.front.names.hit_ratio");
    CHECK(role("states.proxy-2.names.hit_ratio") == "states.proxy-2.names.hit_ratio");
    CHECK(role("stretches.proxy PUT commit.p99") == "stretches.front PUT commit.p99");
    CHECK(role("resources.nodes.workers proxy.used") == "resources.nodes.workers front.used");
    CHECK(role("resources.nodes.consumers proxy repair.queue") == "resources.nodes.consumers front repair.queue");
    CHECK(role("proxy.throughput") == "proxy.throughput");
    const auto state = [](const char* name) {
        return renamedFigure(name, ElementKind::state, "proxy", "names", "entries");
    };
    CHECK(state("states.proxy.names.hit_ratio") == "states.proxy.entries.hit_ratio");
    CHECK(state("states.other.names.hit_ratio") == "states.other.names.hit_ratio");
    CHECK(state("resources.nodes.slots names.used") == "resources.nodes.slots entries.used");
    const auto workload = [](const char* name) {
        return renamedFigure(name, ElementKind::workload, "", "users", "people");
    };
    CHECK(workload("workloads.users.refused") == "workloads.people.refused");
    CHECK(workload("jobs.users.completion") == "jobs.people.completion");
}
