// Compares the search for the cheapest point with running all points: three shipped projects with goals, each in a
// space of a thousand points. The results of all points are stored beside; --exhaustive runs them anew. Names of
// projects leave the others out.
#include "markdown_table.h"
#include "priced_space.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace headroom;
using bench::Json;
using bench::ProjectVariant;
using test::number;

struct Market : bench::PricedSpace
{
    Json goals;
};

std::vector<Market> markets()
{
    return {
        {{"first-steps",
          {"DISK=Standard_SATA_Drive_7200RPM_2TB,Intel_SSD_DC_S3500_Series_480GB,Intel_SSD_520_Series_480GB,Samsung_"
           "PM893_"
           "1_92TB,Intel_SSD_DC_S4500_Series_960GB,Solidigm_D3_S4510_3_84TB,Intel_SSD_DC_S3700_Series_200GB,Intel_"
           "SSD_DC_S4600_Series_960GB,WD_DC_NVMe_960GB,Intel_SSD_DC_P4500_Series_1TB",
           "MEMORY=4 GiB,8 GiB,16 GiB,32 GiB,64 GiB",
           "PROCESSOR=Intel_Xeon_Processor_E5_2620_v3,Intel_Xeon_Processor_D_1541,Intel_Xeon_Processor_E5_2680_v4,"
           "Intel_Xeon_Processor_E5_2697_v3,Intel_Xeon_Gold_6338",
           "THREADS=8,32,64,128"},

          {"VISITORS=3000", "NETWORK=10 Gb/s"},
          12,
          4},
         {bench::goalOf("soon", "page.latency.p95", "at_most", "100 ms"),
          bench::goalOf("all", "page.throughput", "at_least", "2850 /s")}},
        {{"object-erasure",
          {"NODES=8,12,16,20,24,32", "DRIVES=4,6,8,10,12",
           "DRIVE=Intel_SSD_DC_P4500_Series_2TB,Intel_SSD_DC_P4510_Series_4TB,Intel_SSD_D7_P5500_7_68TB,Samsung_"
           "PM9A3_960GB,Samsung_PM1733_3_84TB,Micron_7450_PRO_960GB,Kioxia_CM7_R_3_84TB,WD_DC_NVMe_960GB",
           "CABLES=1,2", "M=2,4"},

          {"OPERATION=GET"},
          0.3,
          0.1,
          bench::setsOfEight()},
         {bench::goalOf("fast", "GET.bytes", "at_least", "60 GB/s"),
          bench::goalOf("room", "capacity.usable", "at_least", "150 TB")}},
        {{"swift-rack",
          {"PROCESSOR=Intel_Xeon_Processor_E5_2620_v3,Intel_Xeon_Processor_D_1541,Intel_Xeon_Processor_E5_2680_"
           "v4,Intel_Xeon_Processor_E5_2695_v3,Intel_Xeon_Processor_E5_2697_v3,Intel_Xeon_Gold_6338,AMD_EPYC_7302",
           "DRIVE=Standard_SATA_Drive_7200RPM_2TB,Intel_SSD_DC_S3500_Series_480GB,Intel_SSD_520_"
           "Series_480GB,Samsung_PM893_1_92TB,Intel_SSD_DC_S4500_Series_960GB,Solidigm_D3_S4510_3_84TB,Intel_SSD_"
           "DC_S3700_Series_800GB,Intel_SSD_X25_M_Series_160GB",
           "ADAPTER=Intel_X710_DA2_10GbE,Intel_XXV710_DA2_25GbE", "MEMORY=32 GiB,64 GiB,128 GiB",
           "OBJECT_WORKERS=14,28,56"},

          {"WORKERS=256", "RAMP_UP=1 s"},
          6,
          2},
         {bench::goalOf("rate", "PUT.throughput", "at_least", "2500 /s"),
          bench::goalOf("tail", "PUT.latency.p99", "at_most", "200 ms")}}};
}

std::string storeOf(const Market& market)
{
    return std::string(HEADROOM_SOURCE_DIR) + "/tests/benchmarks/cheapest/" + market.project + ".csv";
}

bool meetsAll(const Json& point)
{
    for (const auto& [id, goal] : point["goals"].items())
        if (goal["verdict"] != "met")
            return false;
    return point["state"] == "done";
}

double priceOf(const Json& point)
{
    return bench::figureOf(point, "price");
}

/// Runs all points and keeps what the comparison needs.
void runAll(const Market& market)
{
    const ProjectVariant variant = bench::variantOf(market, market.goals);
    const Json table = bench::answerOf("study", market, variant);
    std::ofstream file(storeOf(market));
    for (const Json& parameter : table["parameters"])
        file << parameter["name"].get<std::string>() << ',';
    file << "price_usd,meets_all_goals,processor_s\n";
    for (const Json& point : table["points"]) {
        for (const auto& [name, value] : point["settings"].items())
            file << value.get<std::string>() << ',';
        file << (point["state"] == "done" ? number(priceOf(point), 2) : std::string()) << ','
             << (meetsAll(point) ? "yes" : "no") << ',' << number(point["processor_s"].get<double>(), 3) << '\n';
    }
    std::printf("%s: %zu points\n", market.project.c_str(), table["points"].size());
}

/// Results of the stored runs of all points.
struct Exhaustive
{
    std::size_t points = 0, meeting = 0;
    double cheapestUsd = INFINITY, processorS = 0;
};

Exhaustive storedOf(const Market& market)
{
    std::ifstream file(storeOf(market));
    Exhaustive all;
    std::string line;
    std::getline(file, line);
    while (std::getline(file, line)) {
        const std::size_t third = line.rfind(','), second = line.rfind(',', third - 1),
                          first = line.rfind(',', second - 1);
        ++all.points;
        all.processorS += std::stod(line.substr(third + 1));
        if (line.substr(second + 1, third - second - 1) != "yes")
            continue;
        ++all.meeting;
        all.cheapestUsd = std::min(all.cheapestUsd, std::stod(line.substr(first + 1, second - first - 1)));
    }
    if (all.points == 0)
        throw std::runtime_error(storeOf(market) + " holds no points; --exhaustive makes it");
    return all;
}

void compare(const test::MarkdownTable& table, const Market& market)
{
    const Exhaustive all = storedOf(market);
    const ProjectVariant variant = bench::variantOf(market, market.goals);
    const Json answer = bench::answerOf("cheapest", market, variant);
    double processorS = 0;
    for (const Json& point : answer["points"])
        if (point["state"] == "done" || point["state"] == "failed")
            processorS += point["processor_s"].get<double>();
    const Json& decision = answer["decision"];
    const double found =
        decision["point"].is_null() ? NAN : priceOf(answer["points"][decision["point"].get<std::size_t>()]);
    table.row({market.project, std::to_string(all.points), std::to_string(all.meeting),
               std::to_string(decision["points_run"].get<std::size_t>()),
               number(100 * processorS / all.processorS, 1) + " %", number(all.cheapestUsd), number(found),
               number(100 * (found / all.cheapestUsd - 1), 2) + " %",
               number(100 * decision["risk"].get<double>(), 1) + " %"});
}

} // namespace

int main(int argc, char** argv)
{
    try {
        std::vector<std::string> projects(argv + 1, argv + argc);
        const bool exhaustive = std::erase(projects, "--exhaustive") > 0;
        std::vector<Market> chosen = markets();
        if (!projects.empty())
            std::erase_if(chosen,
                          [&](const Market& market) { return std::ranges::count(projects, market.project) == 0; });
        if (exhaustive) {
            for (const Market& market : chosen)
                runAll(market);
            return 0;
        }
        test::printHeading("The cheapest point",
                           "The search against running all points, whose results are stored. Work is processor time of "
                           "the runs. Prices in USD; aims: at most 1 % dearer, at most a tenth of the work.");
        const test::MarkdownTable table({"project", "points", "meet all goals", "run", "work", "cheapest of all",
                                         "found", "dearer by", "stated risk"});
        for (const Market& market : chosen)
            compare(table, market);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "bench-cheapest: %s\n", error.what());
        return 1;
    }
}
