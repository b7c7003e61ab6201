// `headroom-engine grow`: the real engine, on queues whose limits are known.
#include "engine_process.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace headroom::cli::test;
using Catch::Contains;
using Json = nlohmann::ordered_json;

namespace {

std::string shipped(const char* project)
{
    return std::string("'") + HEADROOM_SOURCE_DIR + "/projects/" + project + "' ";
}

} // namespace

TEST_CASE("arrivals can rise to where the busiest resource is full")
{
    const Folder folder;
    const Json growth = printed(folder.run("grow " + shipped("open-loop") + "--json"));
    const Json& busiest = growth["resources"][0];
    CHECK(busiest["resource"] == "server.workers server");
    const double limit = growth["limit"]["load"];
    // Its use grows as the load does. A run of two minutes takes 5 % more than it can do as settled.
    CHECK(limit == Approx(1 / busiest["now"].get<double>()).epsilon(0.06));
    CHECK(growth["limit"]["by_seed"].size() == 3);
    CHECK_THAT(growth["sentence"].get<std::string>(), Contains("above it more arrives than is done"));
}

TEST_CASE("a plan chooses among the upgrades that are named")
{
    const Folder folder;
    const Json growth = printed(folder.run(
        "grow " + shipped("open-loop") + "--json --yearly '60 %' --years 4 --upgrade THREADS=8 --upgrade THREADS=14"));
    REQUIRE(growth["steps"].size() >= 1);
    CHECK(growth["steps"][0]["upgrade"]["helps"] == true);
    CHECK(growth["compared"][0].size() == 2);
}

TEST_CASE("a growth is searched on the executor that is asked for, or its absence is reported")
{
    const Folder folder;
    const std::string grow = "grow " + shipped("open-loop") + "--json --duration '5 s' --replications 1 ";
    const std::string path = std::getenv("PATH"); // the next test needs it
    std::filesystem::create_symlink("/usr/bin/env", folder.path / "env");
    ::setenv("PATH", folder.path.c_str(), 1); // without the commands of Slurm
    const Output output = folder.run(grow + "--executor slurm --shared '" + folder.path.string() + "'");
    ::setenv("PATH", path.c_str(), 1);
    CHECK(output.status == 1);
    CHECK_THAT(output.err, Contains("no Slurm here") && Contains("sbatch"));
    const Output local = folder.run(grow + "--partition fast");
    CHECK(local.status == 1);
    CHECK_THAT(local.err, Contains("--partition") && Contains("--executor slurm"));
}

TEST_CASE("a load that cannot be raised is reported before anything runs")
{
    const Folder folder;
    const auto refused = [&](const std::string& arguments) {
        const Output output = folder.run("grow " + arguments);
        CHECK(output.status == 1);
        CHECK(output.out.empty());
        return output.err;
    };
    CHECK_THAT(refused(shipped("first-queue")), Contains("--load NAME") && Contains("CUSTOMERS"));
    CHECK_THAT(refused(shipped("first-queue") + "--load CUSTOMER"), Contains("no parameter \"CUSTOMER\""));
    CHECK_THAT(refused(shipped("first-queue") + "--load CUSTOMERS"), Contains("Add a goal"));
    Json unused =
        Json::parse(std::ifstream(std::string(HEADROOM_SOURCE_DIR) + "/projects/open-loop/open-loop.headroom"));
    unused["parameters"].push_back({{"name", "COLOUR"}, {"type", "integer"}, {"value", 1}});
    std::ofstream(folder.path / "p.headroom") << unused;
    CHECK_THAT(refused("'" + (folder.path / "p.headroom").string() + "' --load COLOUR"),
               Contains("nothing in the project uses \"COLOUR\""));
    CHECK_THAT(refused(shipped("open-loop") + "--yearly much"), Contains("--yearly: \"much\""));
    CHECK_THAT(refused(shipped("open-loop") + "--upgrade THREAD=2"), Contains("THREAD"));
    CHECK_THAT(refused(shipped("open-loop") + "--duration soon"), Contains("--duration: \"soon\""));
}
