// `headroom-engine calibrate`: the real engine finds the value with which "measured" figures were simulated.
#include "engine_process.h"

#include <filesystem>
#include <fstream>
#include <string>

using namespace headroom::cli::test;
using Catch::Contains;
using Json = nlohmann::ordered_json;

namespace {

/// The shipped queue, and what was measured of one whose service takes 7 instead of 10 ms.
struct Served : Folder
{
    Json tree =
        Json::parse(std::ifstream(std::string(HEADROOM_SOURCE_DIR) + "/projects/first-queue/first-queue.headroom"));

    Served()
    {
        const std::string operation = tree["workloads"][0]["operations"][0]["operation"];
        tree["measurements"] = {{{"id", "lab"},
                                 {"file", "lab.csv"},
                                 {"case", {{"CUSTOMERS", "customers"}}},
                                 {"metrics", {{operation + ".throughput", "per_s"}}},
                                 {"use", "fit"}}};
        std::string table = "customers,per_s\n";
        for (const char* customers : {"2", "8", "14", "20", "40"}) {
            const Json run = printed(this->run("simulate " + project() +
                                               " --json --set \"SERVICE_TIME=7 ms\" --set CUSTOMERS=" + customers));
            table += std::string(customers) + ',' + run["operations"][operation]["per_s"].dump() + '\n';
        }
        write("lab.csv", table);
    }
    std::string project() { return '\'' + write("p.headroom", tree.dump()).string() + '\''; }
    std::string refused(const std::string& arguments)
    {
        const Output output = run("calibrate " + project() + ' ' + arguments);
        CHECK(output.status == 1);
        CHECK(output.out.empty());
        return output.err;
    }
};

} // namespace

TEST_CASE("the value with which figures were made is found, and predicts the cases that were left out")
{
    Served served;
    const std::string out = (served.path / "fitted.headroom").string();
    const Json answer =
        printed(served.run("calibrate " + served.project() +
                           " --fit \"SERVICE_TIME=2 ms..30 ms\" --cases lab:2,4,6 --json --out '" + out + '\''));
    const Json& fitted = answer["parameters"][0];
    CHECK(fitted["name"] == "SERVICE_TIME");
    CHECK(fitted["value"].get<double>() == Approx(0.007).epsilon(0.03));
    CHECK(fitted["low"].get<double>() <= 0.0072);
    CHECK(fitted["high"].get<double>() >= 0.0068);
    CHECK(answer["rest"].size() == 2);
    for (const Json& each : answer["rest"])
        CHECK(each["predicted"].get<double>() == Approx(each["measured"].get<double>()).epsilon(0.03));

    const Json copy = Json::parse(std::ifstream(out));
    for (const Json& parameter : copy["parameters"])
        if (parameter["name"] == "SERVICE_TIME")
            CHECK_THAT(parameter["description"].get<std::string>(), Contains("itted"));
    CHECK(served.run("check '" + out + '\'').status == 0);
}

TEST_CASE("the answer in a terminal says the value with its interval and the error before and after")
{
    Served served;
    const Output output = served.run("calibrate " + served.project() + " --fit \"SERVICE_TIME=2 ms..30 ms\"");
    CHECK(output.status == 0);
    CHECK_THAT(output.out, Contains("95 % interval") && Contains("left out") && Contains("on average"));
}

TEST_CASE("a parameter without effect on the measured figures is named and keeps its value")
{
    Served served;
    served.tree["parameters"].push_back({{"name", "UNUSED"},
                                         {"type", "number"},
                                         {"value", 5},
                                         {"minimum", 1},
                                         {"maximum", 10},
                                         {"description", "Used by nothing."}});
    CHECK_THAT(served.refused("--fit UNUSED"), Contains("UNUSED"));
}

TEST_CASE("faults of a fit are reported before anything runs")
{
    Served served;
    CHECK_THAT(served.refused("--fit SERVICE_TIM"), Contains("Did you mean \"SERVICE_TIME\"?"));
    CHECK_THAT(served.refused("--fit SERVICE_TIME"), Contains("maximum") && Contains("FROM..TO"));
    CHECK_THAT(served.refused("--fit \"SERVICE_TIME=2 ms..30 ms\" --fit \"SERVICE_TIME=1 ms..9 ms\""),
               Contains("SERVICE_TIME"));
    CHECK_THAT(served.refused("--fit CUSTOMERS=1..20"), Contains("CUSTOMERS"));
    CHECK_THAT(served.refused("--fit \"SERVICE_TIME=2 ms..30 ms\" --cases office"), Contains("office"));
    CHECK_THAT(served.refused("--fit \"SERVICE_TIME=2 ms..30 ms\" --cases lab:x"), Contains("lines"));
    CHECK_THAT(served.refused("--fit \"SERVICE_TIME=2 ms..30 ms\" --out p.txt"), Contains(".headroom"));
}
