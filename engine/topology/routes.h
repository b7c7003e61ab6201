// Routes during a run: which cables and switches work, and how flows avoid those that do not.
#pragma once

#include "topology/expanded_topology.h"
#include "topology/switch_paths.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace headroom::topology {

/// The rules for cutting and restoring cables:
///
/// - As long as everything works, routes are exactly those of ExpandedTopology::route.
/// - A cable works in both directions or not at all: Ethernet's link-fault signalling disables a cable with one dead
///   direction at both ends. Cutting either of its links cuts both. A failed switch disables all its cables; a cable
///   that was cut separately stays cut when the switch returns. Cutting a switch's inside means that the switch fails.
/// - A route uses only links that work. The shortest remaining routes are taken, and the flow's hash selects one
///   of those with equal length; a node with several cables uses those that work. Switches that still have all their
///   routes choose as before, so most flows that were not affected by a cut keep their route.
/// - Rerouting takes no time here: the caller adds the time that routing or spanning tree need to react.
/// - Open streams keep their links: call route() again for those that have to move.
/// - route() returns false and appends nothing if there is no route; a node always reaches itself, over no link.
class Routes
{
public:
    /// `topology` must outlive it.
    explicit Routes(const ExpandedTopology& topology);
    ~Routes();

    /// Cuts or restores the cable to which the link belongs.
    void setUsable(std::uint32_t link, bool usable);
    void setSwitchUsable(std::uint32_t index, bool usable);
    bool usable(std::uint32_t link) const { return usable_[link] != 0; }

    /// Appends the links from one node to another. False if it is unreachable; then nothing is appended.
    bool route(std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::vector<std::uint32_t>& links) const;

private:
    class Surviving;

    void refresh(std::uint32_t link);

    /// A route found before. While everything works it stays the same.
    struct Found
    {
        static constexpr std::size_t mostLinks = 10;
        std::uint64_t flow = 0;
        std::uint32_t from = UINT32_MAX, to = UINT32_MAX;
        std::uint32_t links[mostLinks] = {};
        std::uint32_t count = 0;
    };
    /// The place of this route, or of another one that had it before.
    Found& placeOf(std::uint32_t from, std::uint32_t to, std::uint64_t flow) const;

    const ExpandedTopology& topology_;
    std::vector<std::uint8_t> cut_, down_; ///< by link, by switch
    std::vector<std::uint8_t> usable_;     ///< by link: the result of both
    std::uint32_t unusable_ = 0;           ///< number of links that do not work
    std::unique_ptr<Surviving> surviving_; ///< created at the first cut
    /// The messages of a connection follow each other closely, so a few of the latest routes are enough.
    mutable std::vector<Found> found_;
};

} // namespace headroom::topology
