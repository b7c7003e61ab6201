#include "resources/network/packet/sender.h"

#include <algorithm>
#include <cmath>

namespace headroom::resources {

using kernel::Time;

namespace {

/// RFC 5681, 3.2; Linux: TCP_FASTRETRANS_THRESH in include/net/tcp.h.
constexpr std::uint32_t duplicateThreshold = 3;
/// Maximum number of doublings of the timeout: 200 ms × 2^10 is more than the longest timeout.
constexpr std::uint32_t mostBackoff = 10;

} // namespace

void Sender::start(const SenderSettings& settings, const RoundTrip& known, Time idle)
{
    *this = Sender{};
    settings_ = settings;
    window_.start(settings.control, settings.segmentBytes, settings.initialSegments);
    roundTrip_ = known;
    idleRoundTripS_ = kernel::toSeconds(idle);
}

void Sender::offer(std::uint64_t bytes, Time now)
{
    if (idle() && highest_ > 0 && now - lastSent_ > retransmissionTimeout())
        window_.restart();
    end_ += bytes;
}

double Sender::allowed() const
{
    double window = window_.bytes();
    if (!recovering_)
        window += std::min(duplicates_, duplicateThreshold - 1) * static_cast<double>(settings_.segmentBytes);
    return std::min(window, static_cast<double>(settings_.receiveWindowBytes));
}

bool Sender::hasSegment() const
{
    if (resend_)
        return true;
    if (next_ == end_)
        return false;
    const std::uint64_t bytes = std::min<std::uint64_t>(settings_.segmentBytes, end_ - next_);
    return flight() == 0 || static_cast<double>(flight() + bytes) <= allowed();
}

Sender::Segment Sender::takeSegment(Time now)
{
    Segment segment;
    segment.first = resend_ ? acknowledged_ : next_;
    const std::uint64_t limit = resend_ ? highest_ : end_;
    segment.bytes = static_cast<std::uint32_t>(std::min<std::uint64_t>(settings_.segmentBytes, limit - segment.first));
    segment.repeated = segment.first < highest_;
    const std::uint64_t segmentEnd = segment.first + segment.bytes;
    segment.last = segmentEnd == end_;
    if (!resend_)
        next_ = segmentEnd;
    resend_ = false;
    highest_ = std::max(highest_, segmentEnd);
    roundPeak_ = std::max(roundPeak_, flight());
    lastSent_ = now;
    if (deadline_ == kernel::never)
        deadline_ = kernel::later(now, retransmissionTimeout());
    return segment;
}

void Sender::acknowledge(std::uint64_t upTo, Time echo, Time now)
{
    if (upTo > acknowledged_) {
        roundTrip_.measure(kernel::toSeconds(now - echo));
        advance(upTo, now);
    } else if (upTo == acknowledged_ && flight() > 0) {
        duplicate();
    }
}

/// Whether the window was (nearly) used in this round trip; in slow start Linux requires half of it
/// (tcp_is_cwnd_limited() in include/net/tcp.h).
bool Sender::windowHeldBack() const
{
    const auto peak = static_cast<double>(roundPeak_);
    return window_.inSlowStart() ? window_.bytes() < 2 * peak : window_.bytes() < peak + settings_.segmentBytes;
}

void Sender::advance(std::uint64_t upTo, Time now)
{
    const auto bytes = static_cast<double>(upTo - acknowledged_);
    acknowledged_ = upTo;
    next_ = std::max(next_, upTo);
    duplicates_ = 0;
    backoff_ = 0;
    bool restartTimer = true;
    if (recovering_ && upTo >= recover_) {
        recovering_ = false;
        resend_ = false;
        window_.leaveRecovery(static_cast<double>(flight()));
    } else if (recovering_) {
        window_.deflate(bytes);
        resend_ = true;
        restartTimer = !partialSeen_; // the impatient variant of RFC 6582
        partialSeen_ = true;
    } else if (windowHeldBack()) {
        window_.acknowledged(bytes, kernel::toSeconds(now), roundTripS());
    }
    if (acknowledged_ >= roundEnd_) {
        roundEnd_ = next_;
        roundPeak_ = flight();
    }
    if (flight() == 0 && !resend_)
        deadline_ = kernel::never;
    else if (restartTimer)
        deadline_ = kernel::later(now, retransmissionTimeout());
}

void Sender::duplicate()
{
    ++duplicates_;
    if (recovering_) {
        window_.inflate();
        return;
    }
    // Duplicates caused only by what a timeout repeated are no new loss (RFC 6582, section 3.2, step 2). A recovery
    // repeats only missing data, so its end needs no such check.
    const bool echoOfTimeout = repeatedUntil_ > 0 && acknowledged_ <= repeatedUntil_;
    if (duplicates_ != duplicateThreshold || echoOfTimeout)
        return;
    recovering_ = true;
    partialSeen_ = false;
    recover_ = next_;
    window_.enterRecovery(static_cast<double>(flight()));
    resend_ = true;
}

void Sender::timeout(Time now)
{
    window_.timeout(static_cast<double>(flight()));
    backoff_ = std::min(backoff_ + 1, mostBackoff);
    repeatedUntil_ = highest_;
    next_ = acknowledged_;
    roundEnd_ = next_;
    roundPeak_ = 0;
    duplicates_ = 0;
    recovering_ = false;
    resend_ = false;
    deadline_ = kernel::later(now, retransmissionTimeout());
}

void RoundTrip::measure(double sampleS)
{
    if (!measured()) {
        meanS = sampleS;
        deviationS = sampleS / 2;
        return;
    }
    deviationS += (std::abs(meanS - sampleS) - deviationS) / 4;
    meanS += (sampleS - meanS) / 8;
}

/// Linux adds the minimum to the round trip (tcp_rtt_estimator() and tcp_set_rto() in net/ipv4/tcp_input.c).
Time Sender::retransmissionTimeout() const
{
    const Time variation = std::max(kernel::fromSeconds(4 * roundTrip_.deviationS), settings_.minimumTimeout);
    const Time timeout =
        roundTrip_.measured() ? kernel::fromSeconds(roundTrip_.meanS) + variation : settings_.initialTimeout;
    return std::min(timeout << backoff_, settings_.maximumTimeout);
}

} // namespace headroom::resources
