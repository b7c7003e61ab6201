// Erasure-coded object stores (MinIO's benchmarks of 2019, 2020 and 2022) as the project object-erasure gives them,
// beside what was published.
#pragma once

#include "accuracy/engine_child.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

/// A published figure of the project's published.csv.
struct ObjectStoreFigure
{
    std::string benchmark; ///< its year
    int nodes = 0;         ///< servers, and as many clients
    std::string operation; ///< "GET" or "PUT"
    std::string figure;    ///< "throughput" of all clients, or "network": the busier direction of a server's cable
    std::string unit;
    double value = 0;
    std::string use; ///< "fitted" or "predicted"

    Settings settings() const;
};

/// Throws std::runtime_error if the file cannot be read.
std::vector<ObjectStoreFigure> publishedObjectStoreFigures();
/// The simulated figure in the published one's unit, over a second after the warm-up: with reads or writes of a sixth
/// of a second from full buffers, it is steady by then.
double simulateObjectStore(const ObjectStoreFigure& published);

} // namespace headroom::accuracy
