// The congestion window against the formulas of its RFCs.
#include "resources/network/packet/congestion_window.h"
#include "tests/one_of.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace headroom::resources;

namespace {

constexpr double segment = 1000;

/// Acknowledges a window's worth, two segments at a time.
void oneRoundTrip(CongestionWindow& window, double nowS, double roundTripS)
{
    const double whole = window.bytes();
    for (double acknowledged = 0; acknowledged < whole; acknowledged += 2 * segment)
        window.acknowledged(std::min(2 * segment, whole - acknowledged), nowS, roundTripS);
}

CongestionWindow started(CongestionControl control)
{
    CongestionWindow window;
    window.start(control, 1000, 10);
    return window;
}

} // namespace

TEST_CASE("slow start doubles the window in a round trip")
{
    CongestionWindow window = started(headroom::test::oneOf({CongestionControl::newReno, CongestionControl::cubic}));
    CHECK(window.bytes() == 10 * segment);
    for (const double expected : {20, 40, 80}) {
        oneRoundTrip(window, 0, 0.01);
        CHECK(window.bytes() == expected * segment);
    }
}

TEST_CASE("while a loss is repaired a sender sends half of what arrives, until half is under way")
{
    CongestionWindow window = started(CongestionControl::newReno);
    window.enterRecovery(100 * segment);
    double flight = 99, sent = 0; // one is lost
    for (int arrived = 1; arrived <= 99; ++arrived) {
        --flight;
        window.recovering(segment, flight * segment);
        for (; (flight + 1) * segment <= window.bytes(); ++flight, ++sent)
            window.sentInRecovery(segment);
        CHECK(sent == Approx(arrived / 2.0).margin(1.01));
    }
    CHECK(flight == Approx(50).margin(1.01));
}

TEST_CASE("with most of the window lost a sender sends as much as arrives and one segment more")
{
    CongestionWindow window = started(CongestionControl::newReno);
    window.enterRecovery(100 * segment);
    window.recovering(3 * segment, 7 * segment);
    CHECK(window.bytes() == (7 + 3 + 1) * segment);
}

TEST_CASE("after a loss NewReno has half of its window, then adds one segment in each round trip")
{
    CongestionWindow window = started(CongestionControl::newReno);
    window.enterRecovery(100 * segment);
    window.leaveRecovery();
    CHECK(window.bytes() == 50 * segment);
    for (int i = 1; i <= 10; ++i) {
        oneRoundTrip(window, 0, 0.01);
        CHECK(window.bytes() / segment == Approx(50 + i).margin(0.02 * i));
    }
}

TEST_CASE("a timeout leaves one segment, then slow start up to half of what was under way")
{
    CongestionWindow window = started(CongestionControl::newReno);
    window.timeout(40 * segment);
    CHECK(window.bytes() == segment);
    int roundTrips = 0;
    while (window.inSlowStart() && roundTrips < 10) {
        oneRoundTrip(window, 0, 0.01);
        ++roundTrips;
    }
    CHECK(roundTrips == 5); // 2, 4, 8, 16, 20 and on
}

TEST_CASE("after a loss CUBIC goes down to 0.7 and is back at the former maximum after K seconds, where it is flat",
          "[theory]")
{
    // With a long round trip the cubic curve rules (RFC 9438, section 4.2): K = cbrt(W_max (1 − 0.7) / 0.4).
    CongestionWindow window = started(CongestionControl::cubic);
    while (window.bytes() < 1000 * segment)
        oneRoundTrip(window, 0, 0.1);
    const double largest = window.bytes() / segment;
    window.enterRecovery(window.bytes());
    window.leaveRecovery();
    CHECK(window.bytes() / segment == Approx(0.7 * largest).epsilon(1e-9));
    const double k = std::cbrt(largest * 0.3 / 0.4);
    constexpr double roundTrip = 0.1;
    double now = 0;
    for (; now < k; now += roundTrip)
        oneRoundTrip(window, now, roundTrip);
    CHECK(window.bytes() / segment == Approx(largest).epsilon(0.01));
    for (; now < 2 * k; now += roundTrip)
        oneRoundTrip(window, now, roundTrip);
    CHECK(window.bytes() / segment == Approx(largest + 0.4 * k * k * k).epsilon(0.03));
}

TEST_CASE("with a short round trip CUBIC grows as Reno would, with its gentler decrease", "[theory]")
{
    // RFC 9438, section 4.3: 3 (1 − 0.7) / (1 + 0.7) = 0.53 segments in a round trip below the former maximum.
    CongestionWindow window = started(CongestionControl::cubic);
    oneRoundTrip(window, 0, 1e-4);
    oneRoundTrip(window, 0, 1e-4);
    window.enterRecovery(40 * segment);
    window.leaveRecovery();
    const double begin = window.bytes() / segment;
    for (int i = 0; i < 10; ++i)
        oneRoundTrip(window, i * 1e-4, 1e-4);
    CHECK(window.bytes() / segment - begin == Approx(10 * 0.9 / 1.7).epsilon(0.05));
}
