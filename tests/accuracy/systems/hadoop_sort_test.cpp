#include "accuracy/systems/hadoop_sort.h"

#include <catch2/catch.hpp>

using namespace headroom::accuracy;

// Without settings: two racks of 40 nodes, each with the work of a node of the record.

// Hidden from ctest, as it takes minutes: `./headroom accuracy 6` prints it beside the other published sorts.
TEST_CASE("910 nodes sort a terabyte in the published time", "[.record][accuracy]")
{
    const SortCase record = publishedSorts().front();
    REQUIRE(record.nodes == 910);
    CHECK(simulateSorts({record.settings()})[0] == Approx(record.seconds).epsilon(0.1));
}

TEST_CASE("the cables between racks limit the shuffle of a sort, those of the nodes do not", "[accuracy][slow]")
{
    const std::pair<std::string, std::string> tenGigabit{"SWITCH", "Force10_S4810"};
    const auto time = simulateSorts({{},
                                     {{"UPLINKS", "4"}},
                                     {{"UPLINKS", "16"}, tenGigabit},
                                     {{"UPLINKS", "24"}, tenGigabit},
                                     {{"ADAPTER", "Intel_X520_DA2_10GbE"}, tenGigabit}});
    CHECK(time[1] > 1.1 * time[0]);
    CHECK(time[2] < 0.97 * time[0]);
    CHECK(time[3] > 0.97 * time[2]); // then something else limits
    CHECK(time[4] > 0.97 * time[0]);
    CHECK(time[4] != time[0]); // the adapters are others
}

TEST_CASE("faster cores shorten a sort, faster disks do not", "[accuracy][slow]")
{
    const auto time = simulateSorts({{},
                                     {{"PROCESSOR", "Intel_Xeon_Processor_X5690"}},
                                     {{"DRIVE", "Intel_SSD_DC_S3700_Series_800GB"}},
                                     {{"DRIVES", "8"}}});
    CHECK(time[1] < 0.7 * time[0]);
    CHECK(time[2] == Approx(time[0]).epsilon(0.02));
    CHECK(time[3] == Approx(time[0]).epsilon(0.02));
}

TEST_CASE("more slots for smaller tasks use the idle cores, and halve the time of a sort", "[accuracy][slow]")
{
    const Settings maps{{"MAPS", "640"}, {"MAP_SLOTS", "8"}, {"SORT_BUFFER", "200 MB"}};
    Settings all = maps;
    all.insert(all.end(),
               {{"TASKS_PER_HEARTBEAT", "8"}, {"REDUCES", "320"}, {"REDUCE_SLOTS", "4"}, {"REDUCE_HEAP", "600 MB"}});
    const auto time = simulateSorts({{}, maps, all});
    CHECK(time[1] < 0.85 * time[0]);
    CHECK(time[2] < 0.55 * time[0]);
}

TEST_CASE("slots beyond the tasks that there are for a node change nothing", "[accuracy][slow]")
{
    const auto time = simulateSorts({{}, {{"MAP_SLOTS", "8"}, {"REDUCE_SLOTS", "4"}}});
    CHECK(time[1] == time[0]);
}

TEST_CASE("more segments than the merge factor are merged in several passes", "[accuracy][slow]")
{
    const auto pair = [](const char* parameter, const char* small) {
        return simulateSorts({{{parameter, small}}, {{parameter, small}, {"MERGE_FACTOR", "100"}}});
    };
    const auto maps = pair("SORT_BUFFER", "20 MB"), reduces = pair("REDUCE_HEAP", "30 MB");
    CHECK(maps[0] > 1.05 * maps[1]);
    CHECK(reduces[0] > 1.05 * reduces[1]);
}

TEST_CASE("a sort whose tasks wait for slots for more than ten minutes ends: fewer nodes take longer in proportion",
          "[accuracy][slow]")
{
    const auto time = simulateSorts({{{"NODES", "20"}}, {{"NODES", "10"}}});
    CHECK(time[1] > 900);
    CHECK(time[1] == Approx(2 * time[0]).epsilon(0.05));
}

TEST_CASE("a sort buffer or a reduce's memory that is too small costs an eighth", "[accuracy][slow]")
{
    const auto time = simulateSorts({{}, {{"SORT_BUFFER", "100 MiB"}}, {{"REDUCE_HEAP", "200 MB"}}});
    CHECK(time[1] > 1.1 * time[0]);
    CHECK(time[2] > 1.1 * time[0]);
    CHECK(time[2] < 1.25 * time[0]);
}

TEST_CASE("a failed node costs a sort ten minutes, and speculative copies save most of them", "[accuracy][slow]")
{
    Settings fails{{"NODE_FAILS", "true"}}, copies = fails;
    copies.emplace_back("COPIES_AFTER", "1.5");
    const auto time = simulateSorts({{}, fails, copies, {{"COPIES_AFTER", "1.5"}}});
    CHECK(time[1] > time[0] + 600);
    CHECK(time[2] < 0.55 * time[1]);
    CHECK(time[2] > 2 * time[0]);
    CHECK(time[3] == Approx(time[0]).epsilon(0.02)); // without a failure they change nothing
}
