// The small spaces of shipped projects in which sizing tasks are drawn, each under two loads.
#pragma once

#include "priced_space.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace headroom::bench {

struct Metric
{
    std::string name;
    bool atMost = false;
};

struct SizingSpace : PricedSpace
{
    std::string load; ///< in words; distinguishes what is stored
    std::vector<Metric> metrics;
};

inline std::vector<SizingSpace> sizingSpaces()
{
    std::vector<SizingSpace> all;
    for (const char* visitors : {"1500", "3000"})
        all.push_back({{"first-steps",
                        {"DISK=Standard_SATA_Drive_7200RPM_2TB,Intel_SSD_DC_S3500_Series_480GB,Samsung_PM893_1_92TB,"
                         "Intel_SSD_DC_S3700_Series_200GB",
                         "MEMORY=4 GiB,16 GiB,64 GiB",
                         "PROCESSOR=Intel_Xeon_Processor_E5_2620_v3,Intel_Xeon_Processor_E5_2697_v3", "THREADS=8,64"},
                        {std::string("VISITORS=") + visitors, "NETWORK=10 Gb/s"},
                        12,
                        4},
                       std::string(visitors) + " visitors",
                       {{"page.throughput", false}, {"page.latency.p95", true}}});
    for (const char* operation : {"GET", "PUT"})
        all.push_back({{"object-erasure",
                        {"NODES=8,12,16", "DRIVES=4,8",
                         "DRIVE=Intel_SSD_DC_P4510_Series_4TB,Samsung_PM1733_3_84TB,Micron_7450_PRO_960GB,"
                         "WD_DC_NVMe_960GB",
                         "M=2,4"},
                        {std::string("OPERATION=") + operation},
                        0.3,
                        0.1,
                        setsOfEight()},
                       operation,
                       {{std::string(operation) + ".bytes", false},
                        {std::string(operation) + ".latency.p99", true},
                        {"capacity.usable", false}}});
    for (const char* workers : {"64", "256"})
        all.push_back({{"swift-rack",
                        {"PROCESSOR=Intel_Xeon_Processor_E5_2620_v3,Intel_Xeon_Processor_D_1541,"
                         "Intel_Xeon_Processor_E5_2697_v3",
                         "DRIVE=Standard_SATA_Drive_7200RPM_2TB,Intel_SSD_DC_S3500_Series_480GB",
                         "MEMORY=32 GiB,128 GiB", "OBJECT_WORKERS=14,28"},
                        {std::string("WORKERS=") + workers, "RAMP_UP=0 s"},
                        3,
                        1},
                       std::string(workers) + " workers",
                       {{"PUT.throughput", false}, {"PUT.latency.p99", true}}});
    return all;
}

/// Results of the space that are kept in a folder of the benchmarks.
inline std::string storeOf(const SizingSpace& space, const char* folder)
{
    std::string name = space.project + ' ' + space.load;
    std::ranges::replace(name, ' ', '-');
    return std::string(HEADROOM_SOURCE_DIR) + "/tests/benchmarks/" + folder + '/' + name + ".csv";
}

/// Goals on all metrics, which the study then reports.
inline Json goalsOf(const SizingSpace& space, const std::vector<double>& limits)
{
    Json goals = Json::array();
    for (std::size_t i = 0; i < space.metrics.size(); ++i)
        goals.push_back(goalOf("goal " + std::to_string(i), space.metrics[i].name,
                               space.metrics[i].atMost ? "at_most" : "at_least", limits[i]));
    return goals;
}

} // namespace headroom::bench
