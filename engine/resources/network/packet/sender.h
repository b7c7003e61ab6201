// The sender's side of a stream: the next segment to send, the effect of acknowledgements, and the retransmission
// timer.
#pragma once

#include "kernel/time.h"
#include "resources/network/packet/congestion_window.h"

#include <cstdint>

namespace headroom::resources {

/// Settings of all senders of a network.
struct SenderSettings
{
    CongestionControl control = CongestionControl::cubic;
    std::uint32_t segmentBytes = 1448;
    std::uint32_t initialSegments = 10;
    std::uint64_t receiveWindowBytes = 3 << 20;
    kernel::Time initialTimeout = 0; ///< until a round trip has been measured
    kernel::Time minimumTimeout = 0; ///< least allowance for the variation of the round trip
    kernel::Time maximumTimeout = 0;
};

/// What is known of the round trip of a connection (RFC 6298, section 2).
struct RoundTrip
{
    double meanS = 0; ///< 0: it has not been measured
    double deviationS = 0;

    bool measured() const { return meanS > 0; }
    void measure(double sampleS);
};

/// A window-based sender as in RFC 5681 (slow start, congestion avoidance), RFC 6582 (NewReno's recovery, without
/// selective acknowledgements: one loss is repaired in each round trip), RFC 3042 (limited transmit) and RFC 6298 with
/// RFC 7323 (retransmission timeout from echoed time stamps; its allowance for variation is as in Linux). Bytes are
/// counted from 0. The window grows only while it limits the sender (RFC 7661; Linux's tcp_is_cwnd_limited).
class Sender
{
public:
    struct Segment
    {
        std::uint64_t first = 0;
        std::uint32_t bytes = 0;
        bool repeated = false;
        bool last = false; ///< no data to send after it
    };

    /// `known`: what the connection has measured before; `idle`: the round trip of an empty network, by which the
    /// window grows until one is measured.
    void start(const SenderSettings& settings, const RoundTrip& known, kernel::Time idle);

    void offer(std::uint64_t bytes, kernel::Time now);
    /// Whether the window and the offered data allow a segment now.
    bool hasSegment() const;
    Segment takeSegment(kernel::Time now);
    void acknowledge(std::uint64_t upTo, kernel::Time echo, kernel::Time now);
    /// Time of the retransmission timer; `never` while nothing is in flight.
    kernel::Time deadline() const { return deadline_; }
    void timeout(kernel::Time now);

    bool idle() const { return acknowledged_ == end_; }
    std::uint64_t offered() const { return end_; }
    std::uint64_t acknowledged() const { return acknowledged_; }
    /// Bytes sent at least once.
    std::uint64_t sent() const { return highest_; }
    std::uint64_t flight() const { return next_ - acknowledged_; }
    const CongestionWindow& window() const { return window_; }
    const RoundTrip& roundTrip() const { return roundTrip_; }
    /// Mean of those measured; before, that of an empty network.
    double roundTripS() const { return roundTrip_.measured() ? roundTrip_.meanS : idleRoundTripS_; }

private:
    double allowed() const;
    kernel::Time retransmissionTimeout() const;
    void advance(std::uint64_t upTo, kernel::Time now);
    void duplicate();
    bool windowHeldBack() const;

    SenderSettings settings_;
    CongestionWindow window_;
    std::uint64_t acknowledged_ = 0;
    std::uint64_t next_ = 0;          ///< start of the next segment; falls back to `acknowledged_` at a timeout
    std::uint64_t highest_ = 0;       ///< end of the bytes ever sent
    std::uint64_t end_ = 0;           ///< end of the offered bytes
    std::uint64_t recover_ = 0;       ///< value of `highest_` when the loss being repaired was detected
    std::uint64_t repeatedUntil_ = 0; ///< value of `highest_` at the last timeout
    std::uint64_t roundEnd_ = 0;
    std::uint64_t roundPeak_ = 0; ///< maximum in flight in this round trip
    std::uint32_t duplicates_ = 0;
    std::uint32_t backoff_ = 0;
    bool recovering_ = false;
    bool partialSeen_ = false;
    bool resend_ = false; ///< the first unacknowledged segment is sent again
    RoundTrip roundTrip_;
    double idleRoundTripS_ = 0;
    kernel::Time lastSent_ = 0;
    kernel::Time deadline_ = kernel::never;
};

} // namespace headroom::resources
