// The congestion window of TCP: the number of bytes that a sender may have in flight.
#pragma once

#include <cstdint>

namespace headroom::resources {

enum class CongestionControl
{
    newReno, ///< RFC 5681 with the recovery of RFC 6582
    cubic    ///< RFC 9438, the default of Linux, with the recovery of RFC 6582
};

/// Only the window's arithmetic, without sequence numbers and timers. Bytes and seconds.
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

    /// New data are acknowledged outside recovery, while the window was the sender's limit.
    void acknowledged(double bytes, double nowS, double roundTripS);
    /// Duplicates indicate a loss: the window is reduced, and three segments have left the network.
    void enterRecovery(double flightBytes);
    /// Another duplicate during recovery: one more segment has left the network.
    void inflate() { window_ += segment_; }
    /// An acknowledgement during recovery reveals the next loss (RFC 6582, section 3.2, step 3).
    void deflate(double bytes);
    void leaveRecovery(double flightBytes);
    void timeout(double flightBytes);
    /// After an idle period longer than the retransmission timeout: at most the initial window (RFC 5681, 4.1).
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
    double epochStartS_ = -1; ///< negative: the next acknowledgement begins an epoch
};

} // namespace headroom::resources
