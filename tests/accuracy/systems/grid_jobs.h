// Jobs of a compute grid (Broadcom, a white paper on its network design) as the project grid-jobs gives them, beside
// what was published.
#pragma once

#include "accuracy/engine_child.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

/// A figure of the project's published.csv.
struct GridFigure
{
    std::string job;
    std::string
        figure;       ///< "waiting", "transmit", "receive", "10 instead of 1 Gb/s", "jumbo frames", or a ratio of rates
    std::string unit; ///< "%", "Mb/s", ": 1"
    double value = 0;
    std::string use; ///< "fitted", "predicted", or "stated" for what follows from the drawing alone

    /// Relative excess of the simulated figure over the published one: of gains, that of the gained speeds.
    double deviation(double simulated) const;
};

/// All of them, in the order of the file. Throws std::runtime_error if it cannot be read.
std::vector<GridFigure> publishedGridFigures();
/// The simulated figure in the unit of the published one. Migrations and verifications take longer than `duration`.
double simulateGridFigure(const GridFigure& figure, const std::string& duration);
/// Value of a figure "transmit" or "receive" with writes of this size.
double movedWithWrites(const GridFigure& figure, const std::string& writeSize, const std::string& duration);

} // namespace headroom::accuracy
