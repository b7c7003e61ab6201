// Tracks how much each flow has sent and which flow is done next.
#pragma once

#include "kernel/time.h"
#include "resources/network/flow/indexed_heap.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace headroom::resources {

/// A flow runs at a rate of its own or at the level of a link (max_min.h), with which all flows that have this
/// bottleneck keep pace. A link therefore counts what each of its flows has been sent, as fair queueing does with its
/// virtual time (Demers, Keshav and Shenker, SIGCOMM 1989): a flow is done when that count reaches the flow's target,
/// and a new level changes one rate, whatever the number of flows.
///
/// Rates are in bytes per second. Times passed as `now` must not decrease. Flows are numbered densely from 0.
class FlowProgress
{
public:
    explicit FlowProgress(std::size_t links) : links_(links) {}

    /// From now on the flow runs at this rate, or at the link's level. It does so also between two pieces.
    void setRate(std::uint32_t flow, double rate, kernel::Time now);
    void keepPace(std::uint32_t flow, std::uint32_t link, kernel::Time now);
    /// All flows that keep pace with the link run at this rate from now on. It is infinite if the link limits none;
    /// then no flow may keep pace with it.
    void setLevel(std::uint32_t link, double rate, kernel::Time now);

    /// The flow begins to send a piece. `order` breaks ties: of pieces done at the same time the lowest is first.
    void begin(std::uint32_t flow, double bytes, std::uint64_t order, kernel::Time now);
    /// The piece is done or given up.
    void end(std::uint32_t flow);

    double rate(std::uint32_t flow) const;
    /// Bytes of its piece that are still to be sent.
    double left(std::uint32_t flow, kernel::Time now) const;

    /// When the first piece is done; `never` if none is being sent, or none proceeds.
    kernel::Time firstTime();
    /// The flow whose piece that is, as firstTime has found it.
    std::uint32_t first() const;

private:
    static constexpr std::uint32_t noLink = UINT32_MAX;

    /// If two flows of a link are done at the same count, the one with the lower order is first.
    struct Target
    {
        double bytes;
        std::uint64_t order;

        auto operator<=>(const Target&) const = default;
    };
    struct Finish
    {
        kernel::Time time;
        std::uint64_t order;

        auto operator<=>(const Finish&) const = default;
    };
    struct Flow
    {
        std::uint32_t link = noLink; ///< with which it keeps pace
        bool sending = false;
        std::uint64_t order = 0;
        double target = 0; ///< with a link: the count at which it is done; else the bytes left at `since`
        double rate = 0;   ///< its own
        kernel::Time since = 0;
    };
    struct Link
    {
        double count = 0; ///< bytes sent by each of its flows, at `since`
        double rate = 0;
        kernel::Time since = 0;
        bool changed = false; ///< listed in `changed_`
        IndexedHeap<Target> flows;
    };

    static double countAt(const Link& link, kernel::Time now);
    void advance(Link& link, kernel::Time now);
    void join(std::uint32_t flow, double bytes, kernel::Time now);
    void leave(std::uint32_t flow);
    void listChanged(std::uint32_t link);
    std::uint32_t itemOf(std::uint32_t flow) const;
    void expect(std::uint32_t item, double bytes, double rate, kernel::Time since, std::uint64_t order);
    void drop(std::uint32_t item);

    std::vector<Flow> flows_;
    std::vector<Link> links_;
    HeapPositions positions_; ///< of flows in the heaps of links
    /// Links, by number, with their first flow; flows with a rate of their own follow the links.
    IndexedHeap<Finish> finishes_;
    HeapPositions finishPositions_;
    std::vector<std::uint32_t> changed_; ///< links whose entry in `finishes_` has to be computed again
};

} // namespace headroom::resources
