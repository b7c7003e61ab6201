// The command advise: the ranked table of what was simulated, as text, as one object, and as it fills.
#include "engine_process.h"

#include <sstream>

using namespace headroom::cli::test;
using Catch::Contains;

namespace {

std::string advise(const std::string& more)
{
    return std::string("advise '") + HEADROOM_SOURCE_DIR +
           "/projects/first-queue' --duration '60 s' --most-runs 3 --resource server.processor " + more;
}

} // namespace

TEST_CASE("advise prints what was simulated, with intervals")
{
    const Folder folder;
    const Output output = folder.run(advise(""));
    INFO(output.err);
    REQUIRE(output.status == 0);
    CHECK_THAT(output.out, Contains("server.processor") && Contains("mean latency") && Contains(" to ") &&
                               Contains("known") && Contains("with the 95 % interval"));
    CHECK(output.err.empty()); // no progress where nobody looks
    const auto json = printed(folder.run(advise("--json")));
    CHECK(json["complete"] == true);
    REQUIRE(json["what_ifs"].size() == 1);
    CHECK(json["what_ifs"][0]["resource"] == "server.processor");
    CHECK(json["what_ifs"][0]["runs"] == 3);
    CHECK(json["what_ifs"][0]["mean"]["ratio"] < 0.8);
    CHECK(output.out.starts_with(json["sentence"].get<std::string>()));
}

TEST_CASE("advise --stream prints the table after each run, the last one complete")
{
    const Folder folder;
    std::istringstream lines(folder.run(advise("--stream --jobs 1")).out);
    std::uint64_t runs = 0, count = 0;
    nlohmann::ordered_json last;
    for (std::string line; std::getline(lines, line); ++count) {
        last = nlohmann::ordered_json::parse(line);
        CHECK(last["runs_done"] >= runs);
        runs = last["runs_done"];
    }
    CHECK(count == runs + 1);
    CHECK(last["complete"] == true);
}

TEST_CASE("advise gives the reason if there is none to give")
{
    const Folder folder;
    CHECK(folder.run(advise("--set NO=1")).status == 1);
    CHECK(folder.run("advise /there/is/no/such.headroom").status == 1);
    CHECK(folder.run(advise("--factor 0")).status == 1);
    const Output wrong = folder.run(advise("--seed one"));
    CHECK(wrong.status == 1);
    CHECK_THAT(wrong.err, Contains("--seed"));
}

TEST_CASE("a parameter to compare without its value is a wrong argument")
{
    const Folder folder;
    const Output output =
        folder.run(std::string("advise '") + HEADROOM_SOURCE_DIR + "/projects/first-queue' --value THREADS");
    CHECK(output.status == 1);
    CHECK_THAT(output.err, Contains("\"THREADS\" has no value: write THREADS=VALUE"));
}

TEST_CASE("advise ends its runs when nobody reads it any more")
{
    const std::string command = std::string("(HEADROOM_LIBRARIES='") + HEADROOM_SOURCE_DIR + "/libraries' '" +
                                HEADROOM_ENGINE + "' " + advise("--stream --jobs 1") +
                                "; echo status $? >&2) | head -n 1";
    const headroom::child::Ending ending =
        headroom::child::Process(headroom::child::Command{"/bin/sh", {"-c", command}}).wait();
    CHECK_THAT(ending.output, Contains("\"complete\":false"));
    CHECK_THAT(ending.complaints, Contains("status 2") && Contains("standard output cannot be written"));
}
