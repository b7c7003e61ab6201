// Selects the resources of a run that are worth making faster, and the order in which they are tried.
#pragma once

#include "record/summary/summary.h"

#include <string>
#include <vector>

namespace headroom::study {

/// Resources whose busiest device is used at least this share of the time, or that requests use or wait for during at
/// least the second share of their latency, are tried if they matter (Promise).
struct Worth
{
    double used = 0.1, latency = 0.05;
};

/// The names of these resources: first those that promise most if they are twice as fast (Promise), and of those that
/// promise the same the most used. Cables of nodes are part of their node group's network and are not tried a second
/// time.
std::vector<std::string> candidates(const record::Summary& summary, const Worth& worth = {});

} // namespace headroom::study
