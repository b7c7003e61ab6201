// Turns the model's meters into series: what they did since the last sample.
#pragma once

#include "record/series.h"
#include "run/model.h"

#include <vector>

namespace headroom::run {

class Sampler
{
public:
    explicit Sampler(Model& model);

    const std::vector<record::SeriesInfo>& series() const { return series_; }
    /// Values of all series over the time since the last call. Call closeInterval of the workloads afterwards.
    void sample(std::vector<double>& values);
    /// The meters begin a new window: their integrals start from 0.
    void windowReset();

private:
    struct Share ///< busy time of some meters over their servers
    {
        std::vector<const monitoring::Meter*> meters;
        monitoring::Meter::Integral lastBusy = 0, lastPresent = 0;
        double servers = 0;
        bool queue = false; ///< also a series of its waiting line
    };
    struct Traffic ///< bytes over some links, as two directions
    {
        std::vector<std::uint32_t> transmit, receive;
        double lastTransmit = 0, lastReceive = 0, capacity = 0;
    };
    std::uint32_t add(std::vector<std::string> path, const char* unit);
    void sampleWorkload(const Workload& workload, double span, std::vector<double>& values) const;

    Model& model_;
    std::vector<record::SeriesInfo> series_;
    std::vector<Share> shares_;
    std::vector<Traffic> traffic_;
    kernel::Time last_ = 0;
};

} // namespace headroom::run
