// Building a node's controllers, devices and RAID sets.
#include "../../resources/storage/load.h"
#include "../../topology/topology_fixture.h"

#include "run/model/hardware.h"

#include <catch2/catch.hpp>

using namespace headroom;
using namespace headroom::resources::testing;
using test::Json;

namespace {

Json figures()
{
    const auto component = [](const char* id, const char* kind, Json parameters) {
        return Json{{"id", id}, {"kind", kind}, {"source", "test"}, {"parameters", std::move(parameters)}};
    };
    return Json::array({component("hba", "controller",
                                  {{"interface", "PCIe 3.0 x8"},
                                   {"ports", 8},
                                   {"port_rate_bps", 6e9},
                                   {"iops_limit", 200e3},
                                   {"latency_us", 5}}),
                        component("shelf", "expander", {{"interface", "SAS 6Gb/s"}, {"ports", 24}}),
                        component("shelf12", "expander", {{"interface", "SAS 12Gb/s"}, {"ports", 24}})});
}

Json desktopDrive(Json more)
{
    Json figures = {{"capacity_B", 100e9},          {"seq_read_Bps", 500e6},        {"seq_write_Bps", 400e6},
                    {"rand_read_4k_iops", 50000},   {"rand_write_4k_iops", 40000},  {"read_latency_us", 100},
                    {"write_latency_us", 50},       {"saturation_queue_depth", 32}, {"rand_write_8k_iops", 20000},
                    {"power_loss_protection", true}};
    figures.update(more);
    return Json::array({{{"id", "desktop"}, {"kind", "ssd"}, {"source", "test"}, {"parameters", figures}}});
}

struct Built
{
    test::Cluster description;
    Calendar calendar;
    std::optional<topology::ExpandedTopology> topology;
    std::optional<topology::Routes> routes;
    behaviour::Cluster cluster;

    explicit Built(project::NodeGroup group, const Json& more = Json::array()) : description({std::move(group)}, {})
    {
        description.library.add(figures(), "/components", description.findings);
        description.library.add(more, "/components", description.findings);
        topology.emplace(description.expand());
        for (const project::Finding& finding : description.findings)
            UNSCOPED_INFO(finding.problem);
        REQUIRE(description.findings.empty());
        routes.emplace(*topology);
        cluster = run::buildCluster(calendar, *topology, *routes, 1);
    }

    /// 4 KiB or larger reads of all devices together.
    Rate reads(std::uint64_t bytes, std::uint32_t depth)
    {
        std::vector<std::unique_ptr<ClosedLoop>> loops;
        std::uint64_t seed = 0;
        for (const auto& hardware : cluster.devices) {
            loops.push_back(std::make_unique<ClosedLoop>(calendar, *hardware.device,
                                                         randomAccess(*hardware.device, bytes, 1, ++seed)));
            loops.back()->start(depth);
        }
        const auto sum = [&] {
            std::uint64_t all = 0;
            for (const auto& loop : loops)
                all += loop->completed();
            return static_cast<double>(all);
        };
        calendar.runUntil(kernel::fromSeconds(0.1));
        const double before = sum();
        calendar.runUntil(kernel::fromSeconds(1.1));
        return {sum() - before, (sum() - before) * static_cast<double>(bytes)};
    }
};

project::NodeGroup shelfOf(int ssds, const char* controller, int lanes)
{
    project::NodeGroup group = test::group("storage", 1);
    group.controllers = {{"adapter", {{"component", "hba"}}},
                         {"shelf", {{"component", "shelf"}, {"behind", "adapter"}, {"lanes", lanes}}}};
    group.devices = {{"data", {{"component", "ssd"}, {"count", ssds}, {"controller", controller}}}};
    return group;
}

} // namespace

TEST_CASE("devices behind an expander share its uplink, and all the adapter's commands")
{
    // SSDs of 500 MB/s and 100 000 reads a second.
    CHECK(Built(shelfOf(8, "adapter", 4)).reads(131072, 8).bytesPerSecond == Approx(8 * 500e6).epsilon(0.01));
    CHECK(Built(shelfOf(8, "shelf", 4)).reads(131072, 8).bytesPerSecond == Approx(4 * 600e6).epsilon(0.01));
    CHECK(Built(shelfOf(8, "shelf", 2)).reads(131072, 8).bytesPerSecond == Approx(2 * 600e6).epsilon(0.01));
    CHECK(Built(shelfOf(4, "shelf", 4)).reads(4096, 16).perSecond == Approx(200e3).epsilon(0.01));
}

TEST_CASE("an expander's uplink is no faster than the ports that it ends at")
{
    project::NodeGroup group = shelfOf(8, "fast shelf", 4);
    group.controllers.push_back({"fast shelf", {{"component", "shelf12"}, {"lanes", 4}}});
    CHECK(Built(group).reads(131072, 8).bytesPerSecond == Approx(8 * 500e6).epsilon(0.01));
    group.controllers.back().fields["behind"] = "adapter"; // its ports have 6 Gb/s
    CHECK(Built(group).reads(131072, 8).bytesPerSecond == Approx(4 * 600e6).epsilon(0.01));
}

TEST_CASE("each node has controllers of its own")
{
    project::NodeGroup group = shelfOf(2, "shelf", 1);
    group.fields["count"] = 2;
    test::Cluster description({group}, {});
    description.library.add(figures(), "/components", description.findings);
    const auto topology = description.expand();
    Calendar calendar;
    const topology::Routes routes(topology);
    const behaviour::Cluster cluster = run::buildCluster(calendar, topology, routes, 1);
    REQUIRE(cluster.controllers.size() == 4);
    CHECK(cluster.controllers[1].toMemory->name() == "storage-1 shelf to memory");
    CHECK(cluster.controllers[2].node == 1);
    CHECK(cluster.controllers[3].commands == nullptr);
    Finish finish(calendar);
    cluster.devices[2].device->submit({false, 0, 4096}, finish.completion());
    calendar.runUntil(kernel::fromSeconds(1));
    CHECK(cluster.controllers[1].toMemory->meter().bytes() == 0);
    CHECK(cluster.controllers[3].toMemory->meter().bytes() == 4096);
}

TEST_CASE("a device whose write cache starts full writes before anything is asked of it")
{
    project::NodeGroup group = test::group("storage", 1);
    group.devices = {{"data", {{"component", "disk"}, {"count", 2}, {"cache_full_of", "64 KiB"}}},
                     {"empty", {{"component", "disk"}}}};
    Built built(group, Json::array({{{"id", "disk"},
                                     {"kind", "disk"},
                                     {"source", "test"},
                                     {"parameters",
                                      {{"capacity_B", 1e12},
                                       {"rpm", 7200},
                                       {"seq_read_Bps", 138e6},
                                       {"seq_write_Bps", 138e6},
                                       {"avg_seek_read_ms", 8.5},
                                       {"avg_seek_write_ms", 9.5},
                                       {"track_to_track_seek_ms", 0.8},
                                       {"media_rate_outer_Bps", 138e6},
                                       {"media_rate_inner_Bps", 65e6},
                                       {"cache_B", 67108864},
                                       {"write_cache_enabled", true}}}}}));
    built.calendar.runUntil(kernel::fromSeconds(1));
    for (std::size_t d = 0; d < 3; ++d) {
        monitoring::Meter& meter = built.cluster.devices[d].device->meter();
        meter.advance(built.calendar.now());
        CHECK(meter.utilisation() == (d < 2 ? 1 : 0));
        CHECK(meter.arrivals() == 0);
    }
}

TEST_CASE("the devices of a RAID group are one for volumes, and keep their meters")
{
    project::NodeGroup group = test::group("storage", 1);
    group.devices = {{"data", {{"component", "ssd"}, {"count", 4}, {"raid", "RAID 10"}, {"stripe", "128 KiB"}}}};
    Built built(group);
    REQUIRE(built.cluster.devices.size() == 5);
    CHECK(built.topology->devices()[4].name == "storage data");
    CHECK(built.topology->devices()[4].members == std::vector<std::uint32_t>{0, 1, 2, 3});
    for (std::uint32_t d = 0; d < 5; ++d)
        CHECK(built.topology->devices()[d].inSet == (d < 4));
    resources::StorageDevice& set = *built.cluster.devices[4].device;
    CHECK(set.capacityBytes() == 2 * (100'000'000'000ULL / 131072 * 131072));
    Finish finish(built.calendar);
    set.submit({true, 0, 262144}, finish.completion());
    built.calendar.runUntil(kernel::fromSeconds(1));
    for (std::size_t d = 0; d < 4; ++d)
        CHECK(built.cluster.devices[d].device->meter().bytes() == 131072);
}

TEST_CASE("several RAID sets of a group are devices of their own")
{
    project::NodeGroup group = test::group("storage", 1);
    group.devices = {{"data", {{"component", "ssd"}, {"count", 4}, {"raid", "RAID 1"}, {"sets", 2}}}};
    Built built(group);
    REQUIRE(built.cluster.devices.size() == 6);
    const auto& devices = built.topology->devices();
    CHECK(devices[4].name == "storage data set 1");
    CHECK(devices[4].members == std::vector<std::uint32_t>{0, 1});
    CHECK(devices[5].name == "storage data set 2");
    CHECK(devices[5].members == std::vector<std::uint32_t>{2, 3});
    Finish finish(built.calendar);
    built.cluster.devices[5].device->submit({true, 0, 4096}, finish.completion());
    built.calendar.runUntil(kernel::fromSeconds(1));
    for (std::size_t d = 0; d < 4; ++d)
        CHECK(built.cluster.devices[d].device->meter().bytes() == (d < 2 ? 0 : 4096));
}

TEST_CASE("the memory of a RAID controller lies before its sets, which share it out")
{
    project::NodeGroup group = test::group("storage", 1);
    group.devices = {{"data",
                      {{"component", "ssd"},
                       {"count", 8},
                       {"raid", "RAID 5"},
                       {"sets", 2},
                       {"battery_cache", "2 MiB"},
                       {"rebuild_rate", 0}}}};
    Built built(group);
    REQUIRE(built.cluster.devices.size() == 10);
    for (const std::size_t set : {8U, 9U}) {
        resources::StorageDevice& device = *built.cluster.devices[set].device;
        for (std::uint64_t k = 0; k < 2; ++k) { // both are in memory before any disk has answered a read
            Finish finish(built.calendar);
            device.submit({true, k << 20, 512 * 1024}, finish.completion());
            built.calendar.runUntil(built.calendar.now());
            CHECK(finish.at == finish.start);
        }
        Finish noRoom(built.calendar);
        device.submit({true, 4 << 20, 512 * 1024}, noRoom.completion());
        built.calendar.runUntil(built.calendar.now() + kernel::fromSeconds(1));
        CHECK(noRoom.at > noRoom.start);
    }
}

TEST_CASE("slow devices share a fast one as their cache")
{
    project::NodeGroup group = test::group("storage", 1);
    group.devices = {{"data", {{"component", "hdd"}, {"count", 4}, {"cache_device", "fast"}, {"cache_size", "1 GB"}}},
                     {"fast", {{"component", "ssd"}, {"count", 2}}}};
    Built built(group);
    REQUIRE(built.cluster.devices.size() == 10);
    for (std::uint32_t d = 0; d < 10; ++d)
        CHECK(built.topology->devices()[d].inSet == (d < 4)); // the fast ones can have volumes of their own
    const auto& third = built.topology->devices()[8];
    CHECK(third.name == "storage data-3 cached");
    CHECK(third.members == std::vector<std::uint32_t>{2, 4});
    CHECK(third.cacheSlice == 1);
    resources::StorageDevice& device = *built.cluster.devices[8].device;
    CHECK(device.capacityBytes() == 1'000'000'000'000);
    for (int i = 0; i < 2; ++i) {
        Finish finish(built.calendar);
        device.submit({false, 0, 4096}, finish.completion());
        built.calendar.runUntil(built.calendar.now() + kernel::fromSeconds(1));
    }
    CHECK(built.cluster.devices[2].device->meter().bytes() == 4096);
    CHECK(built.cluster.devices[4].device->meter().bytes() == 2 * 4096); // put there, then found
}

TEST_CASE("a cache that starts warm holds what the volumes of its devices hold")
{
    project::NodeGroup group = test::group("storage", 1);
    group.devices = {
        {"data", {{"component", "hdd"}, {"cache_device", "fast"}, {"cache_size", "20 GB"}, {"cache_start", "warm"}}},
        {"fast", {{"component", "ssd"}}}};
    group.volumes = {{.volume = "files", .devices = "data", .fields = {{"used", 0.01}}}}; // of 1 TB
    Built built(group);
    REQUIRE(built.cluster.devices.size() == 3);
    for (const std::uint64_t offset : {0ULL, 9'900'000'000ULL, 11'000'000'000ULL}) {
        Finish finish(built.calendar);
        built.cluster.devices[2].device->submit({false, offset, 4096}, finish.completion());
        built.calendar.runUntil(built.calendar.now() + kernel::fromSeconds(1));
    }
    CHECK(built.cluster.devices[0].device->meter().bytes() == 4096); // only what is beyond what is filled
    CHECK(built.cluster.devices[1].device->meter().bytes() == 3 * 4096);
}

TEST_CASE("a full SSD writes at its steady figure, else at what its spare area leaves, else at its figure")
{
    project::NodeGroup group = test::group("storage", 1);
    group.devices = {{"data", {{"component", "desktop"}, {"full", true}}}};
    const auto writes = [&](const Json& figures, std::uint64_t bytes = 4096) {
        Built built(group, desktopDrive(figures));
        resources::StorageDevice& device = *built.cluster.devices[0].device;
        return rateOf(built.calendar, device, randomAccess(device, bytes, 0), 32, 0.1, 1).perSecond;
    };
    CHECK(writes(Json::object()) == Approx(40000).epsilon(0.01));
    CHECK(writes({{"over_provisioning", 0.28}}) == Approx(40000 / 2.481).epsilon(0.01));
    CHECK(writes({{"over_provisioning", 0.28}}, 8192) == Approx(20000 / 2.481).epsilon(0.01));
    CHECK(writes({{"over_provisioning", 0.28}, {"steady_rand_write_4k_iops", 5000}}) == Approx(5000).epsilon(0.01));
    group.devices[0].fields["full"] = false;
    CHECK(writes({{"over_provisioning", 0.28}}) == Approx(40000).epsilon(0.01));
}

TEST_CASE("the log of a device is as its first volume says")
{
    project::NodeGroup group = test::group("storage", 1);
    group.devices = {{"data", {{"component", "ssd"}, {"count", 2}}}, {"other", {{"component", "ssd"}}}};
    group.volumes = {{"files", "data", {{"log_size", "64 MiB"}}}, {"more", "data", Json::object()}};
    Built built(group);
    CHECK(built.cluster.devices[0].log->bytes() == 64u << 20);
    CHECK(built.cluster.devices[1].log->bytes() == 64u << 20);
    const auto& other = built.cluster.devices[2];
    CHECK(other.log->bytes() == resources::defaultLogBytes(other.device->capacityBytes()));
}

TEST_CASE("a node has the bandwidth of its memory modules as far as its processors can take it")
{
    const auto component = [](const char* kind, Json figures) {
        project::Component made;
        made.kind = kind;
        made.parameters = std::move(figures);
        return made;
    };
    const project::Component processor =
        component("processor", {{"cores", 8}, {"base_clock_Hz", 2e9}, {"memory_bandwidth_Bps", 1e11}});
    const project::Component module = component("memory", {{"bandwidth_per_channel_Bps", 2e10}});
    topology::GroupInfo group;
    group.processor = group.reference = &processor;
    group.sockets = 2;
    group.memoryModule = &module;
    const auto bandwidth = [&](std::uint32_t modules) {
        group.memoryModules = modules;
        return run::memorySpec(group).bandwidthBps;
    };
    CHECK(bandwidth(0) == Approx(2e11)); // not known
    CHECK(bandwidth(4) == Approx(8e10));
    CHECK(bandwidth(16) == Approx(2e11));
    group.memoryBusRate = 3e10;
    CHECK(bandwidth(16) == Approx(3e10));
}
