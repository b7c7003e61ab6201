// The ring: keys to partitions, partitions to replicas on distinct nodes and devices, evenly.
#include "kernel/random.h"
#include "mapping/ring.h"
#include "tests/one_of.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <vector>

using headroom::mapping::Ring;

namespace {

/// `nodes` × `perNode` devices, numbered through from 100.
struct Devices
{
    Devices(std::uint32_t nodes, std::uint32_t perNode)
    {
        for (std::uint32_t n = 0; n < nodes; ++n)
            for (std::uint32_t d = 0; d < perNode; ++d) {
                devices.push_back(100 + n * perNode + d);
                nodeOf.push_back(n);
            }
    }
    Ring ring(std::uint32_t power, std::uint32_t replicas, std::uint64_t seed = 1) const
    {
        return Ring(devices, nodeOf, power, replicas, seed);
    }
    Ring ring(std::uint32_t power, std::uint32_t replicas, const Ring::Rules& rules) const
    {
        return Ring(devices, nodeOf, power, replicas, 1, rules);
    }
    /// The rack of each device, if nodes are shared out to so many racks in turn.
    std::vector<std::uint32_t> racks(std::uint32_t count) const
    {
        std::vector<std::uint32_t> rackOf;
        for (const std::uint32_t node : nodeOf)
            rackOf.push_back(node % count);
        return rackOf;
    }
    std::uint32_t node(std::uint32_t device) const { return nodeOf[device - 100]; }

    std::vector<std::uint32_t> devices, nodeOf;
};

std::map<std::uint32_t, std::uint64_t> loadOf(const Ring& ring)
{
    std::map<std::uint32_t, std::uint64_t> load;
    for (std::uint64_t p = 0; p < ring.partitions(); ++p)
        for (const std::uint32_t device : ring.devicesOf(p))
            ++load[device];
    return load;
}

} // namespace

TEST_CASE("replicas of a partition stand on distinct nodes while there are enough")
{
    const Devices devices(4, 14);
    const Ring ring = devices.ring(13, 3);
    for (std::uint64_t p = 0; p < ring.partitions(); ++p) {
        std::set<std::uint32_t> nodes;
        for (const std::uint32_t device : ring.devicesOf(p))
            nodes.insert(devices.node(device));
        REQUIRE(nodes.size() == 3);
    }
}

TEST_CASE("with fewer nodes than replicas, devices are still distinct and every node is used")
{
    const Devices devices(2, 3);
    const Ring ring = devices.ring(10, 4);
    for (std::uint64_t p = 0; p < ring.partitions(); ++p) {
        std::set<std::uint32_t> nodes, distinct;
        for (const std::uint32_t device : ring.devicesOf(p)) {
            distinct.insert(device);
            nodes.insert(devices.node(device));
        }
        REQUIRE(distinct.size() == 4);
        REQUIRE(nodes.size() == 2);
    }
}

TEST_CASE("of 2.25 replicas a quarter of the partitions has a third")
{
    const Devices devices(4, 3);
    const Ring ring(devices.devices, devices.nodeOf, 6, 2.25, 1);
    std::size_t three = 0;
    for (std::uint64_t partition = 0; partition < ring.partitions(); ++partition) {
        const auto held = ring.devicesOf(partition);
        three += held.size() == 3;
        CHECK((held.size() == 2 || held.size() == 3));
        std::set<std::uint32_t> tried; // replicas and hand-offs are all devices, each once
        for (std::uint64_t number = 0; number < ring.devices(); ++number)
            tried.insert(ring.candidate(partition, number));
        CHECK(tried.size() == ring.devices());
    }
    CHECK(three == 16);
}

TEST_CASE("there are never more replicas than devices")
{
    CHECK(Devices(1, 2).ring(4, 3).replicas() == 2);
}

TEST_CASE("load is even over the devices to one replica")
{
    const auto [nodes, perNode, power, replicas] =
        headroom::test::oneOf<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t>>(
            {{4, 14, 13, 3}, {4, 14, 9, 3}, {3, 1, 5, 3}, {5, 7, 10, 3}, {8, 2, 8, 2}, {1, 5, 7, 3}, {7, 3, 6, 5}});
    const auto load = loadOf(Devices(nodes, perNode).ring(power, replicas));
    REQUIRE(load.size() == std::size_t{nodes} * perNode);
    const auto [least, most] =
        std::minmax_element(load.begin(), load.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    CHECK(most->second - least->second <= 1);
}

TEST_CASE("a node with more devices gets its share more")
{
    Devices devices(6, 2);
    for (std::uint32_t d = 0; d < 2; ++d) {
        devices.devices.push_back(112 + d);
        devices.nodeOf.push_back(0); // node 0 has four
    }
    const auto load = loadOf(devices.ring(10, 2));
    const auto [least, most] =
        std::minmax_element(load.begin(), load.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    CHECK(most->second - least->second <= 1);
}

TEST_CASE("copies apart on racks share no rack while there are enough, and then no node")
{
    const std::uint32_t racks = headroom::test::oneOf<std::uint32_t>({2, 3, 6});
    const bool hashed = headroom::test::oneOf({false, true});
    const Devices devices(12, 2);
    const Ring ring = devices.ring(10, 3, {.rackOf = devices.racks(racks), .weights = {}, .hashed = hashed});
    for (std::uint64_t p = 0; p < ring.partitions(); ++p) {
        std::set<std::uint32_t> racksUsed, nodes;
        for (const std::uint32_t device : ring.devicesOf(p)) {
            racksUsed.insert(devices.node(device) % racks);
            nodes.insert(devices.node(device));
        }
        REQUIRE(racksUsed.size() == std::min(racks, 3u));
        REQUIRE(nodes.size() == 3);
    }
    if (!hashed)
        for (const auto& [device, load] : loadOf(ring))
            CHECK(std::abs(static_cast<double>(load) - 1024.0 * 3 / 24) <= 2);
}

TEST_CASE("copies on two racks: the second elsewhere than the first, the third beside the second")
{
    const std::uint32_t racks = headroom::test::oneOf<std::uint32_t>({2, 3, 6});
    const bool hashed = headroom::test::oneOf({false, true});
    const Devices devices(12, 2);
    Ring::Rules rules;
    rules.rackOf = devices.racks(racks);
    rules.twoRacks = true;
    rules.hashed = hashed;
    const Ring ring = devices.ring(10, 3, rules);
    for (std::uint64_t p = 0; p < ring.partitions(); ++p) {
        std::vector<std::uint32_t> racksOf;
        std::set<std::uint32_t> nodes;
        for (const std::uint32_t device : ring.devicesOf(p)) {
            racksOf.push_back(devices.node(device) % racks);
            nodes.insert(devices.node(device));
        }
        REQUIRE(racksOf[1] != racksOf[0]);
        REQUIRE(racksOf[2] == racksOf[1]);
        REQUIRE(nodes.size() == 3);
    }
    if (!hashed)
        for (const auto& [device, load] : loadOf(ring)) {
            INFO(racks << ' ' << device);
            CHECK(std::abs(static_cast<double>(load) - 1024.0 * 3 / 24) <= 4);
        }
}

TEST_CASE("with one rack, or racks of one node, copies on two racks are on different nodes at least")
{
    const Devices devices(4, 2);
    Ring::Rules rules;
    rules.rackOf = headroom::test::oneOf({std::vector<std::uint32_t>(8, 0), devices.nodeOf});
    rules.twoRacks = true;
    const Ring ring = devices.ring(8, 3, rules);
    for (std::uint64_t p = 0; p < ring.partitions(); ++p) {
        std::set<std::uint32_t> nodes;
        for (const std::uint32_t device : ring.devicesOf(p))
            nodes.insert(devices.node(device));
        REQUIRE(nodes.size() == 3);
    }
}

TEST_CASE("a key is found whose first copy is on a given node, a different one for each name, spread over its devices")
{
    const Devices devices(6, 3);
    const Ring ring = devices.ring(8, 3);
    std::set<std::uint64_t> keys;
    std::map<std::uint32_t, int> firsts;
    for (std::uint64_t name = 0; name < 900; ++name) {
        const auto key = ring.keyWithFirst(name, [&](std::uint32_t device) { return devices.node(device) == 4; });
        REQUIRE(key);
        REQUIRE(*key < (std::uint64_t{1} << 53));
        keys.insert(*key);
        const std::uint32_t first = ring.devicesOf(ring.partitionOf(*key)).front();
        REQUIRE(devices.node(first) == 4);
        ++firsts[first];
    }
    CHECK(keys.size() == 900);
    REQUIRE(firsts.size() == 3);
    for (const auto& [device, count] : firsts)
        CHECK(count > 200);
    CHECK_FALSE(ring.keyWithFirst(1, [](std::uint32_t) { return false; }));
}

TEST_CASE("a device with twice the weight gets twice as many partitions")
{
    const bool hashed = headroom::test::oneOf({false, true});
    const Devices devices(6, 4);
    std::vector<double> weights;
    for (std::uint32_t d = 0; d < 24; ++d)
        weights.push_back(d % 4 == 0 ? 16e12 : 8e12);
    const Ring ring = devices.ring(14, 3, {.rackOf = {}, .weights = weights, .hashed = hashed});
    const double unit = 16384.0 * 3 / (6 * 5); // five units of 8 TB a node
    for (const auto& [device, load] : loadOf(ring)) {
        const double expected = (device - 100) % 4 == 0 ? 2 * unit : unit;
        CHECK(std::abs(static_cast<double>(load) - expected) <= (hashed ? 5 * std::sqrt(expected) : 2));
    }
}

TEST_CASE("a hashed ring spreads as random lots do, and reports how much fuller its fullest device is")
{
    // A device has a copy of a partition with the probability 3 / 64: binomial, 768 on average with a deviation of 27.
    const Devices devices(16, 4);
    const Ring ring = devices.ring(14, 3, {.rackOf = {}, .weights = {}, .hashed = true});
    const double mean = 16384.0 * 3 / 64;
    double squares = 0, most = 0;
    for (const auto& [device, load] : loadOf(ring)) {
        squares += (static_cast<double>(load) - mean) * (static_cast<double>(load) - mean);
        most = std::max(most, static_cast<double>(load));
    }
    const double deviation = std::sqrt(16384 * (3.0 / 64) * (1 - 3.0 / 64));
    CHECK(std::sqrt(squares / 64) == Approx(deviation).epsilon(0.35)); // four deviations of a deviation of 64 values
    CHECK(ring.fullest() == Approx(most / mean));
    CHECK(ring.fullest() > 1.02);
    CHECK(devices.ring(14, 3).fullest() == Approx(1).margin(0.002));
}

TEST_CASE("in a hashed ring a node that is missing moves only the copies that it had")
{
    const std::uint32_t missing = headroom::test::oneOf<std::uint32_t>({0, 3, 7});
    const Devices all(8, 2);
    Devices without = all;
    without.devices.erase(without.devices.begin() + 2 * missing, without.devices.begin() + 2 * missing + 2);
    without.nodeOf.erase(without.nodeOf.begin() + 2 * missing, without.nodeOf.begin() + 2 * missing + 2);
    const Ring::Rules rules{.rackOf = {}, .weights = {}, .hashed = true};
    const Ring before = all.ring(10, 3, rules), after = without.ring(10, 3, rules);
    for (std::uint64_t p = 0; p < before.partitions(); ++p) {
        const auto had = before.devicesOf(p), has = after.devicesOf(p);
        for (const std::uint32_t device : had)
            if (all.node(device) != missing)
                REQUIRE(std::find(has.begin(), has.end(), device) != has.end());
    }
}

TEST_CASE("the same key lies in the same partition, in every ring of that size")
{
    const Ring one = Devices(4, 14).ring(13, 3, 1), other = Devices(3, 2).ring(13, 3, 2);
    for (std::uint64_t key = 0; key < 1000; ++key) {
        REQUIRE(one.partitionOf(key) < one.partitions());
        REQUIRE(one.partitionOf(key) == one.partitionOf(key));
        REQUIRE(one.partitionOf(key) == other.partitionOf(key));
    }
}

TEST_CASE("keys spread over all partitions alike")
{
    const Ring ring = Devices(4, 2).ring(6, 3);
    std::vector<int> hits(ring.partitions(), 0);
    for (std::uint64_t key = 0; key < 64000; ++key)
        ++hits[ring.partitionOf(key)];
    // 1000 each on average; binomial with a deviation of 31.4: five of them
    CHECK(*std::min_element(hits.begin(), hits.end()) > 843);
    CHECK(*std::max_element(hits.begin(), hits.end()) < 1157);
}

TEST_CASE("the same seed gives the same ring, another one another")
{
    const Devices devices(4, 14);
    const Ring a = devices.ring(8, 3, 5), b = devices.ring(8, 3, 5), c = devices.ring(8, 3, 6);
    bool differs = false;
    for (std::uint64_t p = 0; p < a.partitions(); ++p) {
        REQUIRE(std::ranges::equal(a.devicesOf(p), b.devicesOf(p)));
        differs = differs || !std::ranges::equal(a.devicesOf(p), c.devicesOf(p));
    }
    CHECK(differs);
}

TEST_CASE("a ring of one partition has one")
{
    const Ring ring = Devices(3, 1).ring(0, 3);
    CHECK(ring.partitions() == 1);
    CHECK(ring.partitionOf(12345) == 0);
}

TEST_CASE("ten thousand nodes are dealt to as evenly as four, replicas on distinct nodes")
{
    const Devices devices(10000, 4);
    const Ring ring = devices.ring(17, 3);
    const auto load = loadOf(ring);
    REQUIRE(load.size() == 40000);
    CHECK(std::all_of(load.begin(), load.end(), [](const auto& one) { return one.second == 9 || one.second == 10; }));
    std::set<std::pair<std::uint32_t, std::uint32_t>> neighbours;
    for (std::uint64_t p = 0; p < ring.partitions(); ++p) {
        const auto replicas = ring.devicesOf(p);
        const std::uint32_t a = devices.node(replicas[0]), b = devices.node(replicas[1]), c = devices.node(replicas[2]);
        REQUIRE((a != b && b != c && c != a));
        neighbours.emplace(std::min(a, b), std::max(a, b));
    }
    // Among 50 million pairs of nodes 131072 draws hit the same one again about 170 times.
    CHECK(neighbours.size() > 130000);
}

TEST_CASE("candidates are the replicas, then hand-offs on other nodes, each node once, then every other device")
{
    const Devices devices(5, 4);
    const Ring ring = devices.ring(6, 3);
    for (std::uint64_t p = 0; p < ring.partitions(); ++p) {
        std::set<std::uint32_t> seen, nodes;
        for (std::uint64_t i = 0; i < 20; ++i) {
            const std::uint32_t device = ring.candidate(p, i);
            if (i < 3)
                REQUIRE(device == ring.devicesOf(p)[i]);
            if (i < 5)
                REQUIRE(nodes.insert(devices.node(device)).second);
            REQUIRE(seen.insert(device).second);
        }
        REQUIRE(ring.candidate(p, 20) == ring.candidate(p, 0));
    }
}

TEST_CASE("first hand-offs spread over all devices")
{
    const Devices devices(5, 4);
    const Ring ring = devices.ring(12, 3);
    std::map<std::uint32_t, int> load;
    for (std::uint64_t p = 0; p < ring.partitions(); ++p)
        ++load[ring.candidate(p, 3)];
    CHECK(load.size() == 20);
    for (const auto& [device, count] : load)
        CHECK(std::abs(count - 205) < 70); // binomial: a deviation of 14, five of them
}

TEST_CASE("a consistent hash spreads keys evenly, and a new place takes only its share")
{
    using headroom::mapping::consistentPlace;
    std::vector<int> load(7);
    int moved = 0;
    for (std::uint64_t i = 0; i < 70'000; ++i) {
        const std::uint64_t key = headroom::kernel::mix(i, 1);
        const std::uint32_t before = consistentPlace(key, 7), after = consistentPlace(key, 8);
        ++load.at(before);
        if (before != after) {
            REQUIRE(after == 7);
            ++moved;
        }
    }
    for (const int count : load)
        CHECK(std::abs(count - 10'000) < 500); // deviation 93
    CHECK(std::abs(moved - 8750) < 450);
    CHECK(consistentPlace(5, 1) == 0);
    CHECK(consistentPlace(5, 0) == 0);
}
