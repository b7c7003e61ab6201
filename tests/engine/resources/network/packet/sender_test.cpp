// A sender finds and repairs losses.
#include "resources/network/packet/sender.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using namespace headroom;
using resources::Sender;

namespace {

constexpr std::uint64_t segmentSize = 1000;

/// Sends segments of 1000 bytes, known by their numbers. The round trip is 10 ms.
class Connection
{
public:
    explicit Connection(std::uint64_t segments, bool probes = true)
    {
        resources::SenderSettings settings;
        settings.probes = probes;
        settings.segmentBytes = segmentSize;
        settings.initialSegments = 20;
        settings.initialTimeout = kernel::fromSeconds(1);
        settings.minimumTimeout = kernel::fromSeconds(0.2);
        settings.maximumTimeout = kernel::fromSeconds(120);
        sender.start(settings, {.meanS = 0.010, .deviationS = 0}, kernel::fromSeconds(0.010));
        sender.offer(segments * segmentSize, now);
        first = send();
    }

    /// All that the window allows now.
    std::vector<std::uint64_t> send()
    {
        std::vector<std::uint64_t> numbers;
        while (sender.hasSegment())
            numbers.push_back(sender.takeSegment(now).first / segmentSize);
        return numbers;
    }
    /// So many segments have arrived in order, and those from `begin` to `end` behind a gap.
    std::vector<std::uint64_t> acknowledged(std::uint64_t inOrder, std::uint64_t begin = 0, std::uint64_t end = 0)
    {
        sender.acknowledge(inOrder * segmentSize, {begin * segmentSize, end * segmentSize},
                           now - kernel::fromSeconds(0.010), now);
        return send();
    }
    /// Waits until the sender's timer; true if it was that of the retransmission.
    bool timer()
    {
        now = sender.deadline();
        return sender.onTimer(now);
    }
    double seconds() const { return kernel::toSeconds(now); }

    Sender sender;
    kernel::Time now = kernel::fromSeconds(1);
    std::vector<std::uint64_t> first; ///< sent at the beginning
};

using Numbers = std::vector<std::uint64_t>;

} // namespace

TEST_CASE("three segments behind a gap mean that it is lost, and all gaps are repaired in one round trip")
{
    Connection connection(20);
    REQUIRE(connection.first.size() == 20);
    CHECK(connection.acknowledged(4).empty());
    CHECK(connection.acknowledged(4, 5, 6).empty()); // 4 is missing
    CHECK(connection.acknowledged(4, 5, 7).empty());
    CHECK(connection.acknowledged(4, 5, 8) == Numbers{4});
    Numbers repaired;
    for (std::uint64_t end = 10; end <= 18; ++end) // 8 is missing
        for (const std::uint64_t number : connection.acknowledged(4, 9, end))
            repaired.push_back(number);
    CHECK(repaired == Numbers{8});
    CHECK(connection.sender.flight() == 4 * segmentSize); // the two, and 18 and 19
}

TEST_CASE("fewer segments behind a gap mean it after a quarter of a round trip")
{
    Connection connection(6);
    CHECK(connection.acknowledged(4, 5, 6).empty());
    CHECK_FALSE(connection.timer());
    CHECK(connection.seconds() == Approx(1.0025).epsilon(1e-6));
    CHECK(connection.send() == Numbers{4});
}

TEST_CASE("losses at the end are found by a probe after two round trips and 2 ms, not by the timeout")
{
    Connection connection(10);
    CHECK(connection.acknowledged(7).empty());
    CHECK_FALSE(connection.timer());
    CHECK(connection.seconds() == Approx(1 + 2 * 0.010 + 0.002).epsilon(1e-3));
    CHECK(connection.send() == Numbers{9}); // once more
    CHECK(connection.acknowledged(7, 9, 10) == Numbers{7, 8});
    // Without an answer to the probe there is only the timeout.
    Connection silent(10);
    CHECK_FALSE(silent.timer());
    silent.send();
    const double probed = silent.seconds();
    CHECK(silent.timer());
    CHECK(silent.seconds() - probed == Approx(0.210).epsilon(1e-3));
}

TEST_CASE("without probes a loss that fewer than three segments follow is found by the timeout")
{
    Connection connection(20, false);
    CHECK(connection.acknowledged(17, 18, 20).empty()); // 17 is missing
    CHECK(connection.timer());
    CHECK(connection.seconds() == Approx(1 + 0.010 + 0.2));
    CHECK(connection.send() == Numbers{17});
}

TEST_CASE("a probe sends new data if there are any")
{
    Connection connection(40);
    CHECK_FALSE(connection.timer());
    CHECK(connection.send() == Numbers{20});
}

TEST_CASE("a repair is lost if what was sent after it has arrived")
{
    Connection connection(40);
    connection.acknowledged(1); // two more are sent: 20 and 21
    CHECK(connection.acknowledged(1, 2, 6).front() == 1);
    Numbers sent;
    for (std::uint64_t end = 7; end <= 22; ++end)
        for (const std::uint64_t number : connection.acknowledged(1, 2, end))
            sent.push_back(number);
    REQUIRE_FALSE(sent.empty());
    CHECK(std::count(sent.begin(), sent.end(), 1) == 0); // new data go on; what came was sent before the repair
    CHECK(connection.acknowledged(1, 2, sent.front() + 1).front() == 1);
}

TEST_CASE("data sent before a repair that has arrived are lost too")
{
    Connection connection(20);
    CHECK(connection.acknowledged(10, 11, 14) == Numbers{10});
    for (std::uint64_t end = 15; end <= 17; ++end)
        CHECK(connection.acknowledged(10, 11, end).empty());
    CHECK(connection.acknowledged(17) == Numbers{17, 18, 19}); // 10 has arrived, 17 to 19 have not
}

TEST_CASE("after a timeout what has arrived is not sent again")
{
    Connection connection(10);
    connection.acknowledged(2, 6, 8);
    while (!connection.timer())
        connection.send();
    Numbers sent = connection.send();
    for (std::uint64_t inOrder = 3; inOrder <= 5; ++inOrder)
        for (const std::uint64_t number : connection.acknowledged(inOrder))
            sent.push_back(number);
    for (const std::uint64_t number : connection.acknowledged(8))
        sent.push_back(number);
    CHECK(sent == Numbers{2, 3, 4, 5, 8, 9});
}
