// Shortest routes between drawn switches, with all equal choices kept.
#pragma once

#include "topology/switch_paths.h"

#include <vector>

namespace headroom::topology {

/// The switches as a graph of one-way links. Routes are kept for pairs of switches, and only towards those that nodes
/// hang on, so ten thousand nodes cost no more than their racks.
class SwitchRoutes : public SwitchPaths
{
public:
    struct Hop
    {
        std::uint32_t link;
        std::uint32_t to;
    };

    explicit SwitchRoutes(std::uint32_t switches) : outgoing_(switches), incoming_(switches) {}

    void addLink(std::uint32_t from, std::uint32_t to, std::uint32_t link);
    /// Lays the routes towards the given switches.
    void build(std::span<const std::uint32_t> targets);

    std::uint32_t distance(std::uint32_t from, std::uint32_t target) const override;
    /// The first links of all shortest routes to a target, parallel cables each by itself.
    std::span<const Hop> choices(std::uint32_t from, std::uint32_t target) const;
    void append(std::uint32_t from, std::uint32_t target, std::uint64_t hash, std::span<const std::uint32_t> insides,
                std::vector<std::uint32_t>& links) const override;

private:
    struct Target
    {
        std::vector<std::uint32_t> distances;
        std::vector<std::uint32_t> offsets; ///< of each switch's choices, one more at the end
        std::vector<Hop> choices;
    };

    void buildTarget(std::uint32_t target);

    std::vector<std::vector<Hop>> outgoing_;
    std::vector<std::vector<std::uint32_t>> incoming_; ///< neighbours
    std::vector<std::uint32_t> targetIndex_;
    std::vector<Target> targets_;
};

} // namespace headroom::topology
