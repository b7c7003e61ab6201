// Claims of the page of projects/ocean.
#include "accuracy/systems/ocean.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace headroom::accuracy;

namespace {

const Settings infiniBand{{"NETWORK", "InfiniBand"}};

Settings with(Settings settings, const std::string& name, const std::string& value)
{
    settings.emplace_back(name, value);
    return settings;
}

} // namespace

TEST_CASE("the ocean model runs as long as measured: within an eighth on InfiniBand, a quarter on Gigabit Ethernet",
          "[accuracy]")
{
    for (const OceanFigure& each : publishedOceanFigures()) {
        const double simulated = oceanMinutes(each.settings());
        CAPTURE(each.servers, each.processor, each.network, simulated);
        if (each.use == "fitted")
            CHECK(simulated == Approx(each.minutes).epsilon(0.01));
        else if (each.network == "InfiniBand")
            CHECK(simulated == Approx(each.minutes).epsilon(0.125));
        else
            CHECK(simulated == Approx(each.minutes).epsilon(0.25));
    }
}

TEST_CASE("the network decides the time of the ocean model more than the processor", "[accuracy]")
{
    const double gigabit = oceanMinutes({});
    CHECK(gigabit > 4 * oceanMinutes(infiniBand));
    CHECK(oceanMinutes({{"PROCESSOR", "Intel_Xeon_Processor_X5650"}}) > 0.9 * gigabit);
}

TEST_CASE("lost packets make Gigabit Ethernet slow: a switch with more memory brings more than faster servers",
          "[accuracy]")
{
    CHECK(oceanMinutes({{"SWITCH", "Generic_1GbE_ToR_48port"}}) < 0.7 * oceanMinutes({}));
}

TEST_CASE("four servers run the ocean model no faster than one on Gigabit Ethernet, but on InfiniBand", "[accuracy]")
{
    CHECK(oceanMinutes({{"NODES", "1"}}) < oceanMinutes({}));
    CHECK(oceanMinutes(with(infiniBand, "NODES", "1")) > 2.5 * oceanMinutes(infiniBand));
}

TEST_CASE("messages between servers, not files, are what Gigabit Ethernet makes slow", "[accuracy]")
{
    const double whole = oceanMinutes({});
    CHECK(oceanMinutes({{"PLACEMENT", "in blocks"}}) < 0.75 * whole);
    CHECK(oceanMinutes({{"FAST_STEPS", "15"}}) < 0.95 * whole);
    CHECK(oceanMinutes({{"DRIVE", "Intel_SSD_DC_S3700_Series_800GB"}}) == Approx(whole).epsilon(0.01));
}

TEST_CASE("the time of the whole ocean job does not depend on how many of its steps are simulated", "[accuracy][slow]")
{
    const double five = oceanMinutes(infiniBand);
    CHECK(oceanMinutes(with(infiniBand, "STEPS", "10")) == Approx(five).epsilon(0.01));
    CHECK(oceanMinutes(with(with(infiniBand, "STEPS", "10"), "IO_EVERY", "10")) == Approx(five).epsilon(0.02));
}

TEST_CASE("the ranks of the ocean model end for any number of servers and tiles", "[accuracy]")
{
    const Settings few = with(with(infiniBand, "STEPS", "1"), "FAST_STEPS", "2");
    for (const char* servers : {"1", "3", "5", "7"})
        CHECK(oceanMinutes(with(few, "NODES", servers)) > 0);
    for (const char* tiles : {"1", "5", "48"})
        CHECK(oceanMinutes(with(few, "TILES_X", tiles)) > 0);
}
