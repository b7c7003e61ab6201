// The levels of detail of the network, compared with a second simulation and with each other.
#include "accuracy/networks/levels.h"
#include "accuracy/networks/random_networks.h"

#include <catch2/catch.hpp>

#include <string>

namespace networks = headroom::accuracy::networks;

namespace {

constexpr double simulatedS = 8;

std::string textOf(std::uint64_t number, const networks::NetworkFigures& one, const networks::NetworkFigures& other)
{
    return "network " + std::to_string(number) + ": " + std::to_string(one.perSecond) + "/s and " +
           std::to_string(other.perSecond) + "/s";
}

} // namespace

TEST_CASE("random networks at flow level do what a second simulation says of them")
{
    for (std::uint64_t number = 1; number <= 20; ++number) {
        const networks::System system = networks::randomNetwork(number);
        const networks::NetworkFigures flows = networks::byFlows(system, simulatedS),
                                       fluid = networks::byFluid(system, simulatedS);
        INFO(textOf(number, flows, fluid));
        CHECK(networks::unexplained(flows, fluid) < 0.015);
    }
}

TEST_CASE("random networks at packet level carry what they do at flow level")
{
    for (std::uint64_t number = 1; number <= 12; ++number) {
        const networks::System system = networks::randomNetwork(number);
        const networks::NetworkFigures packets = networks::byPackets(system, simulatedS / 4),
                                       flows = networks::byFlows(system, simulatedS / 4);
        INFO(textOf(number, packets, flows));
        CHECK(networks::unexplained(packets, flows) < 0.1);
    }
}

TEST_CASE("the comparison of networks notices a slower cable")
{
    networks::System system = networks::randomNetwork(1);
    system.groups = {{.server = false, .nodes = 2, .gbitPerS = 5}, {.server = true, .nodes = 1, .gbitPerS = 2}};
    system.uplinks = {};
    system.clients = 20;
    const networks::NetworkFigures flows = networks::byFlows(system, simulatedS);
    CHECK(networks::unexplained(flows, networks::byFluid(system, simulatedS)) < 0.015);
    system.groups[1].gbitPerS = 1.9;
    CHECK(networks::unexplained(flows, networks::byFluid(system, simulatedS)) > 0.015);
}
