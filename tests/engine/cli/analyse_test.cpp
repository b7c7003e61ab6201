// `headroom-engine analyse`: what matters in the file of a study that the real engine has run.
#include "engine_process.h"

using namespace headroom::cli::test;
using Catch::Contains;
using Json = nlohmann::ordered_json;

namespace {

/// Runs a study of first-queue; its file is `s.hrs` in the folder.
void study(const Folder& folder, const std::string& arguments)
{
    const Output output =
        folder.run(std::string("study '") + HEADROOM_SOURCE_DIR + "/projects/first-queue' --duration '15 s' --out '" +
                   (folder.path / "s.hrs").string() + "' " + arguments);
    INFO(output.err);
    REQUIRE(output.status == 0);
}

Output analysed(const Folder& folder, const std::string& arguments)
{
    return folder.run("analyse '" + (folder.path / "s.hrs").string() + "' " + arguments);
}

} // namespace

TEST_CASE("the number of customers explains a queue's throughput before the thread does")
{
    const Folder folder;
    study(folder, "--vary CUSTOMERS=1,2,3,4 --vary THREADS=8,9");
    const Json json = printed(analysed(folder, "--json --figure ask.throughput"));
    REQUIRE(json["figures"].size() == 1);
    const Json& effects = json["figures"][0]["effects"];
    CHECK(effects["main"][0]["parameter"] == "CUSTOMERS");
    CHECK(effects["main"][0]["share"] > 0.95);
    CHECK(json["figures"][0]["regression"]["coefficients"][0]["value"] > 0);
    const Output text = analysed(folder, "--figure ask.throughput");
    CHECK_THAT(text.out, Contains("CUSTOMERS explains") && Contains("Main effects and interactions") &&
                             Contains("Linear regression over 8 points"));
}

TEST_CASE("a study for Sobol' indices is kept with its places, and its indices have intervals")
{
    const Folder folder;
    study(folder, "--vary CUSTOMERS=1..40/40 --vary THREADS=1..4/4 --design sobol --points 128");
    const Json json = printed(analysed(folder, "--json --figure ask.throughput"));
    CHECK(json["design"] == "sobol");
    const Json& sobol = json["figures"][0]["sobol"];
    CHECK(sobol["size"] == 32);
    REQUIRE(sobol["indices"].size() == 2);
    for (const Json& index : sobol["indices"]) {
        CHECK(index["first"]["low"] <= index["first"]["value"]);
        CHECK(index["total"]["value"] <= index["total"]["high"]);
    }
}

TEST_CASE("a screening is kept with its trajectories")
{
    const Folder folder;
    study(folder, "--vary CUSTOMERS=1..16/4 --vary THREADS=1..4/4 --design morris --points 12");
    const Json json = printed(analysed(folder, "--json --figure ask.throughput"));
    const Json& morris = json["figures"][0]["morris"];
    CHECK(morris["trajectories"] == 4);
    CHECK(morris["effects"].size() == 2);
}

TEST_CASE("an unknown figure, or a file that is no study, is refused with a sentence")
{
    const Folder folder;
    study(folder, "--vary THREADS=1,2");
    const Output unknown = analysed(folder, "--figure ask.troughput");
    CHECK(unknown.status == 1);
    CHECK_THAT(unknown.err, Contains("does not report \"ask.troughput\"") && Contains("ask.throughput"));
    const Output wrong = folder.run("analyse '" + folder.write("a.txt", "text").string() + "'");
    CHECK(wrong.status == 1);
    CHECK_THAT(wrong.err, Contains("a.txt"));
}
