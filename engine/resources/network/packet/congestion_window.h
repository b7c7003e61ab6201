// How much a sender may have under way: the congestion window of TCP.
#pragma once

#include <cstdint>

namespace headroom::resources {

enum class CongestionControl
{
    newReno, ///< RFC 5681 with the recovery of RFC 6582
    cubic    ///< RFC 9438, the default of Linux, with the recovery of RFC 6582
};

/// The window's arithmetic alone, without sequence numbers and timers. Bytes and seconds.
///
/// Slow start counts bytes, at most two segments for an acknowledgement (RFC 3465), so delayed acknowledgements do not
/// slow it. CUBIC is without HyStart: slow start ends at the first loss or at the threshold.
class CongestionWindow
{
public:
    void start(CongestionControl control, std::uint32_t segmentBytes, std::uint32_t initialSegments);

    double bytes() const { return window_; }
    double threshold() const { return threshold_; }
    bool inSlowStart() const { return window_ < threshold_; }

    /// New data acknowledged outside recovery, while the window was what held the sender back.
    void acknowledged(double bytes, double nowS, double roundTripS);
    /// A loss found by duplicates: less from now on, and three segments have left the network.
    void enterRecovery(double flightBytes);
    /// Another duplicate in recovery: one more segment has left the network.
    void inflate() { window_ += segment_; }
    /// An acknowledgement in recovery that uncovers the next loss (RFC 6582, section 3.2, step 3).
    void deflate(double bytes);
    void leaveRecovery(double flightBytes);
    void timeout(double flightBytes);
    /// Nothing was sent for longer than the retransmission timeout: no more than the initial window (RFC 5681, 4.1).
    void restart();

private:
    void reduce(double flightBytes);
    void growCubic(double segments, double nowS, double roundTripS);

    CongestionControl control_ = CongestionControl::cubic;
    double segment_ = 0;
    double initial_ = 0;
    double window_ = 0;
    double threshold_ = 0;

    // CUBIC counts in segments.
    double largest_ = 0;      ///< W_max
    double beforeLoss_ = 0;   ///< cwnd_prior
    double reno_ = 0;         ///< W_est
    double inflection_ = 0;   ///< K, seconds after the epoch's start
    double epochStartS_ = -1; ///< negative: the next acknowledgement begins one
};

} // namespace headroom::resources
