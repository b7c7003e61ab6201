// Other programs' workload descriptions: what becomes of real-looking ones, and that broken ones end in a sentence.
#include "import/import.h"
#include "project/expression/expression.h"
#include "project/project_file.h"
#include "run/run.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <tuple>

using namespace headroom;
using project::Json;

namespace {

namespace fs = std::filesystem;

const fs::path root = HEADROOM_SOURCE_DIR;
const std::vector<fs::path> libraries = {root / "libraries"};

std::string sample(const std::string& name)
{
    std::ifstream file(root / "tests" / "data" / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

import::Imported imported(const std::string& text)
{
    return import::importText(text, "sample", {libraries, {}, {}});
}

bool tells(const std::vector<std::string>& sentences, const std::string& words)
{
    return std::any_of(sentences.begin(), sentences.end(),
                       [&](const std::string& sentence) { return sentence.find(words) != std::string::npos; });
}

struct Quiet : run::Observer
{
};

/// The project opens without a word and runs.
record::Summary simulate(const Json& tree)
{
    project::Findings findings;
    const auto components = project::ComponentLibrary::load(libraries, findings);
    const auto loaded = project::parseProject(tree.dump(), components, libraries);
    for (const auto& finding : loaded.findings)
        UNSCOPED_INFO(project::toLine(finding));
    REQUIRE(loaded.project);
    CHECK(loaded.findings.empty());
    run::Options options;
    options.checkLaws = true;
    run::Simulation simulation(*loaded.project, components, options);
    for (const auto& finding : simulation.findings())
        UNSCOPED_INFO(project::toLine(finding));
    REQUIRE(simulation.findings().empty());
    Quiet quiet;
    auto summary = simulation.run(quiet);
    for (const auto& law : summary.laws)
        CHECK(law.left == law.right);
    return summary;
}

const Json& workload(const Json& tree, const std::string& id)
{
    for (const Json& one : tree["workloads"])
        if (one["id"] == id)
            return one;
    throw std::logic_error("no workload " + id);
}

} // namespace

TEST_CASE("a COSBench workload becomes stages of closed loops on a cluster")
{
    const auto result = imported(sample("cosbench-mixed.xml"));
    const Json& mixed = workload(result.tree, "main mixed");
    CHECK(mixed["stages"] == Json::parse(R"([{"duration": 8.0, "workers": 16.0, "ramp": 2.0}])"));
    CHECK(mixed["keys"] == 32 * 50.0);
    CHECK(mixed["operations"][0]["operation"] == "GET");
    CHECK(mixed["operations"][0]["weight"] == 80);
    CHECK(mixed["operations"][0]["size"] == 64000); // size that the prepare stage writes
    CHECK(mixed["operations"][1]["sizes"] == Json::parse("[[1000.0, 10.0, 64000.0], [64000.0, 20.0, 512000.0]]"));
    CHECK(mixed["operations"].size() == 3);
    CHECK(mixed["operations"][2]["operation"] == "DELETE");
    const Json& stream = workload(result.tree, "write stream");
    CHECK(stream["start"] == 8);
    CHECK(stream["ramp_down"] == 1);
    CHECK(stream["key_distribution"] == "in turn");
    CHECK(stream["operations"][0]["size_max"] == 2e6);
    CHECK(result.tree["run"]["duration"] == 14);
    CHECK(result.tree["run"]["warm_up"] == 2);
    for (const char* words : {"type init", "type prepare", "type cleanup", "<auth>"}) {
        INFO(words);
        CHECK(tells(result.left, words));
        CHECK(result.tree["description"].get<std::string>().find(words) != std::string::npos);
    }
    CHECK(tells(result.assumptions, "cluster"));
}

TEST_CASE("a COSBench project runs")
{
    auto result = imported(sample("cosbench-mixed.xml"));
    result.tree["workloads"][0]["stages"][0] = {{"duration", 2}, {"workers", 16}}; // a shorter run says as much
    result.tree["workloads"][0].erase("warm_up");
    result.tree["workloads"][1]["start"] = 2;
    result.tree["workloads"][1]["stages"][0]["duration"] = 1;
    result.tree["run"] = {{"duration", 4}, {"warm_up", 0}};
    const auto summary = simulate(result.tree);
    CHECK(summary.operations.at("GET").count > 50);
    CHECK(summary.operations.at("main mixed: PUT").count > 5);
    CHECK(summary.operations.at("write stream: PUT").count > 2);
    CHECK(summary.workloads.at("main mixed").inFlightMax == 16);
    for (const auto& [name, operation] : summary.operations)
        CHECK(operation.errors == 0);
}

TEST_CASE("a fio job file becomes a workload for each job on a block device")
{
    const auto result = imported(sample("fio-mixed.fio"));
    const Json& oltp = workload(result.tree, "oltp");
    CHECK(oltp["stages"][0]["workers"] == 4);
    CHECK(oltp["depth"] == 8);
    CHECK(oltp["stages"][0]["duration"] == 6);
    CHECK(oltp["key_distribution"] == "Zipf");
    CHECK(oltp["zipf_exponent"] == 1.1);
    CHECK(oltp["keys"] == 2.0 * 1073741824 / 4096);
    CHECK(oltp["operations"][0]["operation"] == "read");
    CHECK(oltp["operations"][0]["weight"] == 0.7);
    CHECK(oltp["operations"][0]["sizes"] == Json::parse("[[4096.0, 60.0], [16384.0, 30.0], [65536.0, 10.0]]"));
    CHECK(oltp["operations"][1]["operation"] == "write");
    const Json& backup = workload(result.tree, "backup");
    CHECK(backup["start"] == 6);
    CHECK(backup["operations"].size() == 1);
    const Json& log = workload(result.tree, "log");
    CHECK(log["type"] == "open loop");
    CHECK(log["stages"][0]["rate"] == 200);
    CHECK(log["operations"][0]["operation"] == "write and sync");
    CHECK(log["start"] == 6);
    CHECK(result.tree["run"]["duration"] == 12);
    CHECK(tells(result.left, "verify=crc32c"));
    CHECK(tells(result.left, "thinktime"));
    CHECK_FALSE(tells(result.left, "group_reporting"));
}

TEST_CASE("a fio project runs, each job at its own pace")
{
    auto result = imported(sample("fio-mixed.fio"));
    const auto summary = simulate(result.tree);
    CHECK(summary.operations.at("oltp: read").count > 1000);
    CHECK(summary.operations.at("oltp: read").bytesPerSecond > 0);
    CHECK(summary.operations.at("backup: read").count > 100);
    CHECK(summary.workloads.at("log").count + summary.workloads.at("log").refused == Approx(1000).epsilon(0.01));
    CHECK(summary.workloads.at("oltp").inFlightMax == 32);
    CHECK(summary.workloads.at("backup").inFlightMax == 4);
}

TEST_CASE("the processor time of a fio job's thread bounds it, however many I/Os are in flight")
{
    const auto perSecond = [](int jobs) {
        auto result = imported("[global]\nrw=randread\ndirect=1\nioengine=libaio\nbs=4k\nsize=1g\niodepth=64\n"
                               "runtime=1\n[load]\nnumjobs=" +
                               std::to_string(jobs) + "\n");
        for (Json& parameter : result.tree["parameters"])
            if (parameter["name"] == "IO_TIME")
                parameter["value"] = "100 us";
        return simulate(result.tree).workloads.at("load").perSecond;
    };
    // The assumed processor has a turbo of up to two busy cores.
    CHECK(perSecond(1) == Approx(10000).epsilon(0.02));
    CHECK(perSecond(2) == Approx(20000).epsilon(0.02));
}

TEST_CASE("fio's files are numbered over all jobs: each has its own, those with a name are the same everywhere")
{
    const auto result = imported("[global]\nruntime=1\nsize=1m\n[a]\nnumjobs=2\n[b]\nfilename=x\n[c]\n[d]\nfilename=y\n"
                                 "[e]\nfilename=x\n[f]\ndirectory=/other\nfilename=x\n[g]\nfilename=by\\:path\n");
    const auto fileOf = [&](const std::string& id, double worker) {
        project::Scope scope;
        scope.variables = {{"asked", 0}, {"worker", 1}};
        const Json share = workload(result.tree, id)["operations"][0];
        return project::Expression::compile(share["arguments"]["file"].get<std::string>(), scope)
            .evaluate(std::vector<double>{0, worker});
    };
    CHECK(fileOf("a", 0) == 0);
    CHECK(fileOf("a", 1) == 1);
    CHECK(fileOf("b", 0) == 2);
    CHECK(fileOf("c", 0) == 3);
    CHECK(fileOf("d", 0) == 4);
    CHECK(fileOf("e", 0) == 2);
    CHECK(fileOf("f", 0) == 5);
    CHECK(fileOf("g", 0) == 6);
}

TEST_CASE("a fio job with several files takes them in turn and goes through each in order")
{
    const auto result = imported("[a]\nfilename=/dev/sdb\n[b]\nrw=write\nbs=64k\nsize=1m\nruntime=1\nioengine=libaio\n"
                                 "iodepth=4\nfilename=/dev/sda:/dev/sdb\n");
    const Json arguments = workload(result.tree, "b")["operations"][0]["arguments"];
    project::Scope scope;
    scope.variables = {{"asked", 0}, {"worker", 1}};
    const auto file = project::Expression::compile(arguments["file"].get<std::string>(), scope);
    const auto offset = project::Expression::compile(arguments["offset"].get<std::string>(), scope);
    CHECK(workload(result.tree, "b")["depth"] == 4);
    for (double place = 0; place < 40; ++place) {
        const std::vector<double> values{place, 0};
        CHECK(file.evaluate(values) == (std::fmod(place, 2) == 0 ? 1 : 0));
        CHECK(offset.evaluate(values) == 65536 * std::fmod(std::floor(place / 2), 8)); // half of the size in each
    }
}

TEST_CASE("files that fio lays out before its jobs are numbered first, and the volume says how many and how large")
{
    const auto files = [](const std::string& jobs) {
        auto result = imported("[global]\nruntime=1\nsize=8m\n" + jobs);
        const Json volume = result.tree["topology"]["groups"][0]["volumes"][0];
        return std::pair(volume.value("files", Json()), volume.value("file_size", Json()));
    };
    constexpr double mebibyte = 1048576;
    CHECK(files("[a]\nrw=write\n[b]\nrw=randwrite\nfilename=x\n") == std::pair(Json(), Json())); // new ones
    CHECK(files("[a]\nrw=read\n") == std::pair(Json(1.0), Json(8 * mebibyte)));
    CHECK(files("[a]\nrw=randrw\nnumjobs=3\n") == std::pair(Json(3.0), Json(8 * mebibyte)));
    CHECK(files("[a]\nrw=write\noverwrite=1\nnrfiles=4\nnumjobs=2\n") == std::pair(Json(8.0), Json(2 * mebibyte)));
    CHECK(files("[a]\nrw=write\nioengine=mmap\nfilesize=3m\n") == std::pair(Json(1.0), Json(3 * mebibyte)));
    CHECK(files("[a]\nrw=write\nfilename=/dev/sdb:new\n") == std::pair(Json(1.0), Json(4 * mebibyte)));
    CHECK(files("[a]\nrw=write\nfilename=x\n[b]\n[c]\nfilename=x\nsize=4m\n") ==
          std::pair(Json(2.0), Json(8 * mebibyte))); // of b and c

    const auto result = imported("[global]\nruntime=1\nsize=1m\n[a]\nrw=write\n[b]\nfilename=x\n");
    CHECK(workload(result.tree, "a")["operations"][0]["arguments"]["file"] == "1 + worker");
    CHECK(workload(result.tree, "b")["operations"][0]["arguments"]["file"] == "0");
}

TEST_CASE("a fio job with nrfiles takes its own files in turn")
{
    const auto result = imported("[a]\nrw=write\nbs=64k\nsize=1m\nruntime=1\nnrfiles=4\nnumjobs=2\n");
    const Json arguments = workload(result.tree, "a")["operations"][0]["arguments"];
    project::Scope scope;
    scope.variables = {{"asked", 0}, {"worker", 1}};
    const auto file = project::Expression::compile(arguments["file"].get<std::string>(), scope);
    const auto offset = project::Expression::compile(arguments["offset"].get<std::string>(), scope);
    for (double place = 0; place < 40; ++place)
        for (const double worker : {0.0, 1.0}) {
            const std::vector<double> values{place, worker};
            CHECK(file.evaluate(values) == 4 * worker + std::fmod(place, 4));
            CHECK(offset.evaluate(values) == 65536 * std::fmod(std::floor(place / 4), 4));
        }
}

TEST_CASE("fio's buffered writes of parts of pages read first where the file is there")
{
    // One after another on a cold file of 8 GiB, of which the run writes a little: each waits for a random read of the
    // assumed drive, which takes 110 us; into a new file it only takes its thread's time and copying.
    const auto perSecond = [](const std::string& more) {
        return simulate(imported("[a]\nrw=randwrite\nbs=512\nsize=8g\nruntime=1\n" + more).tree)
            .workloads.at("a")
            .perSecond;
    };
    CHECK(perSecond("overwrite=1\n") < 1 / 110e-6);
    CHECK(perSecond("overwrite=1\n") > 1 / 130e-6);
    CHECK(perSecond("") > 100'000);
}

TEST_CASE("fio's limits of reads and writes are each kept")
{
    struct Limits
    {
        const char *rw, *limits;
        double rate, reads; // of all and their share; rate 0: a closed loop
    };
    const auto [rw, limits, rate, reads] = test::oneOf<Limits>({{"randrw", "1000,100", 1100, 1000 / 1100.0},
                                                                {"randrw", "100", 200, 0.5},
                                                                {"randrw", "1k,1k", 2048, 0.5},
                                                                {"randrw", ",100", 100 / 0.3, 0.7},
                                                                {"randread", "100k", 102400, 1},
                                                                {"randread", "300,100", 300, 1},
                                                                {"randread", ",100", 0, 1},
                                                                {"randwrite", "300,100", 100, 0},
                                                                {"randwrite", "100,", 0, 0}});
    const auto result =
        imported(std::string("[a]\nrwmixread=70\nruntime=1\nsize=1g\nrw=") + rw + "\nrate_iops=" + limits + "\n");
    const Json& job = workload(result.tree, "a");
    INFO(job.dump());
    CHECK(job["type"] == (rate > 0 ? "open loop" : "closed loop"));
    if (rate > 0)
        CHECK(job["stages"][0]["rate"].get<double>() == Approx(rate));
    const Json& first = job["operations"][0];
    CHECK((first["operation"] == "cached read") == (reads > 0));
    CHECK(first["weight"].get<double>() == Approx(reads > 0 ? reads : 1));
    CHECK(job["operations"].size() == (reads > 0 && reads < 1 ? 2U : 1U));
    CHECK(tells(result.left, "without a limit") == (rw == std::string("randrw") && limits[0] == ','));
}

TEST_CASE("each fio job's results leave out its own ramp_time")
{
    const auto result = imported("[a]\nramp_time=2\nruntime=3\n[b]\nstonewall\nramp_time=1\nruntime=3\n");
    CHECK(result.tree["run"]["warm_up"] == 2);
    CHECK(workload(result.tree, "a")["warm_up"] == 2);
    CHECK(workload(result.tree, "b")["warm_up"] == 1);
}

TEST_CASE("between COSBench stages their closuredelay passes, and stages that only wait are waited for")
{
    const auto result = imported(R"(<workload><workflow>
        <workstage name="prepare" closuredelay="30"><work type="prepare" config="sizes=c(8)KB"/></workstage>
        <workstage name="one" closuredelay="20"><work workers="2" runtime="10"><operation type="read"/></work></workstage>
        <workstage name="wait" closuredelay="60"><work type="delay"/></workstage>
        <workstage name="two" closuredelay="40"><work workers="2" runtime="5"><operation type="read"/></work></workstage>
        </workflow></workload>)");
    CHECK(workload(result.tree, "one")["start"] == 0);
    CHECK(workload(result.tree, "two")["start"] == 90);
    CHECK(result.tree["run"]["duration"] == 95); // nothing is waited for after the last
    CHECK(tells(result.left, "closuredelay=30"));
    CHECK_FALSE(tells(result.left, "delay;"));
}

TEST_CASE("sequential fio jobs go through their file in order")
{
    // At a rate, the four places of the queue are clients that take turns; else they belong to one worker.
    const bool atRate = test::oneOf({false, true});
    const auto result =
        imported(std::string("[a]\nrw=write\nbs=64k\nsize=1m\nruntime=1\nioengine=libaio\niodepth=4\n") +
                 (atRate ? "rate_iops=100\n" : ""));
    const Json& share = workload(result.tree, "a")["operations"][0];
    CHECK(share["operation"] == "cached write");
    const auto offset = share["arguments"]["offset"].get<std::string>();
    project::Scope scope;
    scope.variables = {{"asked", 0}, {"worker", 1}};
    const auto expression = project::Expression::compile(offset, scope);
    for (double place = 0; place < 40; ++place) {
        const double asked = atRate ? std::floor(place / 4) : place, worker = atRate ? place - 4 * asked : 0;
        CHECK(expression.evaluate(std::vector<double>{asked, worker}) == 65536 * std::fmod(place, 16));
    }
}

TEST_CASE("a file of another kind ends in a sentence")
{
    const auto [text, words] = test::oneOf<std::tuple<const char*, const char*>>(
        {{"", "empty"},
         {" \n\t", "empty"},
         {"<workload", "cannot be read"},
         {"<?xml version=\"1.0\"?><project/>", "no element <workload>"},
         {"<workload><workflow/></workload>", "No work"},
         {"<workload><workstage><work><operation type=\"teleport\" ratio=\"100\"/></work></workstage></workload>",
          "No work"},
         {"<workload><workstage><work workers=\"many\"/></workstage></workload>", "workers"},
         {"<workload><workstage><work workers=\"0\"/></workstage></workload>", "at least one"},
         {"<workload><workstage><work><operation type=\"read\" "
          "config=\"objects=x(1,2)\"/></work></workstage></workload>",
          "selector"},
         {"<workload><workstage><work><operation type=\"read\" "
          "config=\"sizes=c(64)XB\"/></work></workstage></workload>",
          "unit"},
         {"<workload><workstage><work><operation type=\"read\" "
          "config=\"sizes=h(1|2)KB\"/></work></workstage></workload>",
          "weight"},
         {"<workload><workstage><work><operation type=\"read\" "
          "config=\"sizes=u(9,1)KB\"/></work></workstage></workload>",
          "range"},
         {"just words", "Line 1"},
         {"[global]\nbs=4k\n", "no job"},
         {"[a\n", "Line 1"},
         {"[a]\nrw=trim\n", "rw=trim"},
         {"[a]\nbs=four\n", "size"},
         {"[a]\nbs=0\n", "block size"},
         {"[a]\nruntime=-3\n", "runtime=-3"},
         {"[a]\niodepth=deep\n", "iodepth"}});
    INFO(text);
    try {
        imported(text);
        FAIL("it was taken");
    } catch (const import::ImportError& error) {
        INFO(error.what());
        CHECK(std::string(error.what()).find(words) != std::string::npos);
    }
}

TEST_CASE("cut or garbled files never do worse than a sentence")
{
    const std::string name = test::oneOf({"cosbench-mixed.xml", "fio-mixed.fio"});
    const std::string whole = sample(name);
    for (std::size_t at = 0; at < whole.size(); at += 7) {
        std::string garbled = whole;
        garbled[at] = static_cast<char>(at % 251);
        for (const std::string& text : {whole.substr(0, at), garbled}) {
            try {
                imported(text);
            } catch (const import::ImportError&) {
                SUCCEED();
            }
        }
    }
}

TEST_CASE("a file that is not in UTF-8 is refused with the remedy")
{
    for (const std::string text :
         {"[job\x89]\nrw=randread\nbs=4k\nsize=1G\n", "[job]\nrw=rand\xffread\nbs=4k\nsize=1G\n"})
        try {
            imported(text);
            FAIL("It was imported.");
        } catch (const import::ImportError& error) {
            CHECK_THAT(error.what(), Catch::Contains("UTF-8") || !Catch::Contains("json"));
        }
    CHECK_THROWS_WITH(imported("[job\x89]\nrw=randread\nbs=4k\nsize=1G\n"), Catch::Contains("Save it as UTF-8"));
}
