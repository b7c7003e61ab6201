// Goals that nobody has named say by their names what they limit.
#include "project/document/studies.h"
#include "project/editing/goal_names.h"

#include <catch2/catch.hpp>

using namespace headroom::project;

namespace {

Goal goalOf(const char* fields, const char* id = "")
{
    return {id, Json::parse(fields)};
}

std::string nameOf(const char* fields, const std::vector<std::string>& taken = {})
{
    return nameOfGoal(goalOf(fields), taken);
}

} // namespace

TEST_CASE("a goal is named by its figure and its conditions")
{
    CHECK(nameOf(R"({"metric": "PUT.latency.p99", "at_most": "50 ms"})") == "PUT-p99");
    CHECK(nameOf(R"({"metric": "PUT.latency.mean", "at_most": "50 ms"})") == "PUT-latency-mean");
    CHECK(nameOf(R"({"metric": "GET.throughput", "at_least": 2000})") == "GET-per-s");
    CHECK(nameOf(R"({"metric": "GET.bytes", "at_least": "1 GB/s"})") == "GET-bytes-per-s");
    CHECK(nameOf(R"({"metric": "capacity.usable", "at_least": "400 TB"})") == "usable-capacity");
    CHECK(nameOf(R"({"metric": "price", "at_most": 100000})") == "price");
    CHECK(nameOf(R"({"metric": "time in there", "at_most": 1})") == "time-in-there");
    CHECK(nameOf(R"({"metric": "PUT.latency.p99", "at_most": 1, "down": {"storage": 1}})") ==
          "PUT-p99-with-a-node-down");
    CHECK(nameOf(R"({"metric": "PUT.latency.p99", "at_most": 1, "failing": {"storage": 2}})") ==
          "PUT-p99-when-2-nodes-fail");
    CHECK(nameOf(R"({"metric": "PUT.latency.p99", "at_most": 1, "down": {"storage": "LOST"}})") ==
          "PUT-p99-with-nodes-down");
    CHECK(nameOf(R"({"metric": "PUT.latency.p99", "at_most": 1, "with": {"LOAD": 2}})") == "PUT-p99-with-LOAD");
    CHECK(nameOf("{}") == "goal");
}

TEST_CASE("a name that is taken is told apart by the side of the limit, then by a number")
{
    CHECK(nameOf(R"({"metric": "price", "at_most": 2})", {"price"}) == "price-at-most");
    CHECK(nameOf(R"({"metric": "price", "at_least": 1})", {"price"}) == "price-at-least");
    CHECK(nameOf(R"({"metric": "price", "at_most": 2})", {"price", "price-at-most"}) == "price-at-most-2");
    CHECK(nameOf(R"({"metric": "price"})", {"price"}) == "price-2");
}

TEST_CASE("it is known whether a goal is named by its fields")
{
    const char* const fields = R"({"metric": "PUT.latency.p99", "at_most": "50 ms"})";
    for (const char* const id : {"PUT-p99", "PUT-p99-2", "PUT-p99-at-most", "PUT-p99-at-most-12"})
        CHECK(isNamedByItsFields(goalOf(fields, id)));
    for (const char* const id :
         {"fast", "PUT-p99-", "PUT-p99-fast", "PUT-p99-at-least", "PUT-p9", "goal", "PUT-p99-with-a-node-down"})
        CHECK_FALSE(isNamedByItsFields(goalOf(fields, id)));
}
