#include "resources/processor/processor_speed.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

namespace {

void check(const ProcessorSpec& spec)
{
    if (spec.sockets == 0 || spec.coresPerSocket == 0)
        throw std::invalid_argument("a processor needs a socket and a core");
    if (spec.coreSpeeds.empty() || !std::ranges::all_of(spec.coreSpeeds, [](double speed) { return speed > 0.0; }))
        throw std::invalid_argument("a processor's speed must be positive");
}

/// Total speed for 0 … threads jobs on one socket.
std::vector<double> socketTotals(const ProcessorSpec& spec)
{
    const std::uint32_t cores = spec.coresPerSocket;
    const std::uint32_t threads = std::max(spec.threadsPerSocket, cores);
    const double secondThread = std::clamp(spec.secondThreadShare, 0.0, 1.0);
    std::vector<double> totals{0.0};
    for (std::uint32_t jobs = 1; jobs <= threads; ++jobs) {
        const std::uint32_t busy = std::min(jobs, cores);
        const double each = spec.coreSpeeds[std::min<std::size_t>(busy, spec.coreSpeeds.size()) - 1];
        totals.push_back(std::max(totals.back(), each * (busy + secondThread * (jobs - busy))));
    }
    return totals;
}

} // namespace

ProcessorSpeed::ProcessorSpeed(const ProcessorSpec& spec)
{
    check(spec);
    const std::vector<double> totals = socketTotals(spec);
    const auto threads = static_cast<std::uint32_t>(spec.sockets * (totals.size() - 1));
    total_.reserve(threads + 1);
    for (std::uint32_t jobs = 0; jobs <= threads; ++jobs) {
        const std::uint32_t each = jobs / spec.sockets;
        const std::uint32_t withOneMore = jobs % spec.sockets;
        const double more = withOneMore > 0 ? withOneMore * totals[each + 1] : 0.0;
        total_.push_back((spec.sockets - withOneMore) * totals[each] + more);
    }
}

} // namespace headroom::resources
