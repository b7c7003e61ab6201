// The published ratios of the Swift rack (Intel white paper on Rack Scale Design, 2016) as the shipped project gives
// them.
#pragma once

#include "accuracy/engine_child.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

// The devices of the Swift simulator's slides (SDC 2016), whose figures stand in for the unpublished models.
inline const char* const slidesDisk = "SDC2016_HDD_7200RPM_1TB_assumed";
inline const char* const slidesSsd = "SDC2016_SSD_S3700_1TB_assumed";
inline const char* const oldProcessor = "Intel_Xeon_Processor_E5_2695_v3";
inline const char* const newProcessor = "Intel_Xeon_Processor_E5_2697_v3";

/// One upgrade: what is changed, from and to, with the other settings it is measured under. The upgrades are cumulative
/// in the paper: storage first, then the network with SSDs in place, then the processors.
struct Upgrade
{
    std::string title;
    std::string published;
    Settings before, after;
};

std::vector<Upgrade> upgrades();

struct Point
{
    std::string operation, size;
    int workers = 0;
    double before = 0, after = 0; ///< operations per second
    double confidence = 0;        ///< 95 %, relative, of the ratio
    double ratio() const { return before > 0 ? after / before : 0; }
};

/// Throughput before and after an upgrade for every combination given.
std::vector<Point> measure(const Upgrade& upgrade, const std::vector<std::string>& operations,
                           const std::vector<std::string>& sizes, const std::vector<int>& workers,
                           const std::string& duration);

} // namespace headroom::accuracy
