#include "resources/storage/cost/write_amplification.h"

#include <cmath>
#include <stdexcept>

namespace headroom::resources {

double greedyWriteAmplification(double spare)
{
    if (!(spare > 0))
        throw std::invalid_argument("write amplification: without spare area nothing can be cleaned up");
    // x = -W(-a exp(-a)) is the solution below 1 of x exp(-x) = a exp(-a); the left side grows up to x = 1.
    const double a = 1 + spare;
    const double target = a * std::exp(-a);
    double low = 0, high = 1;
    for (int i = 0; i < 100; ++i) {
        const double middle = (low + high) / 2;
        (middle * std::exp(-middle) < target ? low : high) = middle;
    }
    return a / (a - low);
}

} // namespace headroom::resources
