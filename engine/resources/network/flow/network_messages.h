// Small messages: they bypass the solver and are first come, first served on each link.
#pragma once

#include "kernel/calendar.h"
#include "resources/network/flow/max_min.h"
#include "resources/network/flow/network.h"
#include "resources/record_pool.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace headroom::resources {

/// A message passes its links in cut-through manner: its head reaches the next link after the latency of the previous
/// one, its tail no earlier than the slowest link allows. On every link except delay-only ones, messages wait for those
/// that came before them. Without waiting, a message arrives after the sum of the latencies plus its bytes over the
/// slowest rate.
///
/// Messages pass a link at the larger of two rates: the capacity that streams leave free, or the floor share of the
/// capacity plus the rate at which messages have reached the link recently, an exponential average over `averagingS`.
/// So for a moment streams and messages together can exceed the capacity. The link counts these bytes as its excess and
/// takes them from the capacity that streams may share, spread over `averagingS`, in steps of `capacityStep` of the
/// link, ten times in `averagingS`: streams give way to steady messages with this delay, and in the long run both
/// together carry what the link can, neither more nor less.
///
/// Streams keep at least the floor share, or what fair sharing would give them if each waiting message were a stream
/// too, if that is less. The rest of the excess slows the messages.
class SmallMessages
{
public:
    static constexpr double averagingS = 0.1;
    static constexpr double capacityStep = 0.01;

    struct Settings
    {
        double floorShare;    ///< minimum share of a link for messages
        double latencyS;      ///< of every route, added to that of its links
        double streamRateBps; ///< maximum rate of a single message
        bool alone = false;   ///< no streams use the links: messages have all of their capacity
    };

    /// `sharesChanged` is called when capacities of `streams` have changed; then they need solving.
    SmallMessages(kernel::Calendar& calendar, const std::vector<LinkSpec>& links, MaxMin& streams,
                  const Settings& settings, kernel::Completion sharesChanged);

    /// Sets the link to this share of its rate. 0 cuts it: messages that reach it wait there, first come, first served,
    /// until it returns; a message that has begun to pass continues. `streams` then need solving.
    void setFactor(std::uint32_t link, double factor);
    double factor(std::uint32_t link) const { return state_[link].factor; }

    /// The route follows from these: the nodes, and the flow between them.
    struct Ends
    {
        std::uint32_t from = 0, to = 0;
        std::uint64_t flow = 0;
    };
    /// `busy`: bytes for which each link is busy with it, headers included (payloadInItsTime). `sent` is called when
    /// its last byte has passed the first link.
    void send(const Ends& ends, std::span<const std::uint32_t> route, std::uint64_t bytes, double busy,
              const kernel::Completion& sent, const kernel::Completion& delivered);

    /// A message that leaves the links that it has not passed yet, and its new route.
    struct Move
    {
        double busy;
        std::span<const std::uint32_t> left, taken;
    };
    /// Every message that waits in front of a cut link is sent again from its start over the links that `route`
    /// appends; if it appends none or a cut one, the message waits on. A switch drops what it cannot forward, and the
    /// sender's TCP, which has no acknowledgement, transmits it again (RFC 9293, 3.8.1). The time that TCP needs to
    /// notice is not added.
    void reroute(const std::function<void(const Ends&, std::vector<std::uint32_t>& links)>& route,
                 const std::function<void(const Move&)>& moved);

    /// Bytes for which messages that have passed the link by `now`, the present, have kept it busy. Those that wait for
    /// it do not count.
    double bytes(std::uint32_t link, kernel::Time now) const;
    /// Bytes among them that were not payload.
    double headers(std::uint32_t link, kernel::Time now) const;
    /// Adds to each link the bytes of messages that have not passed it yet.
    void addOutstanding(std::vector<double>& bytes) const;

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    struct LinkState
    {
        kernel::Time busyUntil = 0;
        double bytes = 0;           ///< of messages that wait for it, pass it or have passed it
        kernel::Time countedAt = 0; ///< when the latest message reached it
        double passedBytes = 0;     ///< by then; the others pass evenly until `busyUntil`
        double headers = 0;         ///< of `bytes`: those that are not payload
        double passedHeaders = 0;
        double bytesAtTick = 0;
        double passedAtTick = 0;
        double averageBps = 0;       ///< at which messages reach it
        double averagePerS = 0;      ///< messages that reach it
        std::uint32_t sinceTick = 0; ///< messages that have reached it
        double excessBytes = 0;      ///< carried beyond the capacity, not worked off yet
        double takenBps = 0;         ///< subtracted from the streams' capacity
        double factor = 1;
        std::uint32_t firstWaiting = none, lastWaiting = none; ///< until the link returns
        bool watched = false;
    };
    struct Message
    {
        kernel::Completion sent;
        kernel::Completion delivered;
        Ends ends;
        std::vector<std::uint32_t> route;
        std::uint64_t bytes = 0;
        double busy = 0;
        kernel::Time tail = 0; ///< time at which the last byte reaches the next link
        std::uint32_t hop = 0;
        std::uint32_t next = none; ///< in the list of waiting messages
        bool underWay = false;
    };

    static double passed(const LinkState& link, double before, double total, kernel::Time now);
    void begin(std::uint32_t message);
    void advance(std::uint32_t message);
    kernel::Time pass(std::uint32_t link, Message& message, kernel::Time head);
    void wait(std::uint32_t link, std::uint32_t message);
    double rateOf(std::uint32_t link) const { return links_[link].rateBps * state_[link].factor; }
    double passingRate(std::uint32_t link) const;
    double mostTaken(std::uint32_t link) const;
    static double repaymentBps(const LinkState& link) { return link.excessBytes / averagingS; }
    void watch(std::uint32_t link);
    void scheduleRefresh();
    void refreshAverages();
    bool refreshAverage(std::uint32_t link);

    kernel::Calendar& calendar_;
    const std::vector<LinkSpec>& links_;
    MaxMin& streams_;
    Settings settings_;
    kernel::Completion sharesChanged_;
    std::vector<LinkState> state_;
    RecordPool<Message> messages_;
    std::vector<std::uint32_t> watched_;
};

} // namespace headroom::resources
