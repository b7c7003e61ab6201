// Controllers and RAID groups of a node: what is refused.
#include "topology_fixture.h"

#include <catch2/catch.hpp>

using namespace headroom;
using namespace headroom::test;

namespace {

/// The findings of one node group.
Cluster expanded(project::NodeGroup group)
{
    Cluster cluster({std::move(group)}, {});
    cluster.library.add(Json::array({{{"id", "hba"}, {"kind", "controller"}, {"parameters", {{"ports", 4}}}},
                                     {{"id", "shelf"}, {"kind", "expander"}, {"parameters", {{"ports", 24}}}}}),
                        "/components", cluster.findings);
    cluster.expand();
    return cluster;
}

project::NodeGroup devices(Json fields)
{
    project::NodeGroup result = group("storage", 1);
    fields["component"] = "hdd";
    result.devices = {{"data", std::move(fields)}};
    return result;
}

} // namespace

TEST_CASE("a RAID set takes two devices, RAID 5 three, RAID 6 four, RAID 10 an even number")
{
    CHECK(expanded(devices({{"raid", "RAID 0"}, {"count", 1}})).found("raid.members"));
    CHECK(expanded(devices({{"raid", "RAID 10"}, {"count", 3}})).found("raid.members"));
    CHECK_FALSE(expanded(devices({{"raid", "RAID 1"}, {"count", 3}})).found("raid.members"));
    CHECK(expanded(devices({{"raid", "RAID 5"}, {"count", 2}})).found("raid.members"));
    CHECK_FALSE(expanded(devices({{"raid", "RAID 5"}, {"count", 3}})).found("raid.members"));
    CHECK(expanded(devices({{"raid", "RAID 6"}, {"count", 3}})).found("raid.members"));
    CHECK_FALSE(expanded(devices({{"raid", "RAID 6"}, {"count", 4}})).found("raid.members"));
    CHECK_FALSE(expanded(devices({{"count", 1}})).found("raid.members"));
}

TEST_CASE("the devices of a group make several RAID sets of one size")
{
    CHECK(expanded(devices({{"raid", "RAID 5"}, {"count", 6}, {"sets", 2}})).findings.empty());
    CHECK(expanded(devices({{"raid", "RAID 5"}, {"count", 6}, {"sets", 3}})).found("raid.members"));
    CHECK(expanded(devices({{"raid", "RAID 5"}, {"count", 7}, {"sets", 2}})).found("raid.sets"));
    CHECK(expanded(devices({{"count", 4}, {"sets", 2}})).found("raid.no-sets"));
    CHECK_FALSE(expanded(devices({{"count", 4}})).found("raid.no-sets"));
}

TEST_CASE("a device of a RAID set holds a stripe")
{
    CHECK(expanded(devices({{"raid", "RAID 0"}, {"count", 2}, {"stripe", "2 TB"}})).found("raid.stripe"));
    CHECK(expanded(devices({{"raid", "RAID 10"}, {"count", 2}, {"stripe", "2 TB"}})).found("raid.stripe"));
    CHECK(expanded(devices({{"raid", "RAID 0"}, {"count", 2}, {"stripe", "1 TB"}})).findings.empty());
    CHECK(expanded(devices({{"raid", "RAID 1"}, {"count", 2}, {"stripe", "2 TB"}})).findings.empty());
}

TEST_CASE("a device hangs on a controller of its node group")
{
    project::NodeGroup node = devices({{"controller", "adapter"}, {"count", 5}});
    CHECK(expanded(node).found("controller.unknown"));
    node.controllers = {{"adapter", {{"component", "shelf"}}}};
    CHECK(expanded(node).findings.empty());
}

TEST_CASE("expanders do not hang on each other in a circle")
{
    project::NodeGroup node = devices({{"controller", "a"}});
    node.controllers = {{"a", {{"component", "shelf"}, {"behind", "b"}}},
                        {"b", {{"component", "shelf"}, {"behind", "a"}}}};
    CHECK(expanded(node).found("controller.circle"));
    node.controllers[1].fields.erase("behind");
    CHECK(expanded(node).findings.empty());
}

TEST_CASE("the cache of devices is another group, without a cache itself")
{
    project::NodeGroup node = devices({{"cache_device", "data"}});
    CHECK(expanded(node).found("cache.unknown"));
    node.devices[0].fields["cache_device"] = "fast";
    CHECK(expanded(node).found("cache.unknown"));
    node.devices.push_back({"fast", {{"component", "ssd"}}});
    CHECK(expanded(node).findings.empty());
    node.devices[1].fields["cache_device"] = "data";
    CHECK(expanded(node).found("cache.unknown"));
}

TEST_CASE("device groups that one group caches have slices of their own")
{
    project::NodeGroup node = devices({{"count", 2}, {"cache_device", "fast"}});
    node.fields["count"] = 2;
    node.devices.push_back({"fast", {{"component", "ssd"}, {"count", 2}}});
    node.devices.push_back({"more", {{"component", "hdd"}, {"count", 3}, {"cache_device", "fast"}}});
    Cluster cluster({std::move(node)}, {});
    const auto topology = cluster.expand();
    std::set<std::pair<std::uint32_t, std::uint32_t>> slices; // fast device and number
    for (const auto& device : topology.devices())
        if (device.cached) {
            CHECK(device.cacheSlices == 3);
            CHECK(device.cacheSlice < 3);
            CHECK(slices.emplace(device.members[1], device.cacheSlice).second);
        }
    CHECK(slices.size() == 10);
}
