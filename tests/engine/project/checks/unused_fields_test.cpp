// What a project states and no run uses is told where it stands: otherwise its author takes it for a part of the
// result.
#include "../projects.h"

using namespace headroom::project;
using namespace headroom::project::test;

namespace {

using Keys = std::vector<std::string>;

/// The keys of what is found that are not those of the shipped project, with their places.
Keys told(const Json& tree)
{
    Keys keys;
    for (const Finding& finding : parse(tree).findings)
        keys.push_back(finding.key + ' ' + finding.pointer);
    return keys;
}

Json queueTree()
{
    return shipped("first-queue");
}

/// What is told if this field of the element is set so, and nothing else is changed.
Keys toldIf(Json tree, const char* element, const char* field, const Json& value)
{
    tree[Json::json_pointer(element)][field] = value;
    return told(tree);
}

} // namespace

TEST_CASE("the numbers of a generated fabric are told to be unused by one that is drawn, or of another shape")
{
    const char* const fabric = "/topology/fabrics/0";
    const std::vector<std::pair<const char*, Json>> numbers = {{"leaf_switch", "Force10_S4810"},
                                                               {"spine_switch", "Force10_S4810"},
                                                               {"leaves", 2},
                                                               {"leaf_nodes", 4},
                                                               {"spines", 2},
                                                               {"uplinks", 2},
                                                               {"oversubscription", 3},
                                                               {"radix", 4},
                                                               {"node_rate", "1 Gb/s"},
                                                               {"uplink_rate", "1 Gb/s"},
                                                               {"cable_latency", "1 us"}};
    CHECK(told(queueTree()).empty());
    for (const auto& [field, value] : numbers)
        CHECK(toldIf(queueTree(), fabric, field, value) ==
              Keys{std::string("fabric.field-unused /topology/fabrics/0/") + field});

    Json spines = queueTree();
    spines["topology"]["fabrics"][0] = {{"id", "network"},
                                        {"nic", "Intel_X520_DA2_10GbE"},
                                        {"leaves", 2},
                                        {"leaf_switch", "Force10_S4810"},
                                        {"spines", 2},
                                        {"generate", "leaf-spine"},
                                        {"switches", Json::array()},
                                        {"links", Json::array()}};
    CHECK(told(spines).empty());
    CHECK(toldIf(spines, fabric, "cable_latency", "1 us").empty());
    CHECK(toldIf(spines, fabric, "radix", 4) == Keys{"fabric.field-unused /topology/fabrics/0/radix"});
}

TEST_CASE("a quantum is told to be unused by processors that do not slice time")
{
    const char* const group = "/topology/groups/1";
    CHECK(toldIf(queueTree(), group, "quantum", "6 ms") == Keys{"group.field-unused /topology/groups/1/quantum"});
    CHECK(toldIf(queueTree(), group, "context_switch", "1 us") ==
          Keys{"group.field-unused /topology/groups/1/context_switch"});
    Json slices = queueTree();
    slices["topology"]["groups"][1]["scheduling"] = "time slice";
    CHECK(toldIf(slices, group, "quantum", "6 ms").empty());
}

TEST_CASE("what belongs to RAID or to a cache is told to be unused by devices that have neither")
{
    const char* const devices = "/topology/groups/1/devices/0";
    const std::string place = std::string("device.field-unused ") + devices + '/';
    Json tree = queueTree();
    tree["topology"]["groups"][1]["devices"] = {
        {{"id", "data"}, {"component", "Seagate_Constellation_ES3_ST4000NM0033_4TB"}, {"count", 4}},
        {{"id", "fast"}, {"component", "Intel_SSD_DC_S3700_Series_800GB"}}};
    CHECK(told(tree).empty());
    CHECK(toldIf(tree, devices, "stripe", "1 MiB") == Keys{place + "stripe"});
    CHECK(toldIf(tree, devices, "sets", 2) == Keys{place + "sets"});
    CHECK(toldIf(tree, devices, "cache_mode", "write-back") == Keys{place + "cache_mode"});
    CHECK(toldIf(tree, devices, "cache_size", "1 GiB") == Keys{place + "cache_size"});
    CHECK(toldIf(tree, devices, "cache_start", "warm") == Keys{place + "cache_start"});
    CHECK(toldIf(tree, devices, "sequential_cutoff", 0) == Keys{place + "sequential_cutoff"});

    Json cached = tree;
    cached["topology"]["groups"][1]["devices"][0]["cache_device"] = "fast";
    CHECK(toldIf(cached, devices, "cache_mode", "write-back").empty());
    Json mirrored = tree;
    mirrored["topology"]["groups"][1]["devices"][0]["raid"] = "RAID 1";
    CHECK(toldIf(mirrored, devices, "sets", 2).empty());
    CHECK(toldIf(mirrored, devices, "stripe", "1 MiB") == Keys{place + "stripe"});
}
