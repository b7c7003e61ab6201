// Shortest routes between the switches of a given graph, with all equal choices.
#pragma once

#include "topology/switch_paths.h"

#include <vector>

namespace headroom::topology {

/// The switches as a graph of directed links. Routes are stored for pairs of switches, and only towards those with
/// nodes, so ten thousand nodes need no more memory than their racks.
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
    /// Computes the routes towards the given switches.
    void build(std::span<const std::uint32_t> targets);

    std::uint32_t distance(std::uint32_t from, std::uint32_t target) const override;
    /// The first links of all shortest routes to a target; each of several parallel cables is listed.
    std::span<const Hop> choices(std::uint32_t from, std::uint32_t target) const;
    void append(std::uint32_t from, std::uint32_t target, std::uint64_t hash, std::span<const std::uint32_t> insides,
                std::vector<std::uint32_t>& links) const override;

private:
    struct Target
    {
        std::vector<std::uint32_t> distances;
        std::vector<std::uint32_t> offsets; ///< start of each switch's choices, and one more at the end
        std::vector<Hop> choices;
    };

    void buildTarget(std::uint32_t target);

    std::vector<std::vector<Hop>> outgoing_;
    std::vector<std::vector<std::uint32_t>> incoming_; ///< neighbours
    std::vector<std::uint32_t> targetIndex_;
    std::vector<Target> targets_;
};

} // namespace headroom::topology
