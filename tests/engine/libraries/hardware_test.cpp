#include "shipped.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace headroom;
using namespace headroom::test;

namespace {

const project::Component& component(const project::ComponentLibrary& library, const std::string& id)
{
    const project::Component* found = library.find(id);
    INFO(id);
    REQUIRE(found);
    return *found;
}

bool isEstimated(const project::Component& c, const std::string& figure)
{
    return std::find(c.estimatedFields.begin(), c.estimatedFields.end(), figure) != c.estimatedFields.end();
}

} // namespace

TEST_CASE("the hardware library loads without a finding, every kind in its number")
{
    project::Findings findings;
    const auto library = shippedComponents(findings);
    INFO(lines(findings));
    CHECK(findings.empty());
    CHECK(library.ofKinds({"processor"}).size() == 230);
    CHECK(library.ofKinds({"disk"}).size() == 75);
    CHECK(library.ofKinds({"ssd"}).size() == 113);
    CHECK(library.ofKinds({"nvme"}).size() == 160);
    CHECK(library.ofKinds({"nic"}).size() == 53);
    CHECK(library.ofKinds({"switch"}).size() == 48);
    CHECK(library.ofKinds({"memory"}).size() == 16);
    CHECK(library.ofKinds({"controller"}).size() == 14);
    CHECK(library.ofKinds({"expander"}).size() == 4);
    CHECK(library.ofKinds({"chassis"}).size() == 7);
    CHECK(library.ofKinds({"power supply"}).size() == 5);
    CHECK(library.all().size() == 725);
}

TEST_CASE("figures are those of the data sheets")
{
    project::Findings findings;
    const auto library = shippedComponents(findings);

    const auto& processor = component(library, "Intel_Xeon_Processor_E5_2695_v3");
    CHECK(processor.figure("cores") == 14);
    CHECK(processor.figure("base_clock_Hz") == 2.3e9);
    CHECK(processor.figure("passmark_single_thread_points") == 1739);

    const auto& ssd = component(library, "Intel_SSD_DC_S3700_Series_800GB");
    CHECK(ssd.figure("rand_read_4k_iops") == 75000);
    CHECK(ssd.figure("rand_write_4k_iops") == 36000);
    CHECK(ssd.figure("seq_read_Bps") == 500e6);
    CHECK(ssd.figure("seq_write_Bps") == 460e6);

    const auto& disk = component(library, "Seagate_Constellation_ES3_ST3000NM0033_3TB");
    CHECK(disk.figure("rpm") == 7200);
    CHECK(disk.figure("media_rate_outer_Bps") == 175e6);
    CHECK(disk.figure("media_rate_inner_Bps") == 83e6);

    CHECK(component(library, "Intel_XXV710_DA2_25GbE").figure("link_rate_bps") == 25e9);
    CHECK(component(library, "Intel_FM10420_MultiHost").figure("switching_capacity_bps") == 400e9);
}

// The Xeon D-1500 stands in benchmarks with its base clock.
TEST_CASE("a processor with a turbo clock has one for all cores too, between its base and turbo clock")
{
    project::Findings findings;
    const auto library = shippedComponents(findings);
    std::set<std::string> without;
    for (const auto* processor : library.ofKinds({"processor"})) {
        INFO(processor->id);
        const double turbo = processor->figure("max_turbo_clock_Hz", processor->figure("base_clock_Hz"));
        if (turbo > processor->figure("base_clock_Hz") && !processor->has("all_core_turbo_clock_Hz"))
            without.insert(processor->id);
        if (processor->has("all_core_turbo_clock_Hz")) {
            CHECK(processor->figure("all_core_turbo_clock_Hz") >= processor->figure("base_clock_Hz"));
            CHECK(processor->figure("all_core_turbo_clock_Hz") <= turbo);
        }
        CHECK((processor->has("passmark_single_thread_points") || processor->has("instructions_per_cycle")));
    }
    CHECK(without == std::set<std::string>{"Intel_Xeon_Processor_D_1500_6C_2000MHz", "Intel_Xeon_Processor_D_1528",
                                           "Intel_Xeon_Processor_D_1531", "Intel_Xeon_Processor_D_1541"});
}

TEST_CASE("processors whose makers left the instructions for AES out say so")
{
    project::Findings findings;
    const auto library = shippedComponents(findings);
    for (const char* without :
         {"Intel_Xeon_Processor_E5520", "Intel_Xeon_Processor_X5570", "Broadcom_BCM2711_Cortex_A72"})
        CHECK_FALSE(component(library, without).parameters.value("aes_instructions", true));
    for (const char* with : {"Intel_Xeon_Processor_L5640", "Broadcom_BCM2712_Cortex_A76", "Intel_Celeron_N5105"})
        CHECK(component(library, with).parameters.value("aes_instructions", true));
}

TEST_CASE("every storage device says at which queue depth its IOPS hold")
{
    project::Findings findings;
    const auto library = shippedComponents(findings);
    for (const auto* device : library.ofKinds({"disk", "ssd", "nvme"})) {
        INFO(device->id);
        CHECK(device->figure("iops_queue_depth") >= 1);
        CHECK(device->figure("iops_queue_depth") <= device->figure("saturation_queue_depth"));
    }
}

TEST_CASE("every solid-state device says what a flush costs and how its media are cut up")
{
    project::Findings findings;
    const auto library = shippedComponents(findings);
    for (const auto* device : library.ofKinds({"ssd", "nvme"})) {
        INFO(device->id);
        REQUIRE(device->parameters.contains("power_loss_protection"));
        const bool isProtected = device->parameters.at("power_loss_protection").get<bool>();
        CHECK(isProtected != device->has("flush_latency_us"));
        CHECK(device->figure("parallel_channels") >= 1);
        CHECK(device->figure("program_time_us") > 0);
    }
}

TEST_CASE("a write and its flush take as long as synchronous writes of 4 KiB were measured to")
{
    project::Findings findings;
    const auto library = shippedComponents(findings);
    for (const auto& [drive, perSecond] :
         {std::pair("Samsung_970_PRO_512GB", 456), std::pair("Samsung_860_EVO_1TB", 490),
          std::pair("Samsung_860_PRO_512GB", 1033), std::pair("Samsung_980_1TB", 574),
          std::pair("WD_Blue_3D_NAND_1TB", 1751), std::pair("Intel_SSD_545s_512GB", 1500)}) {
        const auto& measured = component(library, drive);
        CHECK(1e6 / (measured.figure("write_latency_us") + measured.figure("flush_latency_us")) ==
              Approx(perSecond).epsilon(0.01));
        CHECK_FALSE(isEstimated(measured, "flush_latency_us"));
    }
}

TEST_CASE("a disk's IOPS hold at depth 1 exactly where they follow from seek and rotation")
{
    project::Findings findings;
    const auto library = shippedComponents(findings);
    for (const auto* disk : library.ofKinds({"disk"})) {
        const double accessMs = disk->figure("avg_seek_read_ms") + 60e3 / disk->figure("rpm") / 2;
        const bool alone = std::abs(disk->figure("rand_read_4k_iops") - 1e3 / accessMs) < 1;
        INFO(disk->id);
        CHECK((disk->figure("iops_queue_depth") == 1) == alone);
    }
    const auto& deep = component(library, "SDC2016_HDD_7200RPM_1TB_assumed");
    CHECK(deep.figure("rand_read_4k_iops") == 390);
    CHECK(deep.figure("iops_queue_depth") == 32);
    CHECK(isEstimated(deep, "iops_queue_depth"));
}

TEST_CASE("a component says where its figures are from, and estimates only what it has")
{
    project::Findings findings;
    const auto library = shippedComponents(findings);
    for (const auto* c : library.all()) {
        INFO(c->id);
        CHECK_FALSE(c->source.empty());
        for (const std::string& figure : c->estimatedFields) {
            INFO(figure);
            CHECK(c->parameters.contains(figure));
        }
    }
}

TEST_CASE("a component has a price and says what it rests on, or says why it has none")
{
    project::Findings findings;
    const auto library = shippedComponents(findings);
    std::vector<std::string> unpriced;
    for (const auto* c : library.all()) {
        INFO(c->id);
        const auto textOf = [&](const char* name) {
            const auto found = c->parameters.find(name);
            return found != c->parameters.end() && found->is_string() ? found->get<std::string>() : std::string();
        };
        const std::string basis = textOf("price_basis");
        CHECK_FALSE(basis.empty());
        if (!c->has("price_usd") && !c->has("price_usd_per_GB")) {
            unpriced.push_back(c->id);
            CHECK_THAT(basis, Catch::StartsWith("no published price found: "));
            continue;
        }
        const bool dated = (basis + textOf("launch_quarter")).find("20") != std::string::npos;
        const bool estimated = isEstimated(*c, "price_usd") || isEstimated(*c, "price_usd_per_GB");
        CHECK(dated);
        // An estimate has a rule or a source, and is listed as one.
        CHECK(basis.starts_with("estimated") == basis.starts_with("estimated: "));
        if (basis.starts_with("estimated: "))
            CHECK(estimated);
        else
            CHECK((!estimated || basis.find("list price, ") != std::string::npos ||
                   basis.find("recommended price, ") != std::string::npos));
    }
    CHECK(unpriced == std::vector<std::string>{"Thunderbolt_3_bridge", "AWS_Graviton2", "AWS_Graviton3",
                                               "Intel_FM10420_MultiHost", "Intel_FM10840_MultiHost"});
}

TEST_CASE("an estimate by the price of another part is as high as its rule says")
{
    project::Findings findings;
    const auto library = shippedComponents(findings);
    const auto price = [&](const char* id) { return component(library, id).figure("price_usd"); };
    const auto capacity = [&](const char* id) { return component(library, id).figure("capacity_B"); };
    for (const auto& [part, from] : {std::pair("Seagate_Exos_M_30TB", "Seagate_Exos_X24_24TB"),
                                     std::pair("Toshiba_MG11ACA24TE_24TB", "Toshiba_MG10ACA20TE_20TB"),
                                     std::pair("DDR5_5600_RDIMM_64GB", "DDR5_5600_RDIMM_32GB"),
                                     std::pair("DDR5_6400_RDIMM_96GB", "DDR5_5600_RDIMM_32GB"),
                                     std::pair("Micron_6500_ION_30_72TB", "Solidigm_D5_P5336_61_44TB"),
                                     std::pair("Samsung_PM9A3_3_84TB", "Samsung_PM9A3_7_68TB")}) {
        INFO(part);
        CHECK(price(part) == Approx(price(from) * capacity(part) / capacity(from)).epsilon(1e-3));
        CHECK(isEstimated(component(library, part), "price_usd"));
    }
    CHECK(price("Broadcom_BCM57414_2x25GbE") == Approx(price("Nvidia_ConnectX_6_Dx_2x100GbE") / 4));
    CHECK(price("Broadcom_P2100G_2x100GbE") == price("Nvidia_ConnectX_6_Dx_2x100GbE"));
}
