#include "resources/network/flow/network_state.h"

#include <algorithm>
#include <cmath>

namespace headroom::resources {

namespace {

/// Relative difference allowed for rounding.
constexpr double rounding = 1e-9;

bool differ(double a, double b, double scale)
{
    return std::abs(a - b) > rounding * std::max({scale, std::abs(a), std::abs(b)});
}

} // namespace

std::uint64_t Network::State::bytesIn(const ChunkList& list) const
{
    std::uint64_t bytes = 0;
    for (std::uint32_t chunk = list.head; chunk != noChunk; chunk = chunks[chunk].next)
        bytes += chunks[chunk].bytes;
    return bytes;
}

/// Max-min fairness of the last solved rates.
void Network::State::checkRates(std::vector<std::string>& violations) const
{
    std::vector<double> fastest(links.size(), 0.0);
    std::vector<double> load(links.size(), 0.0);
    for (std::uint32_t link = 0; link < links.size(); ++link)
        for (std::uint32_t i = 0; i < sharing.flowCount(link); ++i) {
            const double rate = sharing.rate(sharing.flowOn(link, i));
            fastest[link] = std::max(fastest[link], rate);
            load[link] += rate;
        }
    for (std::uint32_t link = 0; link < links.size(); ++link) {
        if (load[link] > sharing.capacity(link) * (1 + rounding))
            violations.push_back("link " + links[link].name + " carries " + std::to_string(load[link]) +
                                 " B/s of streams, more than it can");
        if (differ(load[link], sharing.load(link), links[link].rateBps))
            violations.push_back("link " + links[link].name + " is said to carry " +
                                 std::to_string(sharing.load(link)) + " B/s of streams, they sum up to " +
                                 std::to_string(load[link]));
    }
    for (std::uint32_t slot = 0; slot < streams.size(); ++slot) {
        if (!streams[slot].open || !sharing.active(slot))
            continue;
        const double rate = sharing.rate(slot);
        const auto& hops = sharing.route(slot);
        const bool limited = std::any_of(hops.begin(), hops.end(), [&](std::uint32_t link) {
            return load[link] >= sharing.capacity(link) * (1 - rounding) && rate >= fastest[link] * (1 - rounding);
        });
        if (!limited && rate < boundOfStream(slot) * (1 - rounding))
            violations.push_back("stream " + std::to_string(slot) + " could run faster than " + std::to_string(rate) +
                                 " B/s without taking from a slower one");
    }
}

void Network::State::checkStreams(std::vector<std::string>& violations) const
{
    for (std::uint32_t slot = 0; slot < streams.size(); ++slot) {
        const Stream& stream = streams[slot];
        const std::uint64_t present = bytesIn(stream.queued) + bytesIn(stream.underWay);
        if (stream.open && stream.acceptedBytes != stream.deliveredBytes + present)
            violations.push_back("stream " + std::to_string(slot) + " was given " +
                                 std::to_string(stream.acceptedBytes) + " bytes, delivered " +
                                 std::to_string(stream.deliveredBytes) + " and has " + std::to_string(present));
    }
}

/// Bytes accepted for a link have passed it or are still to come.
void Network::State::checkLinks(std::vector<std::string>& violations) const
{
    std::vector<double> outstanding(links.size(), 0.0);
    messages.addOutstanding(outstanding);
    for (std::uint32_t slot = 0; slot < streams.size(); ++slot) {
        if (!streams[slot].open || !streams[slot].sending())
            continue;
        if (byMessages(streams[slot])) {
            for (const std::uint32_t link : sharing.route(slot))
                outstanding[link] += static_cast<double>(bytesToHand(slot));
            for (const std::uint32_t link : streams[slot].delayLinks)
                outstanding[link] += static_cast<double>(bytesToHand(slot));
            continue;
        }
        const auto queued = static_cast<double>(bytesIn(streams[slot].queued));
        for (const std::uint32_t link : sharing.route(slot))
            outstanding[link] +=
                queued - (sharing.active(slot) ? sentOfChunk(slot, calendar.now()) : streams[slot].sentElsewhere);
        for (const std::uint32_t link : streams[slot].delayLinks)
            outstanding[link] += queued - streams[slot].sentElsewhere;
    }
    for (std::uint32_t link = 0; link < links.size(); ++link) {
        const double passed = totalBytes(link, calendar.now());
        if (differ(acceptedBytes[link], passed + outstanding[link], 1.0))
            violations.push_back("link " + links[link].name + " was given " + std::to_string(acceptedBytes[link]) +
                                 " bytes, passed " + std::to_string(passed) + " and is to pass " +
                                 std::to_string(outstanding[link]));
    }
}

std::vector<std::string> Network::check() const
{
    std::vector<std::string> violations;
    if (!state_->solveRequested)
        state_->checkRates(violations);
    state_->checkStreams(violations);
    if (state_->settings.audit)
        state_->checkLinks(violations);
    return violations;
}

} // namespace headroom::resources
