// S3 on Ceph as it was measured (Nelson, "Ceph Reef Freeze Part 2: RGW Performance", 2023; Parkes and D'Atri,
// "Benchmarking the Ceph Object Gateway", 2025), and as the project ceph-rgw simulates it.
#pragma once

#include "accuracy/engine_child.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

/// A measured figure of projects/ceph-rgw/published.csv.
struct GatewayCase
{
    int study = 0;         ///< year: 2023, ten nodes with 100 Gb/s, or 2025, four nodes with 2 x 100 Gb/s
    std::string pool;      ///< "copies" (three) or "erasure coded" (2 + 2)
    std::string operation; ///< "PUT" or "GET"
    std::string size;      ///< of an object
    int clients = 0;       ///< processes
    int depth = 0;         ///< requests that each has under way
    std::string unit;      ///< "GiB/s", "GB/s" or "/s"
    double value = 0;
    std::string use; ///< "fitted" or "predicted"

    Settings settings() const;
};

/// In the order of the file. Throws std::runtime_error if it cannot be read.
std::vector<GatewayCase> publishedGatewayCases();
/// The simulated figure, in the case's unit.
double simulateGateway(const GatewayCase& measured);
/// The same of a run's summary.
double figureOf(const GatewayCase& measured, const record::Summary& summary);

} // namespace headroom::accuracy
