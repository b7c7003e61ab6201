// `headroom-engine validate`: the real engine beside a table whose figures are known.
#include "engine_process.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

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

namespace {

/// A fault that is put into measured data, and what the examination has to name.
struct Fault
{
    const char* project;
    const char* operation;
    const char* parameter; ///< that the cases vary
    std::vector<const char*> values;
    const char* model; ///< settings of the project that is held against them
    const char* fault; ///< settings and scales of the cluster instead
    const char* named; ///< resource or setting
};

const std::vector<Fault>& faults()
{
    static const std::vector<const char*> visitors{"300", "600", "3000"}, workers{"1", "4", "16"};
    static const char* const fast = "--set MEMORY='16 GiB' --set DISK=Samsung_PM893_1_92TB --set NETWORK='10 Gb/s' ";
    static const std::vector<Fault> all{
        {"first-steps", "page", "VISITORS", visitors, "", "--scale 'server.disk disk=0.3'", "server.disk disk"},
        {"first-steps", "page", "VISITORS", visitors, "", "--scale 'server.disk disk=0.1'", "server.disk disk"},
        {"first-steps", "page", "VISITORS", visitors, fast, "--scale server.network=0.1", "server.network"},
        {"first-steps", "page", "VISITORS", visitors, fast, "--scale server.network=0.01", "server.network"},
        {"first-steps", "page", "VISITORS", visitors, fast, "--scale server.processor=0.05", "server.processor"},
        {"first-steps", "page", "VISITORS", visitors, fast, "--set THREADS=1", "THREADS=1"},
        {"swift-measured", "PUT", "WORKERS", workers, "", "--scale machine.processor=0.4", "machine.processor"},
        {"swift-measured", "GET", "WORKERS", workers, "--set OPERATION=GET ", "--scale machine.processor=0.25",
         "machine.processor"},
        {"kafka-log", "produce", "PRODUCERS", {"1", "4"}, "", "--set FLUSH_MESSAGES=1", "FLUSH_MESSAGES=1"},
        {"kafka-log", "produce", "PRODUCERS", {"1", "4"}, "", "--scale brokers.network=0.04", "brokers.network"},
    };
    return all;
}

/// The resource that the examination names first for data with the fault.
std::string namedFor(const Fault& fault)
{
    const Folder folder;
    const std::string project = std::string("'") + HEADROOM_SOURCE_DIR + "/projects/" + fault.project + "' ";
    std::string table = "value,per_s,mean_ms\n";
    for (const char* value : fault.values) {
        const Json run = printed(folder.run("simulate " + project + "--json --seed 77 --set " + fault.parameter + '=' +
                                            value + ' ' + fault.model + fault.fault));
        const Json& operation = run["operations"][fault.operation];
        table +=
            std::string(value) + ',' + operation["per_s"].dump() + ',' + operation["latency_ms"]["mean"].dump() + '\n';
    }
    const std::string file = folder.write("lab.csv", table).string();
    const Json answer =
        printed(folder.run("validate " + project + fault.model + "--health --json --replications 1 --file '" + file +
                           "' --case " + fault.parameter + "=value --metric " + fault.operation +
                           ".throughput=per_s --metric " + fault.operation + ".latency.mean=mean_ms"));
    const Json& health = answer["measurements"][0]["health"];
    INFO(health.dump(1));
    if (health["suspicions"].empty()) // not far enough below the model, for one
        return "";
    CHECK_FALSE(health["suspicions"][0]["usual_cause"].get<std::string>().empty());
    return health["suspicions"][0]["resource"].get<std::string>() +
           health["suspicions"][0]["setting"].get<std::string>();
}

} // namespace

TEST_CASE("of ten faults that were put into data, eight or more are named", "[story]")
{
    int right = 0;
    std::string wrong;
    for (const Fault& fault : faults()) {
        const std::string named = namedFor(fault);
        right += named == fault.named;
        if (named != fault.named)
            wrong += std::string(fault.project) + ' ' + fault.fault + ": " + named + '\n';
    }
    INFO(wrong);
    CHECK(right >= 8);
}

TEST_CASE("a cluster that does what its model does is not examined")
{
    Measured measured("");
    const Json run = printed(measured.run("simulate " + measured.project() + " --json --set CUSTOMERS=4"));
    measured.write("lab.csv", "customers,per_s\n4," + run["operations"][measured.operation()]["per_s"].dump() + "\n");
    const Json answer = printed(measured.run("validate " + measured.project() + " --json --health --replications 1"));
    CHECK(answer["measurements"][0]["health"]["far_below"] == false);
    CHECK(answer["measurements"][0]["health"]["runs"] == 0);
}

TEST_CASE("errors are taken into the project, where they narrow the prediction intervals")
{
    Measured measured("");
    std::string table = "customers,per_s\n";
    for (int customers = 2; customers <= 10; ++customers) {
        const Json run = printed(
            measured.run("simulate " + measured.project() + " --json --set CUSTOMERS=" + std::to_string(customers)));
        table += std::to_string(customers) + ',' + run["operations"][measured.operation()]["per_s"].dump() + '\n';
    }
    measured.write("lab.csv", table);
    const std::string project = measured.project();
    const auto factor = [&] {
        const Json run = printed(measured.run("simulate " + project + " --json"));
        const Json& figure = run["prediction"]["figures"][measured.operation() + ".throughput"];
        CHECK(figure["low"].get<double>() < figure["value"].get<double>());
        CHECK(figure["factor_inputs"] == 1.0);
        return std::pair(figure["factor_model"].get<double>(), figure["own"].get<bool>());
    };
    const auto before = factor();
    CHECK(before.first > 1.3);
    CHECK_FALSE(before.second);
    CHECK(measured.run("validate " + project + " --write --replications 1").status == 0);
    const auto after = factor();
    CHECK(after.first < 1.2);
    CHECK(after.second);
    CHECK_THAT(measured.run("simulate " + project).out,
               Contains("Measured, with a probability of 90 %") && Contains("9 predicted rates of your own"));
}

TEST_CASE("the columns of a program's results are shown with their meaning")
{
    Measured measured("");
    const std::string file = measured
                                 .write("rados.txt", "Total time run:         10.284\n"
                                                     "Total writes made:      491\n"
                                                     "Bandwidth (MB/sec):     381.954\n")
                                 .string();
    const Output output = measured.run("validate " + measured.project() + " --columns --file '" + file + "'");
    CHECK(output.status == 0);
    CHECK_THAT(output.out, Contains("rados bench, 1 case") && Contains("MiB/s") && Contains("1 048 576"));
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
