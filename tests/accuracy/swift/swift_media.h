// The media store of the Swift simulator's slides (SDC 2016) as the project swift-media-store gives it: what worker
// processes bring, the one gain that the slides put into a number.
#pragma once

#include "accuracy/engine_child.h"

#include <string>
#include <vector>

namespace headroom::accuracy {

/// Factor by which two and three worker processes for each core do more operations in a second than one, in proxies and
/// storage servers alike.
struct WorkerGain
{
    std::string operation; ///< "read", "write" or "mix", of images
    std::string device;    ///< component of the data devices
    int clients = 0;       ///< requests under way, which the slides do not state
    double ofTwo = 0, ofThree = 0;
};

/// The largest gain that the slides state for two to three workers for each core. Throws std::runtime_error if
/// published.csv of the project cannot be read.
double publishedWorkerGain();
/// The gains for an operation on a kind of device, one for each number of `clients`, from runs of four seconds after
/// the warm-up.
std::vector<WorkerGain> workerGains(const std::string& operation, const std::string& device,
                                    const std::vector<int>& clients);

} // namespace headroom::accuracy
