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
