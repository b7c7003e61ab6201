// Two configurations of a Ceph cluster (Bigtera and Intel, "VirtualStor Scaler", 2016) as the projects
// virtualstor-throughput and virtualstor-iops give them, beside what was measured.
#pragma once

#include "accuracy/engine_child.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

/// A measured figure of the projects' published.csv.
struct VirtualStorCase
{
    std::string project; ///< "virtualstor-throughput" or "virtualstor-iops"
    int machines = 0;
    std::string operation; ///< "read" or "write"
    int depth = 0;         ///< I/Os that each machine has under way
    std::string unit;      ///< "MB/s", "/s", "ms"
    double value = 0;
    std::string use; ///< "fitted" or "predicted"

    Settings settings() const;
};

/// All cases, throughput first. Throws std::runtime_error if a file cannot be read.
std::vector<VirtualStorCase> publishedVirtualStorCases();
/// The simulated figure in the case's unit.
double simulateVirtualStor(const VirtualStorCase& measured, const std::string& duration);

} // namespace headroom::accuracy
