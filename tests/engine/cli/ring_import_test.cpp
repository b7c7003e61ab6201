// A ring that the ring builder of OpenStack Swift has dealt, taken over into the shipped rack.
#include "tests/engine/cli/engine_process.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <vector>

using namespace headroom::cli::test;
using Json = nlohmann::ordered_json;

namespace {

const std::string python = "/usr/bin/python3"; // of Debian, which has the package

/// Output of a Python program.
std::string saidByPython(const Folder& folder, const std::string& program, const std::string& arguments = "")
{
    folder.write("program.py", program);
    const fs::path out = folder.path / "python.out";
    const std::string command = "cd '" + folder.path.string() + "' && " + python + " program.py " + arguments + " >'" +
                                out.string() + "' 2>/dev/null";
    if (std::system(command.c_str()) != 0)
        return {};
    return contentOf(out);
}

/// Tells ctest that the test is skipped (SKIP_REGULAR_EXPRESSION) if the builder is not installed.
bool builderIsMissing(const Folder& folder)
{
    if (saidByPython(folder, "import swift.cli.ringbuilder\nprint('here')") == "here\n")
        return false;
    std::cout << "This test was skipped: the ring builder is not installed (Debian package python3-swift).\n";
    return true;
}

/// Deals a ring as an operator does, with the command line of swift-ring-builder, on four nodes of 14 disks.
void build(const Folder& folder, const std::string& nodes = "9, 10, 11, 12", int disks = 14)
{
    const std::string program = R"(
import sys
from swift.cli.ringbuilder import main
def builder(*arguments):
    try:
        main(['swift-ring-builder', 'object.builder'] + list(arguments))
    except SystemExit as ending:
        if ending.code not in (0, 1): raise # 1 is a warning
builder('create', '9', '3', '1')
for zone, node in enumerate([NODES]):
    for disk in range(DISKS):
        builder('add', '--region', '1', '--zone', str(zone + 1), '--ip', '10.0.0.%d' % node, '--port', '6200',
                '--device', 'sd' + 'bcdefghijklmnopqr'[disk], '--weight', '100' if disk else '50')
builder('rebalance', '--seed', 'rack')
)";
    std::string text = program;
    text.replace(text.find("NODES"), 5, nodes);
    text.replace(text.find("DISKS"), 5, std::to_string(disks));
    saidByPython(folder, text);
    REQUIRE(fs::exists(folder.path / "object.ring.gz"));
}

/// Device of each copy of each partition by the library of the cluster itself: "10.0.0.9/sdb,10.0.0.10/sdc,...".
std::string placesByItsOwnLibrary(const Folder& folder)
{
    return saidByPython(folder, R"(
from swift.common.ring.ring import RingData
ring = RingData.load('object.ring.gz')
for copies in zip(*ring._replica2part2dev_id):
    print(','.join('%s/%s' % (ring.devs[d]['ip'], ring.devs[d]['device']) for d in copies))
)");
}

void copyRack(const Folder& folder)
{
    fs::create_directories(folder.path / "rack");
    fs::copy(fs::path(HEADROOM_SOURCE_DIR) / "projects" / "swift-rack" / "swift-rack.headroom", folder.path / "rack");
}

std::string rackOf(const Folder& folder)
{
    return "'" + (folder.path / "rack").string() + "' ";
}

std::string importing(const Folder& folder, const std::string& more = " --ring objects")
{
    return "import '" + (folder.path / "object.ring.gz").string() + "' --into '" + (folder.path / "rack").string() +
           "'" + more;
}

} // namespace

TEST_CASE("a ring of the builder is taken over exactly as its own library reads it")
{
    const Folder folder;
    if (builderIsMissing(folder))
        return;
    build(folder);
    copyRack(folder);
    const Output imported = folder.run(importing(folder));
    INFO(imported.out << imported.err);
    REQUIRE(imported.status == 0);
    for (const char* words : {"2^9 partitions, 3 replicas, 56 devices on 4 nodes in 4 zones of 1 region.",
                              "No partition has two replicas in one zone", "Weights are from 50 to 100.",
                              "10.0.0.9 (region 1, zone 1), sdb to sdo: storage-1", "PARTITION_POWER = 9, before 13"})
        CHECK_THAT(imported.out, Catch::Matchers::Contains(words));

    std::istringstream table(contentOf(folder.path / "rack" / "objects.ring.csv")), own(placesByItsOwnLibrary(folder));
    std::string line, places;
    std::getline(table, line);
    int partitions = 0;
    for (; std::getline(own, places); ++partitions) {
        REQUIRE(std::getline(table, line));
        std::string expected = std::to_string(partitions);
        std::istringstream copies(places);
        for (std::string copy; std::getline(copies, copy, ',');) {
            const std::size_t slash = copy.find('/');
            const int node = std::stoi(copy.substr(copy.rfind('.') + 1)) - 9, disk = copy[slash + 3] - 'b';
            expected += "," + std::to_string(node * 14 + disk + 1);
        }
        REQUIRE(line == expected);
    }
    CHECK(partitions == 512);
    CHECK_FALSE(std::getline(table, line));
}

TEST_CASE("disks that a ring leaves half empty cannot be filled, and a ring is replaced by importing it again")
{
    const Folder folder;
    if (builderIsMissing(folder))
        return;
    build(folder); // a disk of each node has half of the others' weight, but their size
    copyRack(folder);
    REQUIRE(folder.run(importing(folder)).status == 0);
    const auto usable = [&](const std::string& project) {
        const Json summary =
            printed(folder.run("simulate " + project + " --duration 1s --warm-up 0s --set RAMP_UP=0 --json"));
        return summary["capacity"]["usable_bytes"].get<double>();
    };
    CHECK(usable(rackOf(folder)) < 0.99 * usable(swiftRack()));
    CHECK(folder.run(importing(folder)).status == 0);
}

TEST_CASE("requests go to the devices that the table of a ring names")
{
    const Folder folder;
    copyRack(folder);
    const fs::path project = folder.path / "rack" / "swift-rack.headroom";
    std::string text = contentOf(project);
    const auto replace = [&](const std::string& from, const std::string& to) {
        REQUIRE(text.find(from) != std::string::npos);
        text.replace(text.find(from), from.size(), to);
        folder.write("rack/swift-rack.headroom", text);
    };
    replace(R"("volume": "objects", "partition_power": "PARTITION_POWER",)",
            R"("volume": "objects", "partition_power": 1, "placement": "table", "table": "mine.csv",)");
    replace(R"("warm_up": "10 s")", R"("warm_up": "0 s")");
    // The first disk of the first three nodes, of 14 each.
    folder.write("rack/mine.csv", "partition,copy 1,copy 2,copy 3\n0,1,15,29\n1,29,1,15\n");
    const std::string load = " --duration 1s --warm-up 0s --set WORKERS=16 --set RAMP_UP=0 --json";
    const Json summary = printed(folder.run("simulate " + rackOf(folder) + load));
    for (const Json& row : summary["resources"])
        if (row["resource"] == "disk data") {
            CHECK(row["utilisation_max"].get<double>() > 0.9);
            CHECK(row["utilisation_mean"].get<double>() ==
                  Approx(row["utilisation_max"].get<double>() * 3 / 56).epsilon(0.03));
        }

    folder.write("rack/mine.csv", "partition,copy 1,copy 2,copy 3\n0,1,2,29\n1,29,1,15\n");
    CHECK_THAT(folder.run("check " + rackOf(folder)).err,
               Catch::Matchers::Contains("mine.csv: 1 of 2 partitions have two replicas on one node"));
    folder.write("rack/mine.csv", "partition,copy 1,copy 2,copy 3\n0,1,15,57\n1,29,1,15\n");
    const Output faulty = folder.run("check " + rackOf(folder));
    CHECK(faulty.status == 1);
    CHECK_THAT(faulty.err, Catch::Matchers::Contains("mine.csv: line 2: there is no device 57; the ring has 56"));
    replace(R"(, "table": "mine.csv")", "");
    CHECK_THAT(folder.run("check " + rackOf(folder)).err, Catch::Matchers::Contains("names no file"));
    replace(R"("placement": "table",)", R"("placement": "table", "table": "../mine.csv",)");
    CHECK_THAT(folder.run("check " + rackOf(folder)).err, Catch::Matchers::Contains("not in the project's folder"));
    replace(R"("placement": "table", )", "");
    const Output unused = folder.run("check " + rackOf(folder));
    CHECK(unused.status == 0);
    CHECK_THAT(unused.err, Catch::Matchers::Contains("field table"));
}

TEST_CASE("a ring that does not fit the project is refused, and the project stays as it is")
{
    const Folder folder;
    if (builderIsMissing(folder))
        return;
    build(folder, "9, 10, 11, 12, 13", 12);
    copyRack(folder);
    const std::string before = contentOf(folder.path / "rack" / "swift-rack.headroom");
    const Output refused = folder.run(importing(folder));
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Catch::Matchers::Contains("10.0.0.9 (region 1, zone 1) has 12 devices (sdb to sdm), its "
                                                      "counterpart storage-1 14"));
    CHECK_THAT(refused.err, Catch::Matchers::Contains("10.0.0.13 (region 1, zone 5) has no counterpart"));
    CHECK_THAT(folder.run(importing(folder, "")).err, Catch::Matchers::Contains("several rings"));
    CHECK_THAT(folder.run(importing(folder, " --ring sessions")).err,
               Catch::Matchers::Contains("no ring \"sessions\". There are: objects, containers, accounts"));
    CHECK(contentOf(folder.path / "rack" / "swift-rack.headroom") == before);
    CHECK_FALSE(fs::exists(folder.path / "rack" / "objects.ring.csv"));
}

TEST_CASE("a ring file needs the project that gets it, and a workload a new one")
{
    const Folder folder;
    const std::string ring = folder.write("object.ring.gz", "\x1f\x8b").string();
    CHECK_THAT(folder.run("import '" + ring + "' --out '" + folder.path.string() + "/new'").err,
               Catch::Matchers::Contains("with --into"));
    const std::string job = std::string(HEADROOM_SOURCE_DIR) + "/tests/data/fio-mixed.fio";
    copyRack(folder);
    CHECK_THAT(folder.run("import '" + job + "' --into '" + (folder.path / "rack").string() + "'").err,
               Catch::Matchers::Contains("named with --out"));
    CHECK(folder.run("import '" + job + "'").status == 1);
    CHECK_THAT(folder.run("import '" + ring + "' --into '" + folder.path.string() + "'").err,
               Catch::Matchers::Contains("There is no project in"));
    folder.write("rack/another.headroom", "{}");
    CHECK_THAT(folder.run("import '" + ring + "' --into " + rackOf(folder)).err,
               Catch::Matchers::Contains("There are several projects in"));
}
