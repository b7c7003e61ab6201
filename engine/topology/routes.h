// Routes while the cluster runs: which cables and switches work, and how flows get round those that do not.
#pragma once

#include "topology/expanded_topology.h"
#include "topology/switch_paths.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace headroom::topology {

/// The contract with whoever cuts and mends cables:
///
/// - As long as everything works, routes are those of ExpandedTopology::route, to the link.
/// - A cable works both ways or not at all: Ethernet's link-fault signalling takes a cable with one dead direction out
///   at both ends. Cutting either of its links cuts both. A switch that is down takes all cables that lead to it with
///   it; a cable that was cut besides stays cut when the switch comes back. A switch's inside can be cut too: that is
///   the switch.
/// - A route never leads over what does not work. Of the ways that are left the shortest are taken, equal ones by the
///   flow's hash; a node with several cables uses those that work. Switches that still have all their ways choose as
///   before, so flows that had nothing to do with a cut mostly stay where they were.
/// - Rerouting takes no time here: how long routing or spanning tree need to notice is for the caller to add.
/// - What is open keeps the links it was given: ask again for what has to move.
/// - route() answers false and appends nothing if no way is left; a node always reaches itself, over no link.
class Routes
{
public:
    /// `topology` must outlive it.
    explicit Routes(const ExpandedTopology& topology);
    ~Routes();

    /// Cuts or mends the cable that the link is a direction of.
    void setUsable(std::uint32_t link, bool usable);
    void setSwitchUsable(std::uint32_t index, bool usable);
    bool usable(std::uint32_t link) const { return usable_[link] != 0; }

    /// Appends the links from one node to another. False: unreachable, nothing appended.
    bool route(std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::vector<std::uint32_t>& links) const;

private:
    class Surviving;

    void refresh(std::uint32_t link);

    const ExpandedTopology& topology_;
    std::vector<std::uint8_t> cut_, down_; ///< by link, by switch
    std::vector<std::uint8_t> usable_;     ///< by link: what follows from both
    std::uint32_t unusable_ = 0;           ///< how many links are not
    std::unique_ptr<Surviving> surviving_; ///< made at the first cut
};

} // namespace headroom::topology
