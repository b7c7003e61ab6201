// An all-flash Ceph cluster as it was measured (Clyso, "Ceph: A Journey to 1 TiB/s", 2024), and as the project
// ceph-nvme simulates it. Fewer nodes of a large cluster are simulated, with as many clients for each: all nodes are
// alike.
#pragma once

#include "accuracy/engine_child.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

/// A measured figure of projects/ceph-nvme/published.csv.
struct CephNvmeCase
{
    int nodes = 0;          ///< that were measured
    int simulatedNodes = 0; ///< of which the figure is taken, times nodes / simulatedNodes
    std::string pool;       ///< "copies" or "erasure coded" (6 + 2)
    std::string operation;  ///< "read" or "write"
    std::string size;       ///< of an I/O
    Settings load;          ///< clients and threads
    std::string unit;       ///< "GiB/s" or "/s"
    double value = 0;
    std::string use; ///< "fitted" or "predicted"

    Settings settings() const;
    const std::string& messengerThreads() const { return load[3].second; }
    bool small() const { return unit == "/s"; }
};

/// In the order of the file. Throws std::runtime_error if it cannot be read.
std::vector<CephNvmeCase> publishedCephNvmeCases();
/// The simulated figure of the measured cluster, in the case's unit.
double simulateCephNvme(const CephNvmeCase& measured);
/// The same of a run's summary.
double figureOf(const CephNvmeCase& measured, const record::Summary& summary);

} // namespace headroom::accuracy
