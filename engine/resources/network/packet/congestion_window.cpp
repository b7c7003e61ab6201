#include "resources/network/packet/congestion_window.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::resources {

namespace {

// RFC 9438, sections 4.1, 4.3 and 4.6.
constexpr double cubicScale = 0.4;
constexpr double cubicDecrease = 0.7;
constexpr double renoFriendlyIncrease = 3 * (1 - cubicDecrease) / (1 + cubicDecrease);

constexpr double renoDecrease = 0.5;

} // namespace

void CongestionWindow::start(CongestionControl control, std::uint32_t segmentBytes, std::uint32_t initialSegments)
{
    *this = CongestionWindow{};
    control_ = control;
    segment_ = segmentBytes;
    initial_ = segment_ * initialSegments;
    window_ = initial_;
    threshold_ = std::numeric_limits<double>::infinity();
}

void CongestionWindow::acknowledged(double bytes, double nowS, double roundTripS)
{
    if (inSlowStart())
        window_ += std::min(bytes, 2 * segment_);
    else if (control_ == CongestionControl::newReno)
        window_ += segment_ * bytes / window_;
    else
        growCubic(bytes / segment_, nowS, roundTripS);
}

void CongestionWindow::growCubic(double segments, double nowS, double roundTripS)
{
    double window = window_ / segment_;
    if (epochStartS_ < 0) {
        epochStartS_ = nowS;
        largest_ = std::max(largest_, window);
        inflection_ = std::cbrt((largest_ - window) / cubicScale);
        reno_ = window;
    }
    const auto curve = [this](double t) {
        const double d = t - inflection_;
        return cubicScale * d * d * d + largest_;
    };
    const double t = nowS - epochStartS_;
    reno_ += (reno_ < beforeLoss_ ? renoFriendlyIncrease : 1.0) * segments / window;
    if (curve(t) < reno_) {
        window = std::max(window, reno_);
    } else {
        const double target = std::clamp(curve(t + roundTripS), window, 1.5 * window);
        window += (target - window) / window * segments;
    }
    window_ = window * segment_;
}

void CongestionWindow::reduce(double flightBytes)
{
    if (control_ == CongestionControl::newReno) {
        threshold_ = std::max(flightBytes * renoDecrease, 2 * segment_);
        return;
    }
    // Fast convergence: a stream with a loss before its former maximum leaves room for new streams.
    beforeLoss_ = window_ / segment_;
    largest_ = beforeLoss_ < largest_ ? beforeLoss_ * (1 + cubicDecrease) / 2 : beforeLoss_;
    epochStartS_ = -1;
    threshold_ = std::max(flightBytes * cubicDecrease, 2 * segment_);
}

void CongestionWindow::enterRecovery(double outstandingBytes)
{
    reduce(outstandingBytes);
    outstanding_ = outstandingBytes;
    arrived_ = sent_ = 0;
}

void CongestionWindow::recovering(double arrivedBytes, double flightBytes)
{
    arrived_ += arrivedBytes;
    double more = 0;
    if (flightBytes > threshold_)
        more = arrived_ * threshold_ / outstanding_ - sent_;
    else
        more = std::min(threshold_ - flightBytes, std::max(arrived_ - sent_, arrivedBytes) + segment_);
    window_ = flightBytes + std::max(more, 0.0);
}

void CongestionWindow::timeout(double flightBytes)
{
    reduce(flightBytes);
    window_ = segment_;
}

void CongestionWindow::restart()
{
    window_ = std::min(window_, initial_);
    epochStartS_ = -1;
}

} // namespace headroom::resources
