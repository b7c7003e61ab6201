// Clusters that run, made into projects from the outputs of their own commands (tests/data/clusters). The files are
// made up in the forms that these versions write: Ceph 12 to 18, Swift 2, Kafka 1 and 3, util-linux 2.27 to 2.38.
#include "import/adopt/adopt.h"
#include "project/loading.h"
#include "project/project_file.h"
#include "run/run.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace headroom::adopt_test {

using project::Json;

namespace {

namespace fs = std::filesystem;

const fs::path root = HEADROOM_SOURCE_DIR;
const fs::path samples = root / "tests" / "data" / "clusters";
const std::vector<fs::path> libraries = {root / "libraries"};

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The files of a folder, as the program hands them over.
std::vector<import::GivenFile> filesOf(const std::string& folder)
{
    std::vector<import::GivenFile> files;
    for (const auto& entry : fs::recursive_directory_iterator(samples / folder))
        if (entry.is_regular_file())
            files.push_back({entry.path().lexically_relative(samples).string(), contentOf(entry.path())});
    std::ranges::sort(files, {}, &import::GivenFile::name);
    REQUIRE_FALSE(files.empty());
    return files;
}

const project::ComponentLibrary& components()
{
    project::Findings findings;
    static const auto library = project::ComponentLibrary::load(libraries, findings);
    return library;
}

import::Adopted adopted(std::vector<import::GivenFile> files)
{
    return import::adopt(std::move(files), "sample", libraries, components());
}

Json parameter(const Json& tree, const std::string& name)
{
    for (const Json& one : tree["parameters"])
        if (one["name"] == name)
            return one["value"];
    return {};
}

bool tells(const std::vector<std::string>& sentences, const std::string& words)
{
    for (const std::string& sentence : sentences)
        UNSCOPED_INFO(sentence);
    return std::ranges::any_of(sentences, [&](const std::string& one) { return one.find(words) != std::string::npos; });
}

std::vector<std::string> faultsOf(std::vector<import::GivenFile> files)
{
    try {
        adopted(std::move(files));
    } catch (const import::AdoptError& error) {
        return error.sentences();
    }
    return {};
}

struct Quiet : run::Observer
{
};

/// The project opens without errors and runs.
record::Summary simulate(const Json& tree)
{
    const auto loaded = project::parseWhole(tree.dump(), {components(), {}}, {.folders = libraries});
    for (const auto& finding : loaded.findings)
        UNSCOPED_INFO(project::toLine(finding));
    REQUIRE((loaded.whole && loaded.findings.empty()));
    run::Simulation simulation(loaded.whole->project, loaded.whole->components, {});
    for (const auto& finding : simulation.findings())
        UNSCOPED_INFO(project::toLine(finding));
    REQUIRE(simulation.findings().empty());
    Quiet quiet;
    return simulation.run(quiet);
}

} // namespace

TEST_CASE("a report of daemons on NVMe drives becomes a project with its drives, pool and load")
{
    const auto made = adopted(filesOf("quincy"));
    CHECK(parameter(made.tree, "NODES") == 3);
    CHECK(parameter(made.tree, "DRIVES") == 4);
    CHECK(parameter(made.tree, "DAEMONS_PER_DRIVE") == 2);
    CHECK(parameter(made.tree, "DRIVE") == "Samsung_PM9A3_3_84TB");
    CHECK(parameter(made.tree, "PROCESSOR") == "AMD_EPYC_7402");
    CHECK(parameter(made.tree, "SOCKETS") == 2);
    CHECK(parameter(made.tree, "MEMORY") == "256 GiB");
    CHECK(parameter(made.tree, "ADAPTER") == "Nvidia_ConnectX_6_Dx_2x100GbE");
    CHECK(parameter(made.tree, "CABLES") == 2);
    CHECK(parameter(made.tree, "MTU") == 9000);
    CHECK(parameter(made.tree, "COPIES") == 3);
    CHECK(parameter(made.tree, "GROUPS_POWER") == 8);
    CHECK(parameter(made.tree, "SCHEDULER") == "mClock high_client_ops");
    CHECK(made.unmatched.empty());
    // In a year 20e10 reads of 20 KiB and 12e10 writes of 12.5 KiB
    CHECK(parameter(made.tree, "LOAD") == "measured");
    CHECK(parameter(made.tree, "READS_PER_S").get<double>() == Approx(6342));
    CHECK(parameter(made.tree, "WRITES_PER_S").get<double>() == Approx(3805.2));
    CHECK(parameter(made.tree, "READ_SIZE") == "20480 B");
    CHECK(parameter(made.tree, "WRITE_SIZE") == "12800 B");
    CHECK(tells(made.found, "365 days since the pool began, which hides the peaks"));
    CHECK(tells(made.left, "\".mgr\""));
}

TEST_CASE("the measured load of an adopted cluster is simulated as it was measured")
{
    auto made = adopted(filesOf("quincy"));
    const auto summary = simulate(made.tree);
    CHECK(summary.operations.at("read").perSecond == Approx(6342).epsilon(0.05));
    CHECK(summary.operations.at("write").perSecond == Approx(3805.2).epsilon(0.05));
}

TEST_CASE("separate answers of a cluster give the same as a report, and generations stay apart")
{
    const auto made = adopted(filesOf("nautilus"));
    CHECK(parameter(made.tree, "NODES") == 3);
    CHECK(parameter(made.tree, "NODES_2") == 2);
    CHECK(parameter(made.tree, "DRIVE") == "Seagate_Exos_7E8_8TB");
    CHECK(parameter(made.tree, "DRIVE_2") == "WD_Ultrastar_HC520_12TB");
    CHECK(parameter(made.tree, "PROCESSOR") == "Intel_Xeon_Silver_4114");
    CHECK(parameter(made.tree, "PROCESSOR_2") == "Intel_Xeon_Gold_6230");
    CHECK(parameter(made.tree, "MEMORY") == "128 GiB");
    CHECK(parameter(made.tree, "MEMORY_2") == "256 GiB");
    CHECK(parameter(made.tree, "DB_ON") == "separate SSD");
    CHECK(parameter(made.tree, "DB_DRIVES") == 1);
    CHECK(parameter(made.tree, "DB_DRIVE") == "Intel_SSD_DC_P4610_Series_1_6TB");
    CHECK(parameter(made.tree, "ADAPTER") == "Mellanox_ConnectX4_Lx_2x25GbE");
    CHECK(parameter(made.tree, "CABLES") == 2);
    CHECK(parameter(made.tree, "ALLOC_SIZE") == "64 KiB");
    CHECK(parameter(made.tree, "MEMORY_TARGET") == "6 GiB");
    CHECK(parameter(made.tree, "BACKFILLS") == 2);
    CHECK(parameter(made.tree, "READS_PER_S") == 288);
    CHECK(parameter(made.tree, "READ_SIZE") == "32768 B");
    CHECK(tells(made.left, "eno1"));
    CHECK(tells(made.left, "Settings of single daemons or hosts: osd_memory_target"));
    CHECK(tells(made.assumed, "3 of 5 nodes have no files of their own"));
    simulate(made.tree);
}

TEST_CASE("an erasure-coded pool takes the class of drives that its rule names")
{
    const auto made = adopted(filesOf("pacific"));
    CHECK(parameter(made.tree, "POOL") == "erasure coded");
    CHECK(parameter(made.tree, "K") == 2);
    CHECK(parameter(made.tree, "M") == 2);
    CHECK(parameter(made.tree, "DRIVES") == 4);
    CHECK(parameter(made.tree, "DRIVE") == "Toshiba_MG08ACA16TE_16TB");
    CHECK(parameter(made.tree, "PROCESSOR") == "AMD_EPYC_7302P");
    CHECK(parameter(made.tree, "RECOVERY_SLEEP") == "100 ms");
    CHECK(tells(made.left, "8 daemons of class \"ssd\""));
    CHECK(tells(made.assumed, "No file states the network adapters"));
    simulate(made.tree);
}

TEST_CASE("daemons with the older store become the project of that store")
{
    const auto made = adopted(filesOf("luminous"));
    CHECK(made.tree["behaviours"][2]["from"] == "object-daemon");
    CHECK(parameter(made.tree, "NODES") == 3);
    CHECK(parameter(made.tree, "DRIVES") == 4);
    CHECK(parameter(made.tree, "PROCESSOR") == "Intel_Xeon_Processor_E5_2630_v4");
    CHECK(parameter(made.tree, "SOCKETS") == 2);
    CHECK(parameter(made.tree, "OP_THREADS") == 10);
    CHECK(parameter(made.tree, "READ_SIZE") == "20480 B");
    simulate(made.tree);
}

TEST_CASE("parts that no library has become estimated components beside the nearest ones")
{
    const auto made = adopted(filesOf("reef"));
    CHECK(tells(made.unmatched,
                "Intel(R) Xeon(R) Gold 5499Q CPU @ 2.70GHz\" is not in the libraries: 26 cores a socket, "
                "2.70 GHz. Nearest by cores and clock: "));
    CHECK(tells(made.unmatched,
                "\"ACME FLASHER 64 X9\", 6.40 TB, is not in the libraries (nvme). Nearest by capacity, port "
                "and maker: "));
    CHECK(tells(made.unmatched, "An adapter of 10 Gb/s without a model in the files"));
    Json processor;
    for (const Json& one : made.tree["components"])
        if (one["id"] == parameter(made.tree, "PROCESSOR"))
            processor = one;
    REQUIRE(processor.is_object());
    CHECK(processor["parameters"]["cores"] == 26);
    CHECK(processor["parameters"]["base_clock_Hz"] == 2.7e9);
    CHECK(processor["parameters"]["max_turbo_clock_Hz"] == 3.8e9);
    CHECK(processor["confidence"] == "estimated");
    CHECK_FALSE(processor["estimated_fields"].empty());
    CHECK_FALSE(processor["parameters"].contains("price_usd"));
    CHECK(parameter(made.tree, "SCHEDULER") == "mClock balanced");
    CHECK(tells(made.left, "1 daemon that holds no data"));
    CHECK(tells(made.assumed, "The files have no rates of clients"));
    // A node with a drive less is a group of its own.
    CHECK(parameter(made.tree, "NODES") == 3);
    CHECK(parameter(made.tree, "NODES_2") == 1);
    CHECK(parameter(made.tree, "DRIVES_2") == 1);
    simulate(made.tree);
}

TEST_CASE("a ring with reconnaissance and the files of its nodes becomes a project")
{
    const auto made = adopted(filesOf("ring"));
    CHECK(parameter(made.tree, "NODES") == 4);
    CHECK(parameter(made.tree, "DRIVES") == 6);
    CHECK(parameter(made.tree, "DRIVE") == "WD_Gold_WD4003FRYZ_4TB");
    CHECK(parameter(made.tree, "PARTITION_POWER") == 8);
    CHECK(parameter(made.tree, "FILLED").get<double>() == Approx(0.45));
    CHECK(parameter(made.tree, "PROXIES") == 2);
    CHECK(parameter(made.tree, "PROXIES_ON") == "proxy servers");
    CHECK(parameter(made.tree, "ADAPTER") == "Intel_X520_DA2_10GbE");
    simulate(made.tree);
}

TEST_CASE("topics and the settings of a broker become a project, in the forms of two versions")
{
    auto files = filesOf("topics");
    const auto made = adopted(files);
    CHECK(parameter(made.tree, "NODES") == 4);
    CHECK(parameter(made.tree, "DRIVES") == 4);
    CHECK(parameter(made.tree, "DRIVE") == "Micron_7450_PRO_3_84TB");
    CHECK(parameter(made.tree, "PARTITIONS") == 18);
    CHECK(parameter(made.tree, "COPIES") == 3);
    CHECK(parameter(made.tree, "NETWORK_THREADS") == 6);
    CHECK(parameter(made.tree, "FETCHERS") == 4);
    CHECK(tells(made.assumed, "3 brokers are not in the files"));
    simulate(made.tree);
    files.erase(files.begin()); // the description in the form of version 3
    for (auto& file : filesOf("topics-1"))
        files.push_back(file);
    CHECK(parameter(adopted(files).tree, "PARTITIONS") == 18);
}

TEST_CASE("files that are broken or say too little are told by their place")
{
    auto report = filesOf("quincy");
    std::erase_if(report, [](const auto& file) { return !file.name.ends_with("report.json"); });
    REQUIRE(report.size() == 1);
    auto cut = report;
    cut[0].text.resize(cut[0].text.size() / 2);
    CHECK(tells(faultsOf(cut), "quincy/report.json: The file is not valid JSON: the error is at line"));
    auto wrong = report;
    const std::string key = "\"pg_num\": 256";
    wrong[0].text.replace(wrong[0].text.find(key), key.size(), "\"pg_num\": \"many\"");
    CHECK(tells(faultsOf(wrong),
                "quincy/report.json, /osdmap/pools/1/pg_num: A number that is not negative is expected"));
    CHECK(tells(faultsOf({{"df.json", R"({"nodes":[{"id":0,"kb":1000,"kb_used":1}]})"}}), "1 daemon without a host"));
    CHECK(tells(faultsOf({{"a/lscpu.json", R"({"lscpu":[{"field":"Architecture:","data":"x86_64"}]})"}}),
                "a/lscpu.json, /lscpu: Neither"));
    CHECK(tells(faultsOf({{"a.lsblk.json", R"({"blockdevices":[{"name":"sda","type":"disk"}]})"}}),
                "a.lsblk.json, /blockdevices/0/size: The size of the drive is missing"));
    CHECK(tells(faultsOf({{"topics.txt", "Topic: a\tPartitionCount: x\tReplicationFactor: 3\n"}}),
                "topics.txt, line 1: "));
    CHECK(tells(faultsOf({{"notes.txt", "hello"}}), "None of the files is one that describes a cluster"));
    CHECK(
        tells(faultsOf({{"a/meminfo.txt", "MemTotal: 65806752 kB\n"}}), "1 machine, but not which cluster they make"));
}

TEST_CASE("an older program's numbers that are none do not keep a file from being read")
{
    auto files = filesOf("nautilus");
    for (auto& file : files)
        if (file.name.ends_with("osd-df.json")) {
            const std::string key = "\"var\": 1.0";
            file.text.replace(file.text.find(key), key.size(), "\"var\": -nan");
        }
    CHECK(parameter(adopted(files).tree, "NODES") == 3);
}

TEST_CASE("two thousand daemons become a project of few groups")
{
    Json tree{{"nodes", Json::array()}, {"stray", Json::array()}};
    Json& nodes = tree["nodes"];
    int number = 0;
    for (int host = 0; host < 100; ++host) {
        Json children = Json::array();
        for (int drive = 0; drive < 20 - host % 12; ++drive) { // drives that failed and were not replaced
            nodes.push_back(Json{{"id", number},
                                 {"name", "osd." + std::to_string(number)},
                                 {"type", "osd"},
                                 {"type_id", 0},
                                 {"device_class", "hdd"},
                                 {"crush_weight", host < 50 ? 7.27699 : 14.55399},
                                 {"status", "up"},
                                 {"reweight", 1.0}});
            children.push_back(number++);
        }
        nodes.insert(nodes.begin(), Json{{"id", -2 - host},
                                         {"name", "n" + std::to_string(host)},
                                         {"type", "host"},
                                         {"type_id", 1},
                                         {"children", children}});
    }
    const auto made = adopted({{"tree.json", tree.dump()}});
    CHECK(made.tree["topology"]["groups"].size() <= 9);
    CHECK(tells(made.left, "nodes that differ a little from the others"));
    CHECK(project::parseProject(made.tree.dump(), components(), libraries).project);
}

TEST_CASE("an archive is read like the folder that it was made of")
{
    std::string archive;
    for (const auto& file : filesOf("reef")) {
        std::string head(512, '\0');
        head.replace(0, file.name.size(), file.name);
        char size[12];
        std::snprintf(size, sizeof size, "%011o", static_cast<unsigned>(file.text.size()));
        head.replace(124, 11, size, 11);
        head[156] = '0';
        head.replace(257, 5, "ustar");
        archive += head + file.text + std::string((512 - file.text.size() % 512) % 512, '\0');
    }
    const auto made = adopted({{"all.tar", archive + std::string(1024, '\0')}});
    CHECK(parameter(made.tree, "NODES") == parameter(adopted(filesOf("reef")).tree, "NODES"));
    CHECK(tells(faultsOf({{"all.tar", archive.substr(0, archive.size() / 2)}}), "The archive is cut off"));
}

} // namespace headroom::adopt_test
