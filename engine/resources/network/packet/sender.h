// The sender's side of a stream: the next segment to send, the effect of acknowledgements, and the retransmission
// timer.
#pragma once

#include "kernel/time.h"
#include "resources/network/packet/congestion_window.h"
#include "resources/network/packet/stretches.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace headroom::resources {

/// Settings of all senders of a network.
struct SenderSettings
{
    CongestionControl control = CongestionControl::cubic;
    std::uint32_t segmentBytes = 1448;
    std::uint32_t initialSegments = 10;
    std::uint64_t receiveWindowBytes = 3 << 20;
    bool probes = true;              ///< false: only duplicate acknowledgements tell of losses, and the timeout
    kernel::Time initialTimeout = 0; ///< until a round trip has been measured
    kernel::Time minimumTimeout = 0; ///< least allowance for the variation of the round trip
    kernel::Time maximumTimeout = 0;
};

/// Estimated round trip of a connection (RFC 6298, section 2).
struct RoundTrip
{
    double meanS = 0; ///< 0: it has not been measured
    double deviationS = 0;

    bool measured() const { return meanS > 0; }
    void measure(double sampleS);
};

/// A window-based sender as in RFC 5681 (slow start, congestion avoidance), RFC 6675 (recovery with selective
/// acknowledgements) and RFC 6298 with RFC 7323 (retransmission timeout from echoed time stamps; its allowance for
/// variation is as in Linux). Bytes are counted from 0. The window grows only while it limits the sender (RFC 7661;
/// Linux's tcp_is_cwnd_limited).
///
/// Packets of a stream do not overtake each other, so what is missing before something that has arrived is lost. As
/// Linux does, the sender waits for three segments that have arrived behind a gap before it takes it for a loss. From
/// then on every gap is repaired as soon as it shows, and repaired again when what was sent after the repair has
/// arrived before it (RFC 8985, RACK-TLP; tcp_recovery in net/ipv4). If nothing is acknowledged for two round trips, a
/// probe is sent, new data or the last segment once more: losses at the end of the data show by its acknowledgement
/// instead of by the timeout (RFC 8985, section 7; tcp_schedule_loss_probe() in net/ipv4/tcp_output.c). Linux
/// before 3.10 sent no probes (`probes`): there fewer than three segments behind a gap say nothing, and the timeout
/// repairs it.
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

    /// Goes on with the window of an earlier stream of the connection, which last sent at this time.
    void goOn(const CongestionWindow& window, kernel::Time lastSent, kernel::Time now);

    void offer(std::uint64_t bytes, kernel::Time now);
    /// True if the window and the offered data allow a segment now.
    bool hasSegment() const;
    Segment takeSegment(kernel::Time now);
    /// `selected`: what has arrived behind a gap.
    void acknowledge(std::uint64_t upTo, const Stretch& selected, kernel::Time echo, kernel::Time now);
    /// When `onTimer` is to be called: the retransmission timer, or that of the probe; `never` while nothing is in
    /// flight.
    kernel::Time deadline() const { return std::min(timeoutAt_, probeAt_); }
    /// The time has come; returns true if that of the retransmission has.
    bool onTimer(kernel::Time now);

    bool idle() const { return acknowledged_ == end_; }
    std::uint64_t offered() const { return end_; }
    std::uint64_t acknowledged() const { return acknowledged_; }
    /// Bytes sent at least once.
    std::uint64_t sent() const { return highest_; }
    /// Bytes under way: what has been sent, without what has arrived or is lost.
    std::uint64_t flight() const
    {
        const std::uint64_t arrived = selected_.empty() ? 0 : selected_.bytesIn({0, next_});
        return next_ - acknowledged_ - arrived - lost_.bytes();
    }
    const CongestionWindow& window() const { return window_; }
    kernel::Time lastSent() const { return lastSent_; }
    const RoundTrip& roundTrip() const { return roundTrip_; }
    /// Mean of those measured; before, that of an empty network.
    double roundTripS() const { return roundTrip_.measured() ? roundTrip_.meanS : idleRoundTripS_; }

private:
    /// True while data that a timeout has given up are sent again.
    bool repeatsAll() const { return acknowledged_ < repeatedUntil_; }
    Stretch nextSegment() const;
    Stretch probe() const;
    bool receiverTakes(const Stretch& segment) const;
    kernel::Time retransmissionTimeout() const;
    void setDelays();
    void awaitProbe(kernel::Time now);
    void advance(std::uint64_t upTo, kernel::Time now);
    void suspectLoss(std::uint64_t arrived, kernel::Time now);
    void enterRecovery(std::uint64_t arrived);
    void leaveRecovery(std::uint64_t arrived);
    void recover(std::uint64_t arrived, const Stretch& selected);
    void findLostRepairs(const Stretch& selected);
    void takeForLost(std::uint64_t behind, std::uint64_t until);
    void timeout(kernel::Time now);
    bool windowHeldBack() const;

    SenderSettings settings_;
    CongestionWindow window_;
    std::uint64_t acknowledged_ = 0;
    std::uint64_t next_ = 0;          ///< start of the next segment; falls back to `acknowledged_` at a timeout
    std::uint64_t highest_ = 0;       ///< end of the bytes ever sent
    std::uint64_t end_ = 0;           ///< end of the offered bytes
    std::uint64_t recover_ = 0;       ///< value of `highest_` when the loss being repaired was detected
    std::uint64_t judgedTo_ = 0;      ///< missing data before it have been found to be lost
    std::uint64_t repeatedUntil_ = 0; ///< value of `highest_` at the last timeout
    std::uint64_t roundEnd_ = 0;
    std::uint64_t roundPeak_ = 0; ///< maximum in flight in this round trip
    std::uint32_t backoff_ = 0;
    bool recovering_ = false;
    bool resend_ = false; ///< the first lost segment goes whatever the window
    bool probes_ = false; ///< the next segment is a probe
    bool probed_ = false; ///< one has been sent since the last acknowledgement of new data
    Stretches selected_;  ///< arrived behind a gap
    Stretches lost_;      ///< to be sent again
    struct Repair
    {
        Stretch what;
        std::uint64_t next; ///< `next_` at its time: data behind it were sent later
    };
    std::vector<Repair> repairs_; ///< those under way, in the order in which they were sent
    RoundTrip roundTrip_;
    double idleRoundTripS_ = 0;
    kernel::Time timeoutAfter_ = 0;   ///< without backing off
    kernel::Time probeAfter_ = 0;     ///< known once the round trip has been measured
    kernel::Time loneProbeAfter_ = 0; ///< if one segment is under way
    kernel::Time lastSent_ = 0;
    kernel::Time timeoutAt_ = kernel::never;
    kernel::Time probeAt_ = kernel::never;
};

} // namespace headroom::resources
