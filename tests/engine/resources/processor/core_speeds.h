// Speeds of a core by the number of busy cores, as the tests of processors need them.
#pragma once

#include <cstdint>
#include <vector>

namespace headroom::test {

/// From `single` with one busy core down to `full` with all of them, linearly.
inline std::vector<double> linearSpeeds(std::uint32_t cores, double single, double full)
{
    std::vector<double> speeds = {single};
    for (std::uint32_t busy = 1; busy < cores; ++busy)
        speeds.push_back(single + (full - single) * busy / (cores - 1));
    return speeds;
}

} // namespace headroom::test
