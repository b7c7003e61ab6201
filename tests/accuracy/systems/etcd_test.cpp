// Claims of the page of projects/etcd.
#include "accuracy/engine_child.h"
#include "accuracy/published.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdint>
#include <string>

using namespace headroom;
using namespace headroom::accuracy;

namespace {

record::Summary etcdRun(const Settings& settings, const std::string& duration = "1 s")
{
    return simulate("etcd", settings, duration);
}

/// The machines of the preset "published".
Settings publishedMachines(const Settings& further)
{
    Settings settings{{"DRIVE", "Google_PD_SSD_50GB"},
                      {"PROCESSOR", "Intel_Xeon_Processor_E5_2699_v4"},
                      {"CORES", "4"},
                      {"MEMORY", "16 GiB"},
                      {"ADAPTER", "Google_virtual_16Gb"},
                      {"SWITCH", "Nvidia_SN4600C_64x100G"},
                      {"DISTANCE", "115 us"},
                      {"CLIENT_NODES", "1"},
                      {"CLIENT_PROCESSOR", "Intel_Xeon_Processor_E5_2699_v4"},
                      {"CLIENT_CORES", "8"},
                      {"CLIENT_MEMORY", "30 GiB"},
                      {"CLIENT_ADAPTER", "Google_virtual_16Gb"}};
    settings.insert(settings.end(), further.begin(), further.end());
    return settings;
}

const record::OperationSummary& ofClients(const record::Summary& summary)
{
    const auto put = summary.operations.find("put");
    return put != summary.operations.end() ? put->second : summary.operations.at("read");
}

double meanMs(const Settings& settings)
{
    return ofClients(etcdRun(settings)).latency.meanMs;
}

std::uint64_t visits(const record::Summary& summary, const std::string& diagram, const std::string& block)
{
    for (const auto& row : summary.blocks)
        if (row.diagram == "member/" + diagram + "/full" && row.block == block)
            return row.visits;
    return 0;
}

/// Puts that share a save of the leader.
double putsInASave(int clients)
{
    const auto summary = etcdRun({{"CLIENTS", std::to_string(clients)}, {"DRIVE", "Samsung_870_EVO_1TB"}});
    return static_cast<double>(visits(summary, "put", "done")) /
           static_cast<double>(visits(summary, "ready", "leader.save.flush"));
}

} // namespace

TEST_CASE("etcd's published rates are met where they were fitted, and within two fifths elsewhere", "[accuracy]")
{
    for (const auto& row : publishedRows("etcd")) {
        const auto summary =
            etcdRun(publishedMachines({{"OPERATION", row[0]}, {"CLIENTS", row[1]}, {"TARGET", row[2]}}));
        const double error = ofClients(summary).perSecond / std::stod(row[3]) - 1;
        CAPTURE(row[0], row[1], row[2], error);
        CHECK(std::abs(error) < (row[5] == "fitted" ? 0.02 : 0.42));
    }
}

TEST_CASE("puts share flushes: about half of those who wait come during one", "[accuracy]")
{
    CHECK(putsInASave(1) == Approx(1).epsilon(0.02));
    const double of100 = putsInASave(100), of1000 = putsInASave(1000);
    CHECK(of100 > 25);
    CHECK(of100 <= 52);
    CHECK(of1000 > 4 * of100);
}

TEST_CASE("a put waits for its member and for a majority: a round trip each", "[accuracy]")
{
    const auto far = [](const std::string& members, const std::string& operation) {
        return meanMs({{"CLIENTS", "1"}, {"DISTANCE", "5 ms"}, {"NODES", members}, {"OPERATION", operation}});
    };
    CHECK(far("1", "put") == Approx(10).epsilon(0.03));
    CHECK(far("3", "put") == Approx(20).epsilon(0.03));
    CHECK(far("5", "put") == Approx(20).epsilon(0.03));
    CHECK(far("3", "linearizable read") == Approx(20).epsilon(0.03));
    CHECK(far("3", "serializable read") == Approx(10).epsilon(0.03));
}

TEST_CASE("one confirmation serves all linearizable reads that wait, and each member applies all puts", "[accuracy]")
{
    const auto reads = etcdRun({{"OPERATION", "linearizable read"}}, "300 ms");
    CHECK(visits(reads, "read", "done") > 20 * visits(reads, "confirm", "index"));

    const auto leader = etcdRun({}, "600 ms"), all = etcdRun({{"TARGET", "all members"}}, "600 ms");
    CHECK(resourceOf(leader, "slots write-lock").utilisationMean > 0.95);
    CHECK(ofClients(all).perSecond == Approx(ofClients(leader).perSecond).epsilon(0.05));
}

TEST_CASE("a drive for the log alone spares a hard disk's puts the flushes of the backend", "[accuracy]")
{
    Settings disks{{"DRIVE", "Seagate_Exos_X20_20TB"}, {"CLIENTS", "100"}, {"WARM_UP", "1 s"}};
    const double shared = ofClients(etcdRun(disks, "4 s")).perSecond;
    disks.emplace_back("WAL_ON", "own drive");
    CHECK(ofClients(etcdRun(disks, "4 s")).perSecond > 20 * shared);
}
