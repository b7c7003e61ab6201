// Plan of a fabric from its numbers: switches, cables, places, oversubscription, and the free ports.
#include "project/resolve/fabric_plan.h"

#include <catch2/catch.hpp>

#include <map>

using namespace headroom::project;

namespace {

constexpr double gigabit = 1e9 / 8;

FabricNumbersAsked leafSpine(std::uint32_t leafNodes, std::uint32_t spines)
{
    FabricNumbersAsked asked;
    asked.shape = "leaf-spine";
    asked.leafNodes = leafNodes;
    asked.spines = spines;
    asked.nodeRate = 25 * gigabit;
    asked.uplinkRate = 100 * gigabit;
    return asked;
}

SwitchPorts ports(double slow, double fast)
{
    SwitchPorts result;
    result.classes = {{25 * gigabit, slow}, {100 * gigabit, fast}};
    return result;
}

} // namespace

TEST_CASE("a leaf-spine fabric has as many leaves as its nodes need and a cable to each spine")
{
    const FabricPlan plan = planFabric(leafSpine(40, 4), {{"", 700}});
    CHECK(plan.fault == FabricFault::none);
    CHECK(plan.leaves == 18);
    CHECK(plan.switches() == 22);
    CHECK(plan.switchCables() == 18 * 4);
    CHECK(plan.freePlaces() == 20);
    CHECK(plan.oversubscription == Approx(40 * 25.0 / (4 * 100)));
}

TEST_CASE("the fewest uplinks that keep an oversubscription are laid")
{
    FabricNumbersAsked asked = leafSpine(40, 4);
    asked.oversubscription = 1;
    const FabricPlan plan = planFabric(asked, {{"", 700}});
    CHECK(plan.cables == 3); // 10 uplinks of 100 Gb/s for 1000 Gb/s, in equal parts to four spines: 12
    CHECK(plan.oversubscription == Approx(1000.0 / 1200));
}

TEST_CASE("named racks begin at leaves of their own, and every node has one seat")
{
    const FabricPlan plan = planFabric(leafSpine(4, 1), {{"", 3}, {"a", 2}, {"b", 5}, {"a", 1}});
    CHECK(plan.leaves == 4);
    std::map<std::uint32_t, std::uint32_t> seated;
    for (const Seats& seats : plan.seats) {
        CHECK(seats.first == seated[seats.group]);
        seated[seats.group] += seats.count;
    }
    CHECK(seated == std::map<std::uint32_t, std::uint32_t>{{0, 3}, {1, 2}, {2, 5}, {3, 1}});
    CHECK(plan.seats[1].leaf == 1); // the rack a, group 1, and with it
    CHECK(plan.seats[2].group == 3);
    CHECK(plan.seats[2].leaf == 1);
    CHECK(plan.seats[3].leaf == 2); // the rack b takes two
    CHECK(plan.seats[4].leaf == 3);
}

TEST_CASE("a fat tree of k ports has 5 k²/4 switches and k³/4 places, and blocks nothing")
{
    FabricNumbersAsked asked;
    asked.shape = "fat tree";
    asked.radix = 8;
    asked.nodeRate = asked.uplinkRate = 10 * gigabit;
    const FabricPlan plan = planFabric(asked, {{"", 128}});
    CHECK(plan.switches() == 80);
    CHECK(plan.switchCables() == 256);
    CHECK(plan.freePlaces() == 0);
    CHECK(plan.oversubscription == Approx(1));
}

TEST_CASE("numbers that make no fabric are distinguished")
{
    const std::vector<GroupPlaces> groups = {{"", 100}};
    FabricNumbersAsked asked = leafSpine(0, 2);
    CHECK(planFabric(asked, groups).fault == FabricFault::incomplete);
    asked = leafSpine(10, 3);
    asked.uplinks = 4;
    CHECK(planFabric(asked, groups).fault == FabricFault::unevenUplinks);
    asked.uplinks = 0;
    asked.leaves = 5;
    CHECK(planFabric(asked, groups).fault == FabricFault::tooManyNodes);
    asked.leaves = 1000000;
    CHECK(planFabric(asked, groups).fault == FabricFault::tooLarge);
    asked.shape = "fat tree";
    asked.radix = 5;
    CHECK(planFabric(asked, groups).fault == FabricFault::oddRadix);
}

TEST_CASE("slow cables take slow ports first, then a quarter of a fast one each")
{
    SwitchPorts free = ports(48, 8);
    CHECK(plug(free, {{25 * gigabit, 40}, {100 * gigabit, 4}}));
    CHECK(free.classes[0].count == 8);
    CHECK(free.classes[1].count == 4);
    CHECK(plug(free, {{25 * gigabit, 13}}));
    CHECK(free.classes[0].count == 0);
    CHECK(free.classes[1].count == 2); // five cables on two ports of four lanes
    CHECK_FALSE(plug(free, {{100 * gigabit, 3}}));
}
