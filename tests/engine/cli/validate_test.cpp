// `headroom-engine validate`: the real engine beside a table whose figures are known.
#include "engine_process.h"

#include <filesystem>
#include <fstream>

using namespace headroom::cli::test;
using Catch::Contains;
using Json = nlohmann::ordered_json;

namespace {

/// The shipped queue with a table beside it.
struct Measured : Folder
{
    Json tree =
        Json::parse(std::ifstream(std::string(HEADROOM_SOURCE_DIR) + "/projects/first-queue/first-queue.headroom"));

    explicit Measured(const std::string& table)
    {
        tree["measurements"] = {{{"id", "lab"},
                                 {"file", "lab.csv"},
                                 {"case", {{"CUSTOMERS", "customers"}}},
                                 {"metrics", {{operation() + ".throughput", "per_s"}}}}};
        write("lab.csv", table);
    }
    std::string operation() const { return tree["workloads"][0]["operations"][0]["operation"]; }
    std::string project() { return '\'' + write("p.headroom", tree.dump()).string() + '\''; }
};

} // namespace

TEST_CASE("a table of simulated figures is met by the simulation")
{
    Measured measured("");
    std::string table = "customers,per_s\n";
    for (const char* customers : {"2", "8"}) {
        const Json run =
            printed(measured.run("simulate " + measured.project() + " --json --set CUSTOMERS=" + customers));
        table += std::string(customers) + ',' + run["operations"][measured.operation()]["per_s"].dump() + '\n';
    }
    measured.write("lab.csv", table);
    const Json answer = printed(measured.run("validate " + measured.project() + " --json --replications 2"));
    const Json& lab = answer["measurements"][0];
    CHECK(lab["complete"] == true);
    CHECK(lab["total"]["count"] == 2);
    CHECK(lab["total"]["mean_error"].get<double>() < 0.05);
    CHECK(answer["runs_done"] == 4);

    const Output text = measured.run("validate " + measured.project() + " --replications 1 --csv '" +
                                     (measured.path / "out.csv").string() + "'");
    CHECK(text.status == 0);
    CHECK_THAT(text.out,
               Contains("CUSTOMERS") && Contains("mean error") && Contains("Of 2 measured figures in 2 cases"));
    CHECK_THAT(contentOf(measured.path / "out.csv"), Contains("CUSTOMERS = 8"));
}

TEST_CASE("a table that the project does not name is given with its columns")
{
    Measured measured("customers,per_s\n4,1\n");
    measured.tree.erase("measurements");
    const std::string file = " --file '" + (measured.path / "lab.csv").string() + "'";
    const Json answer =
        printed(measured.run("validate " + measured.project() + file + " --case CUSTOMERS=customers --metric " +
                             measured.operation() + ".throughput=per_s --json --replications 1"));
    CHECK(answer["measurements"][0]["total"]["worst"].get<double>() > 0);
    const auto refused = [&](const std::string& arguments) {
        const Output output = measured.run("validate " + measured.project() + arguments);
        CHECK(output.status == 1);
        CHECK(output.out.empty());
        return output.err;
    };
    CHECK_THAT(refused(""), Contains("no measurements") && Contains("--file"));
    CHECK_THAT(refused(" --case CUSTOMERS=customers"), Contains("--file"));
    CHECK_THAT(refused(file + " --case CUSTOMERS"), Contains("NAME=COLUMN"));
}

TEST_CASE("faults of a table are reported before anything runs")
{
    const auto refused = [](const std::string& table, const std::string& arguments = "") {
        Measured measured(table);
        const Output output = measured.run("validate " + measured.project() + arguments);
        CHECK(output.status == 1);
        CHECK(output.out.empty());
        return output.err;
    };
    CHECK_THAT(refused("customers,per_s\n4,1\n", " office"), Contains("no measurement \"office\"") && Contains("lab"));
    CHECK_THAT(refused("customers,per_s\n4,1\nmany,2\n"), Contains("lab.csv line 3, column \"customers\""));
    CHECK_THAT(refused("customers,per_s\n4,1\n4,2\n"), Contains("lines 2 and 3"));
    CHECK_THAT(refused("customers\n4\n"), Contains("no column \"per_s\""));
    Measured measured("customers,per_s\n4,1\n");
    std::filesystem::remove(measured.path / "lab.csv");
    CHECK_THAT(measured.run("validate " + measured.project()).err, Contains("no file") && Contains("lab.csv"));
    measured.tree["measurements"][0]["file"] = "../../etc/passwd";
    CHECK_THAT(measured.run("validate " + measured.project()).err, Contains("outside of the project's folder"));
}
