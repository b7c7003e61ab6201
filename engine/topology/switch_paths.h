// Routes from switch to switch: the interface of all route searches, and those that are computed by arithmetic.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace headroom::topology {

/// Well-spread 64 bits from two numbers (the finaliser of SplitMix64, Steele, Lea and Flood 2014).
std::uint64_t hashOf(std::uint64_t a, std::uint64_t b);

/// Shortest routes (by the number of cables) between switches. If several are equal, each switch selects one of its
/// cables by the flow's hash, with equal shares, as in equal-cost multi-path (RFC 2992): a flow keeps its route.
class SwitchPaths
{
public:
    static constexpr std::uint32_t unreachable = UINT32_MAX;

    virtual ~SwitchPaths() = default;

    /// Number of cables from a switch to a target, which is a switch with nodes; `unreachable` if there is no route.
    virtual std::uint32_t distance(std::uint32_t from, std::uint32_t target) const = 0;
    /// Appends the links of the route selected by the hash; for each switch on it also its inside (`insides[s]`, or
    /// `unreachable` for none). There must be a route.
    virtual void append(std::uint32_t from, std::uint32_t target, std::uint64_t hash,
                        std::span<const std::uint32_t> insides, std::vector<std::uint32_t>& links) const = 0;

protected:
    /// The one of `ways` equal routes that a switch takes. The choice is different on each switch: with the same one
    /// for all, a choice here would determine that of the next switch.
    static std::uint32_t pick(std::uint64_t hash, std::uint32_t at, std::uint32_t ways)
    {
        return ways == 1 ? 0 : static_cast<std::uint32_t>(hashOf(hash, at) % ways);
    }
    static void pass(std::span<const std::uint32_t> insides, std::uint32_t at, std::vector<std::uint32_t>& links)
    {
        if (insides[at] != unreachable)
            links.push_back(insides[at]);
    }
};

/// A leaf-spine fabric: every leaf has `cables` cables to every spine. Leaves are the switches 0 … leaves − 1, spines
/// those after them. The cable c from leaf l to spine s is link first + 2 ((l × spines + s) × cables + c); its reverse
/// is the link after it. It needs no tables.
class LeafSpinePaths : public SwitchPaths
{
public:
    LeafSpinePaths(std::uint32_t leaves, std::uint32_t spines, std::uint32_t cables, std::uint32_t first)
        : leaves_(leaves), spines_(spines), cables_(cables), first_(first)
    {
    }

    std::uint32_t distance(std::uint32_t from, std::uint32_t target) const override;
    void append(std::uint32_t from, std::uint32_t target, std::uint64_t hash, std::span<const std::uint32_t> insides,
                std::vector<std::uint32_t>& links) const override;

private:
    std::uint32_t leaves_, spines_, cables_, first_;
};

/// A fat tree of k-port switches (Al-Fares, Loukissas and Vahdat, SIGCOMM 2008) with h = k/2: k pods of h edge and h
/// aggregation switches, h² core switches; the j-th uplink of aggregation switch a of each pod leads to core a h + j.
/// Switches: edges (pod by pod), aggregations (pod by pod), cores. Links from `first`: edge e of pod p to aggregation a
/// is first + 2 ((p h + e) h + a), then from aggregation a of pod p its uplink j is (p h + a) h + j in the same way.
class FatTreePaths : public SwitchPaths
{
public:
    FatTreePaths(std::uint32_t radix, std::uint32_t first)
        : half_(radix / 2), edges_(radix * half_), first_(first), coreFirst_(first + 2 * edges_ * half_)
    {
    }

    std::uint32_t distance(std::uint32_t from, std::uint32_t target) const override;
    void append(std::uint32_t from, std::uint32_t target, std::uint64_t hash, std::span<const std::uint32_t> insides,
                std::vector<std::uint32_t>& links) const override;

private:
    std::uint32_t half_, edges_, first_, coreFirst_;
};

} // namespace headroom::topology
