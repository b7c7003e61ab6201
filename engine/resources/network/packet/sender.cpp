#include "resources/network/packet/sender.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace headroom::resources {

using kernel::Time;

namespace {

/// Segments behind a gap by which it is a loss: RFC 5681, 3.2; Linux: TCP_FASTRETRANS_THRESH in include/net/tcp.h.
constexpr std::uint32_t lossThreshold = 3;
/// Maximum number of doublings of the timeout: 200 ms × 2^10 is more than the longest timeout.
constexpr std::uint32_t mostBackoff = 10;
/// A probe waits this long beyond two round trips; Linux: TCP_TIMEOUT_MIN in include/net/tcp.h, with 1000 ticks a
/// second.
const Time probeAllowance = kernel::fromSeconds(0.002);
/// Share of the round trip after which fewer segments behind a gap are a loss too (RFC 8985, 6.2).
constexpr double reorderingShare = 0.25;

} // namespace

void Sender::start(const SenderSettings& settings, const RoundTrip& known, Time idle)
{
    auto memory = std::tuple(std::move(selected_), std::move(lost_), std::move(repairs_));
    *this = Sender{};
    std::tie(selected_, lost_, repairs_) = std::move(memory);
    selected_.clear();
    lost_.clear();
    repairs_.clear();
    settings_ = settings;
    window_.start(settings.control, settings.segmentBytes, settings.initialSegments);
    roundTrip_ = known;
    setDelays();
    idleRoundTripS_ = kernel::toSeconds(idle);
}

void Sender::goOn(const CongestionWindow& window, Time lastSent, Time now)
{
    window_ = window;
    if (now - lastSent > retransmissionTimeout())
        window_.restart();
}

void Sender::offer(std::uint64_t bytes, Time now)
{
    if (idle() && highest_ > 0 && now - lastSent_ > retransmissionTimeout())
        window_.restart();
    end_ += bytes;
}

/// The first one to be repaired, else what comes next of what has not arrived.
Stretch Sender::nextSegment() const
{
    Stretch segment{next_, end_};
    if (!lost_.empty()) {
        segment = lost_.first();
    } else if (!selected_.empty()) {
        segment = selected_.gapFrom(next_);
        if (segment.bytes() == 0)
            segment.end = end_;
    }
    segment.end = std::min(segment.end, segment.first + settings_.segmentBytes);
    return segment;
}

/// It is a probe: new data if there are any for which the receiver has room.
Stretch Sender::probe() const
{
    const Stretch segment = nextSegment();
    if (segment.bytes() > 0 && receiverTakes(segment))
        return segment;
    return {highest_ - std::min<std::uint64_t>(settings_.segmentBytes, highest_ - acknowledged_), highest_};
}

bool Sender::receiverTakes(const Stretch& segment) const
{
    return segment.first == acknowledged_ || segment.end - acknowledged_ <= settings_.receiveWindowBytes;
}

bool Sender::hasSegment() const
{
    if (probes_ || resend_)
        return true;
    if (next_ == end_ && lost_.empty())
        return false;
    const Stretch segment = nextSegment();
    if (segment.bytes() == 0 || !receiverTakes(segment))
        return false;
    const std::uint64_t underWay = flight();
    return underWay == 0 || static_cast<double>(underWay + segment.bytes()) <= window_.bytes();
}

Sender::Segment Sender::takeSegment(Time now)
{
    const Stretch taken = probes_ ? probe() : nextSegment();
    const Segment segment{taken.first, static_cast<std::uint32_t>(taken.bytes()), taken.first < highest_,
                          taken.end == end_};
    if (recovering_)
        window_.sentInRecovery(segment.bytes);
    if (!lost_.empty()) {
        lost_.remove(taken);
        repairs_.push_back({taken, next_});
        if (taken.first == acknowledged_)
            timeoutAt_ = kernel::later(now, retransmissionTimeout());
    } else {
        next_ = std::max(next_, taken.end);
    }
    resend_ = probes_ = false;
    highest_ = std::max(highest_, taken.end);
    roundPeak_ = std::max(roundPeak_, flight());
    lastSent_ = now;
    if (timeoutAt_ == kernel::never)
        timeoutAt_ = kernel::later(now, retransmissionTimeout());
    if (probeAt_ == kernel::never)
        awaitProbe(now);
    return segment;
}

void Sender::acknowledge(std::uint64_t upTo, const Stretch& selected, Time echo, Time now)
{
    const std::uint64_t before = acknowledged_ + selected_.bytes();
    if (selected.end > std::max(upTo, acknowledged_)) {
        if (recovering_) {
            takeForLost(std::max(upTo, acknowledged_), selected.first);
            judgedTo_ = std::max(judgedTo_, selected.end);
        }
        selected_.add(selected);
        lost_.remove(selected);
    }
    if (upTo > acknowledged_) {
        roundTrip_.measure(kernel::toSeconds(now - echo));
        setDelays();
        advance(upTo, now);
    }
    const std::uint64_t arrived = acknowledged_ + selected_.bytes() - before;
    if (recovering_ && arrived > 0)
        recover(arrived, selected);
    if (recovering_ && acknowledged_ >= recover_)
        leaveRecovery(arrived);
    if (!recovering_ && !selected_.empty() && !repeatsAll())
        suspectLoss(arrived, now);
}

/// True if the window was (nearly) used in this round trip; in slow start Linux requires half of it
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
    if (!selected_.empty() || !lost_.empty()) {
        selected_.join(upTo);
        lost_.remove({0, upTo});
    }
    backoff_ = 0;
    probed_ = false;
    if (!recovering_ && windowHeldBack())
        window_.acknowledged(bytes, kernel::toSeconds(now), roundTripS());
    if (acknowledged_ >= roundEnd_) {
        roundEnd_ = next_;
        roundPeak_ = flight();
    }
    if (next_ == acknowledged_)
        timeoutAt_ = probeAt_ = kernel::never;
    else {
        timeoutAt_ = kernel::later(now, retransmissionTimeout());
        awaitProbe(now);
    }
}

/// Something has arrived behind a gap.
void Sender::suspectLoss(std::uint64_t arrived, Time now)
{
    if (probed_ || selected_.bytes() > (lossThreshold - 1) * std::uint64_t{settings_.segmentBytes})
        enterRecovery(arrived);
    else if (settings_.probes)
        probeAt_ = kernel::later(now, kernel::fromSeconds(reorderingShare * roundTripS()));
}

void Sender::enterRecovery(std::uint64_t arrived)
{
    recovering_ = resend_ = true;
    recover_ = highest_;
    judgedTo_ = std::max(judgedTo_, acknowledged_);
    for (Stretch gap = selected_.gapFrom(judgedTo_); gap.bytes() > 0; gap = selected_.gapFrom(gap.end))
        lost_.add(gap);
    judgedTo_ = std::max(judgedTo_, selected_.end());
    probeAt_ = kernel::never;
    window_.enterRecovery(static_cast<double>(next_ - acknowledged_));
    recover(arrived, {});
}

/// Losses since the recovery began start another recovery.
void Sender::leaveRecovery(std::uint64_t arrived)
{
    recovering_ = resend_ = false;
    window_.leaveRecovery();
    if (!lost_.empty() || !repairs_.empty())
        enterRecovery(arrived);
}

void Sender::recover(std::uint64_t arrived, const Stretch& selected)
{
    findLostRepairs(selected);
    resend_ = resend_ && !lost_.empty();
    window_.recovering(static_cast<double>(arrived), static_cast<double>(flight()));
}

/// Data sent before something that has arrived, and not arrived themselves, count as lost.
void Sender::takeForLost(std::uint64_t behind, std::uint64_t until)
{
    const Stretch lost{std::max(judgedTo_, behind), until};
    if (lost.first >= lost.end)
        return;
    lost_.add(lost);
    judgedTo_ = lost.end;
}

/// Repairs that were sent before something that has arrived, and have not; and data before a repair that has.
void Sender::findLostRepairs(const Stretch& selected)
{
    const auto arrived = [&](const Repair& repair) {
        return repair.what.end <= acknowledged_ ||
               (selected.first <= repair.what.first && repair.what.end <= selected.end);
    };
    std::size_t decided = 0;
    for (std::size_t i = 0; i < repairs_.size(); ++i)
        if (arrived(repairs_[i]) || repairs_[i].next < selected_.end())
            decided = i + 1;
    for (std::size_t i = 0; i < decided; ++i)
        if (arrived(repairs_[i]))
            takeForLost(acknowledged_, repairs_[i].next);
        else if (selected_.bytesIn(repairs_[i].what) ==
                 0) // else what was sent first has arrived late, on another route
            lost_.add({std::max(repairs_[i].what.first, acknowledged_), repairs_[i].what.end});
    repairs_.erase(repairs_.begin(), repairs_.begin() + static_cast<std::ptrdiff_t>(decided));
}

bool Sender::onTimer(Time now)
{
    if (now >= timeoutAt_) {
        timeout(now);
        return true;
    }
    probeAt_ = kernel::never;
    if (!selected_.empty()) {
        enterRecovery(0);
        return false;
    }
    probes_ = probed_ = true;
    timeoutAt_ = kernel::later(now, retransmissionTimeout());
    return false;
}

void Sender::timeout(Time now)
{
    window_.timeout(static_cast<double>(flight()));
    backoff_ = std::min(backoff_ + 1, mostBackoff);
    repeatedUntil_ = highest_;
    next_ = acknowledged_;
    roundEnd_ = next_;
    roundPeak_ = 0;
    lost_.clear();
    repairs_.clear();
    judgedTo_ = 0;
    recovering_ = resend_ = probes_ = false;
    timeoutAt_ = kernel::later(now, retransmissionTimeout());
    probeAt_ = kernel::never;
}

/// A probe follows if nothing is acknowledged. For one segment alone Linux also waits for a delayed acknowledgement
/// (tcp_schedule_loss_probe()).
void Sender::awaitProbe(Time now)
{
    probeAt_ = kernel::never;
    if (!settings_.probes || recovering_ || probed_ || repeatsAll() || !selected_.empty() || !roundTrip_.measured())
        return;
    const bool alone = end_ - acknowledged_ <= settings_.segmentBytes;
    probeAt_ = kernel::later(now, alone ? loneProbeAfter_ : probeAfter_);
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
void Sender::setDelays()
{
    if (!roundTrip_.measured()) {
        timeoutAfter_ = settings_.initialTimeout;
        return;
    }
    const Time mean = kernel::fromSeconds(roundTrip_.meanS);
    timeoutAfter_ = mean + std::max(kernel::fromSeconds(4 * roundTrip_.deviationS), settings_.minimumTimeout);
    probeAfter_ = 2 * mean + probeAllowance;
    loneProbeAfter_ = 2 * mean + settings_.minimumTimeout;
}

Time Sender::retransmissionTimeout() const
{
    return std::min(timeoutAfter_ << backoff_, settings_.maximumTimeout);
}

} // namespace headroom::resources
