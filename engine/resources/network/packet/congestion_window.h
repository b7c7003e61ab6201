// The congestion window of TCP: the number of bytes that a sender may have in flight.
#pragma once

#include <cstdint>

namespace headroom::resources {

enum class CongestionControl
{
    newReno, ///< RFC 5681
    cubic    ///< RFC 9438, the default of Linux
};

/// Only the window's arithmetic, without sequence numbers and timers. Bytes and seconds.
///
/// Slow start counts bytes, at most two segments for an acknowledgement (RFC 3465), so delayed acknowledgements do not
/// slow it. CUBIC is without HyStart: slow start ends at the first loss or at the threshold. While losses are repaired
/// the window falls as in proportional rate reduction (RFC 6937 with its slow start reduction bound), as in Linux.
class CongestionWindow
{
public:
    void start(CongestionControl control, std::uint32_t segmentBytes, std::uint32_t initialSegments);

    double bytes() const { return window_; }
    double threshold() const { return threshold_; }
    bool inSlowStart() const { return window_ < threshold_; }

    /// New data are acknowledged outside recovery, while the window was the sender's limit.
    void acknowledged(double bytes, double nowS, double roundTripS);
    /// A loss is found, with so many bytes sent and not acknowledged.
    void enterRecovery(double outstandingBytes);
    /// Until it is repaired: an acknowledgement says that so many more bytes have arrived, and so many are under way.
    void recovering(double arrivedBytes, double flightBytes);
    /// So many bytes are sent meanwhile.
    void sentInRecovery(double bytes) { sent_ += bytes; }
    void leaveRecovery() { window_ = threshold_; }
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

    // Since a loss was found, in bytes; the names in RFC 6937 follow.
    double outstanding_ = 0; ///< RecoverFS
    double arrived_ = 0;     ///< prr_delivered
    double sent_ = 0;        ///< prr_out

    // CUBIC counts in segments.
    double largest_ = 0;      ///< W_max
    double beforeLoss_ = 0;   ///< cwnd_prior
    double reno_ = 0;         ///< W_est
    double inflection_ = 0;   ///< K, seconds after the epoch's start
    double epochStartS_ = -1; ///< negative: the next acknowledgement begins an epoch
};

} // namespace headroom::resources
