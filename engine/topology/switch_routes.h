// Shortest routes between switches, with all equal choices kept.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace headroom::topology {

/// Well-spread 64 bits from two numbers (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
std::uint64_t hashOf(std::uint64_t a, std::uint64_t b);

/// The switches as a graph of one-way links. Routes are kept for pairs of switches, and only towards those that nodes
/// hang on, so ten thousand nodes cost no more than their racks.
class SwitchRoutes
{
public:
    static constexpr std::uint32_t unreachable = UINT32_MAX;

    struct Hop
    {
        std::uint32_t link;
        std::uint32_t to;
    };

    explicit SwitchRoutes(std::uint32_t switches) : outgoing_(switches), incoming_(switches) {}

    void addLink(std::uint32_t from, std::uint32_t to, std::uint32_t link);
    /// Lays the routes towards the given switches.
    void build(std::span<const std::uint32_t> targets);

    /// Links from one switch to a target; `unreachable` if there is no way.
    std::uint32_t distance(std::uint32_t from, std::uint32_t target) const;
    /// The first links of all shortest routes to a target, parallel cables each by itself.
    std::span<const Hop> choices(std::uint32_t from, std::uint32_t target) const;
    /// Appends the links of the shortest route that the hash picks, a switch's inside (`insides[s]`, or
    /// `unreachable` for none) with each switch that is passed.
    void append(std::uint32_t from, std::uint32_t target, std::uint64_t hash, std::span<const std::uint32_t> insides,
                std::vector<std::uint32_t>& links) const;

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
