// The changes of a project that one can buy or set.
#include "study/advice/offers.h"

#include "project/file/json_writer.h"
#include "project/project_file.h"
#include "project/resolve/resolver.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>

using namespace headroom;
using study::Offer;
using study::offersOf;
using study::WhatIf;

namespace {

project::ComponentLibrary shippedComponents()
{
    project::Findings findings;
    return project::ComponentLibrary::load({std::filesystem::path(HEADROOM_SOURCE_DIR) / "libraries"}, findings);
}

/// One node group with a processor and drives that it names itself, and a closed loop.
project::Project projectWith(const std::string& drive)
{
    project::Project made;
    project::NodeGroup group;
    group.id = "storage";
    group.fields["processor"] = "Intel_Xeon_Processor_E5_2620_v3";
    project::DeviceGroup drives;
    drives.id = "data";
    drives.fields["component"] = drive;
    group.devices.push_back(drives);
    made.topology.groups.push_back(group);
    project::Workload load;
    load.id = "load";
    load.fields["workers"] = 8;
    made.workloads.push_back(load);
    return made;
}

const Offer* find(const study::Offers& offers, const auto& is)
{
    const auto found = std::ranges::find_if(offers.all, is);
    return found == offers.all.end() ? nullptr : &*found;
}

std::size_t partsOf(const study::Offers& offers, const std::string& resource)
{
    return static_cast<std::size_t>(std::ranges::count_if(offers.all, [&](const Offer& offer) {
        return offer.kind == WhatIf::Kind::part && std::ranges::count(offer.concerns, resource) > 0;
    }));
}

} // namespace

TEST_CASE("a part that the project names directly has better ones of its kind, three at most")
{
    const auto components = shippedComponents();
    const study::Offers offers = offersOf(projectWith("Intel_SSD_DC_S3500_Series_480GB"), components);
    for (const char* resource : {"storage.processor", "storage.disk data"}) {
        CHECK(partsOf(offers, resource) >= 1);
        CHECK(partsOf(offers, resource) <= 3);
    }
    for (const Offer& offer : offers.all)
        if (offer.kind == WhatIf::Kind::part) {
            project::Findings findings;
            const auto changed = project::withOverrides(offers.project,
                                                        {{offer.settings[0].substr(0, offer.settings[0].find('=')),
                                                          offer.settings[0].substr(offer.settings[0].find('=') + 1)}},
                                                        components, findings);
            CHECK(findings.empty());
        }
}

TEST_CASE("drives that lose their buffer are offered with power-loss protection")
{
    const auto components = shippedComponents();
    const study::Offers offers = offersOf(projectWith("Intel_SSD_520_Series_480GB"), components);
    CHECK(find(offers, [&](const Offer& offer) {
        if (offer.kind != WhatIf::Kind::part || offer.settings.size() != 1)
            return false;
        const auto* part = components.find(offer.settings[0].substr(offer.settings[0].find('=') + 1));
        return part && part->parameters.value("power_loss_protection", false);
    }));
}

TEST_CASE("a parameter that is a knob of the software is tried at its neighbours, another one is not")
{
    project::Project tuned = projectWith("Intel_SSD_DC_S3500_Series_480GB");
    project::Parameter threads;
    threads.name = "THREADS";
    threads.type = project::ParameterType::integer;
    threads.value = 4;
    threads.alternatives = {1, 2, 4, 8, 16};
    tuned.parameters = {threads};
    const auto components = shippedComponents();
    const auto isThreads = [](const Offer& offer) { return offer.name.starts_with("THREADS="); };
    CHECK_FALSE(find(offersOf(tuned, components), isThreads));
    tuned.parameters[0].tunable = true;
    const study::Offers offers = offersOf(tuned, components);
    CHECK(std::ranges::count_if(offers.all, isThreads) == 2);
    CHECK(find(offers, [](const Offer& offer) { return offer.words == "THREADS = 8 instead of 4"; }));
    CHECK(find(offers, [](const Offer& offer) { return offer.name == "THREADS=2"; }));
}

TEST_CASE("more requests at a time are a change of the load")
{
    const study::Offers offers = offersOf(projectWith("Intel_SSD_DC_S3500_Series_480GB"), shippedComponents());
    const Offer* load = find(offers, [](const Offer& offer) { return offer.kind == WhatIf::Kind::load; });
    REQUIRE(load);
    CHECK(load->words == "twice as many requests at a time");
    CHECK(offers.project.workloads[0].fields["workers"] == "(8) * ADVICE_LOAD");
}

namespace {

/// A switch that all nodes are connected to, with adapters of the fabric.
void connect(project::Project& made, const std::string& adapter, const std::string& theSwitch)
{
    project::Fabric fabric;
    fabric.id = "network";
    fabric.fields["nic"] = adapter;
    project::Switch middle;
    middle.id = "switch";
    middle.fields["component"] = theSwitch;
    fabric.switches.push_back(middle);
    project::Link link;
    link.id = "storage-switch";
    link.from = "storage";
    link.to = "switch";
    fabric.links.push_back(link);
    made.topology.fabrics.push_back(fabric);
}

} // namespace

TEST_CASE("disks are offered each faster medium")
{
    const auto components = shippedComponents();
    const study::Offers offers = offersOf(projectWith("Standard_SATA_Drive_7200RPM_2TB"), components);
    for (const char* kind : {"ssd", "nvme"})
        CHECK(find(offers, [&](const Offer& offer) {
            const auto* part = components.find(offer.settings[0].substr(offer.settings[0].find('=') + 1));
            return part && part->kind == kind && part->figure("capacity_B") >= 1.8e12 && offer.together > 10;
        }));
}

TEST_CASE("the fastest part that the project offers is among them, not only the nearest")
{
    project::Project made = projectWith("DRIVE");
    project::Parameter drive;
    drive.name = "DRIVE";
    drive.type = project::ParameterType::component;
    drive.kinds = {"disk", "ssd", "nvme"};
    drive.value = "Standard_SATA_Drive_7200RPM_2TB";
    drive.alternatives = {"Standard_SATA_Drive_7200RPM_2TB", "Samsung_PM893_1_92TB", "Intel_SSD_DC_P3700_Series_2TB"};
    made.parameters = {drive};
    const study::Offers offers = offersOf(made, shippedComponents());
    CHECK(find(offers, [](const Offer& offer) { return offer.name == "DRIVE: Intel_SSD_DC_P3700_Series_2TB"; }));
}

TEST_CASE("adapters fit the other end, or come with a switch that they fit")
{
    const auto components = shippedComponents();
    const auto isAdapter = [](const Offer& offer) { return std::ranges::count(offer.concerns, "storage.network") > 0; };
    project::Project ethernet = projectWith("Intel_SSD_DC_S3500_Series_480GB");
    connect(ethernet, "Intel_X520_DA2_10GbE", "Mellanox_SN2410_48x25G_8x100G");
    const study::Offers fitting = offersOf(ethernet, components);
    const Offer* alone = find(fitting, isAdapter);
    REQUIRE(alone);
    CHECK(alone->settings.size() == 1);
    CHECK(alone->words.find("InfiniBand") == std::string::npos);

    project::Project slow = projectWith("Intel_SSD_DC_S3500_Series_480GB");
    connect(slow, "Broadcom_BCM5721_1GbE", "Generic_1GbE_ToR_48port");
    const study::Offers changed = offersOf(slow, components);
    const Offer* both = find(changed, isAdapter);
    REQUIRE(both);
    CHECK(both->settings.size() == 2);
    CHECK(both->words.find(" as its switch") != std::string::npos);

    project::Project fast = projectWith("Intel_SSD_DC_S3500_Series_480GB");
    connect(fast, "InfiniBand_SDR_4x", "Generic_InfiniBand_QDR_36port");
    const study::Offers wide = offersOf(fast, components);
    const Offer* same = find(wide, isAdapter);
    REQUIRE(same);
    CHECK(same->words.starts_with("InfiniBand_DDR_4x as adapter of network"));
    CHECK(same->settings.size() == 1);
}

TEST_CASE("a Thunderbolt cable between two computers is no faster adapter for a switch")
{
    project::Project made = projectWith("Intel_SSD_DC_S3500_Series_480GB");
    connect(made, "Intel_X520_DA2_10GbE", "Mellanox_SN2410_48x25G_8x100G");
    const study::Offers offers = offersOf(made, shippedComponents());
    CHECK_FALSE(find(offers, [](const Offer& offer) { return offer.words.find("Thunderbolt") != std::string::npos; }));
}

TEST_CASE("only the fabric in use is offered other parts")
{
    project::Project made = projectWith("Intel_SSD_DC_S3500_Series_480GB");
    connect(made, "Intel_X520_DA2_10GbE", "Mellanox_SN2410_48x25G_8x100G");
    connect(made, "InfiniBand_SDR_4x", "Generic_InfiniBand_QDR_36port");
    made.topology.fabrics[1].id = "other";
    made.topology.fabric = "network";
    const study::Offers offers = offersOf(made, shippedComponents());
    CHECK_FALSE(find(offers, [](const Offer& offer) { return offer.words.find("InfiniBand") != std::string::npos; }));
}

TEST_CASE("a knob of a role is tried at half and twice its value, or by the parameter that it is bound to")
{
    project::Project made = projectWith("Intel_SSD_DC_S3500_Series_480GB");
    project::Behaviour store;
    store.role.id = "store";
    project::RoleParameter threads, buffer, fixed;
    threads.name = "threads";
    threads.value = 8;
    threads.extra["tunable"] = true;
    buffer.name = "buffer";
    buffer.value = "1 MB";
    buffer.unit = "B";
    buffer.extra["tunable"] = true;
    fixed.name = "call_time";
    fixed.value = 3;
    store.role.parameters = {threads, buffer, fixed};
    made.behaviours.push_back(store);
    const auto components = shippedComponents();
    const study::Offers offers = offersOf(made, components);
    for (const char* words : {"threads of store = 16 instead of 8", "threads of store = 4 instead of 8",
                              "buffer of store = 2.00 MB instead of 1 MB"})
        CHECK(find(offers, [&](const Offer& offer) { return offer.words == words; }));
    CHECK_FALSE(find(offers, [](const Offer& offer) { return offer.words.find("call_time") != std::string::npos; }));
    CHECK(offers.project.behaviours[0].bindings["threads"] == "ADVICE_STORE_THREADS");

    project::Parameter bound;
    bound.name = "THREADS";
    bound.type = project::ParameterType::integer;
    bound.value = 4;
    made.parameters = {bound};
    made.behaviours[0].bindings["threads"] = "THREADS";
    const study::Offers byParameter = offersOf(made, components);
    CHECK(find(byParameter, [](const Offer& offer) { return offer.words == "THREADS = 8 instead of 4"; }));
}

TEST_CASE("a knob of a role that names values is tried at the nearest of them")
{
    project::Project made = projectWith("Intel_SSD_DC_S3500_Series_480GB");
    project::Behaviour store;
    store.role.id = "store";
    project::RoleParameter cache;
    cache.name = "cache";
    cache.value = 1;
    cache.extra["tunable"] = true;
    cache.extra["alternatives"] = {0, 1, 4, 16};
    store.role.parameters = {cache};
    made.behaviours.push_back(store);
    const study::Offers offers = offersOf(made, shippedComponents());
    std::vector<std::string> words;
    for (const Offer& offer : offers.all)
        if (offer.kind == WhatIf::Kind::setting)
            words.push_back(offer.words);
    CHECK(words == std::vector<std::string>{"cache of store = 4 instead of 1", "cache of store = 0 instead of 1"});
}

TEST_CASE("the shipped libraries mark the knobs of their software")
{
    const auto components = shippedComponents();
    const std::filesystem::path root = HEADROOM_SOURCE_DIR;
    for (const auto& [name, words] : {std::pair("grid-jobs", "rpc_slots of nfs-client = 32 instead of 16"),
                                      std::pair("kafka-log", "NETWORK_THREADS = 8 instead of 3"),
                                      std::pair("gluster-fist", "io_threads of brick = 32 instead of 16"),
                                      std::pair("hadoop-terasort", "parallel_copies of task-tracker = 10 instead of 5"),
                                      std::pair("ceph-hdd", "apply_threads of object-daemon = 4 instead of 2"),
                                      std::pair("leaf-spine-700", "workers of object-server = 56 instead of 28")}) {
        const auto loaded = project::loadProject(root / "projects" / name, components, {root / "libraries"});
        REQUIRE(loaded.project);
        CAPTURE(name, words);
        const study::Offers offers = offersOf(*loaded.project, components);
        CHECK(find(offers, [words = std::string(words)](const Offer& offer) { return offer.words == words; }));
    }
}
