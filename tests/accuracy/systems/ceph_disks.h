// A Ceph cluster on hard disks (Intel, "Measure Ceph RBD performance in a quantitative way", 2013) as the project
// ceph-hdd gives it, beside what was measured.
#pragma once

#include "accuracy/engine_child.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::accuracy {

/// A measured case of projects/ceph-hdd/published.csv.
struct CephCase
{
    int machines = 0;
    std::string operation; ///< "read" or "write"
    int depth = 0;
    std::optional<double> mebibytesPerS, meanMs; ///< as published

    /// The latencies without a throughput were measured without the limit of 60 MB/s for each machine: by Little's law
    /// one machine could not be as fast with it.
    Settings settings() const;
};

struct CephFigures
{
    double mebibytesPerS = 0, meanMs = 0;
};

/// All cases of the file, in its order. Throws std::runtime_error if it cannot be read.
std::vector<CephCase> publishedCephCases();
std::vector<CephFigures> simulateCeph(const std::vector<CephCase>& cases, const std::string& duration);

} // namespace headroom::accuracy
