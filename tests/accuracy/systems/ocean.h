// An ocean model on small servers (Indian Institute of Science, "Modeling Storage Performance in a HPC System", 2013)
// as the project ocean gives it, beside the published run times.
#pragma once

#include "accuracy/engine_child.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

/// A run time of the project's published.csv.
struct OceanFigure
{
    int servers = 0;
    std::string processor; ///< "Xeon" or "Atom"
    std::string network;   ///< "Gigabit" or "InfiniBand"
    double minutes = 0;
    std::string use; ///< "fitted" or "predicted"

    Settings settings() const;
};

/// Throws std::runtime_error if the file cannot be read.
std::vector<OceanFigure> publishedOceanFigures();
/// Minutes of the whole job, from a few of its time steps. Throws std::runtime_error if the run does not end.
double oceanMinutes(const Settings& settings);

} // namespace headroom::accuracy
