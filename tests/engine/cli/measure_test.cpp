// The command "measure", with the real fio on a folder of the test's own.
#include "engine_process.h"

#include <catch2/catch.hpp>

#include <cstdlib>

using namespace headroom::cli::test;
using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

namespace {

bool hasFio()
{
    return std::system("command -v fio >/dev/null 2>&1") == 0; // NOLINT(cert-env33-c): a fixed word
}

} // namespace

TEST_CASE("a folder becomes a component with all figures of an SSD, and no file stays in it", "[slow]")
{
    if (!hasFio()) {
        WARN("This test was skipped: there is no fio.");
        return;
    }
    const Folder folder;
    fs::create_directory(folder.path / "drive");
    const std::string drive = "'" + (folder.path / "drive").string() + "'";
    const std::string out = "'" + (folder.path / "mine.json").string() + "'";
    const Output output = folder.run("measure " + drive +
                                     " --quick --seconds 0.1 --size '16 MiB' --kind nvme --id Mine "
                                     "--json --out " +
                                     out);
    if (output.status != 0 && output.err.find("direct") != std::string::npos) {
        WARN("This test was skipped: the file system has no direct I/O.");
        return;
    }
    const Json answer = printed(output);
    CHECK(answer["component"]["id"] == "Mine");
    CHECK(answer["component"]["confidence"] == "measured");
    for (const char* figure : {"rand_read_4k_iops", "rand_write_4k_iops", "seq_read_Bps", "seq_write_Bps",
                               "read_latency_us", "write_latency_us", "rand_mixed_70_30_iops"})
        CHECK(answer["component"]["parameters"][figure] > 0);
    CHECK(fs::is_empty(folder.path / "drive"));
    CHECK(Json::parse(contentOf(folder.path / "mine.json"))["components"][0] == answer["component"]);
    CHECK(folder.run("measure " + drive + " --out " + out).status == 1);
}

TEST_CASE("what cannot be measured is refused before anything is written")
{
    if (!hasFio())
        return;
    const Folder folder;
    const std::string here = "'" + folder.path.string() + "'";
    const auto refused = [&](const std::string& arguments, const std::string& why) {
        const Output output = folder.run("measure " + arguments);
        CHECK(output.status != 0);
        CHECK_THAT(output.err, Contains(why));
    };
    refused("/nowhere/at/all", "neither a folder nor a block device");
    refused(here + " --size 3", "--size");
    refused(here + " --size '900000 TiB'", "--size");
    refused(here + " --like No_Such_Drive", "no drive of that name");
    refused("/dev/null --write-to /dev/zero", "destroys all data");
    refused(here + " --write-to " + here, "is none");
}
