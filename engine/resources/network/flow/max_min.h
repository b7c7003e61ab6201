// Max-min fair sharing of links among flows, solved again only where the previous solution no longer holds.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace headroom::resources {

/// Rates are max-min fair exactly if every flow has a link that is saturated and on which no other flow is faster
/// (Bertsekas and Gallager, Data Networks, 6.5.2), or runs at its own bound. Stated in levels: every link has a level,
/// infinite unless it is saturated. A flow's rate is the lowest level of its links. A link's level is the one at which
/// its flows, each limited by its other links, just fill it. A level depends only on lower ones.
///
/// When flows start or end, or capacities change, `solve` corrects the levels that no longer fit, the lowest first (as
/// Ramalingam and Reps, J. Algorithms 21 (1996), do for shortest paths). Lower levels are final by then, so only levels
/// that really change are visited, and each about once. The result is that of solving the whole network, up to
/// rounding, which does not accumulate: a level is computed from the others each time. The work is proportional to the
/// affected neighbourhood.
///
/// The caller numbers flows densely from 0: records are indexed by number and reused.
class MaxMin
{
public:
    static constexpr double unbounded = std::numeric_limits<double>::infinity();

    /// `capacities`: what each link can carry; must not be negative.
    explicit MaxMin(const std::vector<double>& capacities);

    /// Sets the links of an inactive flow: at least one, none twice. `bound`: its maximum rate.
    void setRoute(std::uint32_t flow, std::span<const std::uint32_t> links, double bound = unbounded);
    /// The flow takes part from the next solve on; its rate is 0 until then.
    void activate(std::uint32_t flow);
    void deactivate(std::uint32_t flow);
    /// 0 cuts the link: its flows stay active at rate 0.
    void setCapacity(std::uint32_t link, double capacity);
    void setBound(std::uint32_t flow, double bound);

    /// Updates all rates. Returns the flows whose rate changed, valid until the next call.
    std::span<const std::uint32_t> solve();

    double rate(std::uint32_t flow) const { return flows_[flow].rate; }
    bool active(std::uint32_t flow) const { return flows_[flow].active; }
    /// The links of the flow in order.
    std::span<const std::uint32_t> route(std::uint32_t flow) const
    {
        return {hops_.data() + std::size_t{flow} * stride_, flows_[flow].hops};
    }

    /// Sum of the rates on a link.
    double load(std::uint32_t link) const { return links_[link].load; }
    double capacity(std::uint32_t link) const { return links_[link].capacity; }
    std::uint32_t flowCount(std::uint32_t link) const
    {
        return static_cast<std::uint32_t>(links_[link].entries.size());
    }
    /// The `index`-th flow on a link; the order has no meaning.
    std::uint32_t flowOn(std::uint32_t link, std::uint32_t index) const { return links_[link].entries[index].flow; }

    std::uint64_t solves() const { return solves_; }
    /// Number of flows examined over all solves: the measure of the work.
    std::uint64_t flowsTouched() const { return flowsTouched_; }

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// The lowest of a flow's bound and the levels of its links, the link that has it, and the lowest of the others.
    struct Least
    {
        double level = unbounded;
        double others = unbounded;
        std::uint32_t link = none;

        double without(std::uint32_t excluded) const { return link == excluded ? others : level; }
    };
    struct Flow
    {
        std::uint32_t hops = 0;
        bool active = false;
        bool touched = false; ///< listed in touched_
        double rate = 0;
        double bound = unbounded;
    };
    struct Entry
    {
        std::uint32_t flow;
        std::uint32_t hop;
    };
    struct Link
    {
        double capacity = 0;
        double load = 0;
        std::uint32_t updates = 0; ///< of `load` since it was last summed up
        std::uint32_t visits = 0;  ///< in this solve
        bool stale = false;        ///< its entry in `wanted_` has to be computed again
        std::vector<Entry> entries;
    };
    struct Due
    {
        double level;
        std::uint32_t link;
    };
    static bool later(const Due& a, const Due& b);

    void widen(std::size_t hops);
    Least leastOf(std::uint32_t flow) const;
    void touch(std::uint32_t flow);
    void markStale(std::uint32_t link);
    void refreshStale();
    double fittingLevel(std::uint32_t link);
    bool fits(std::uint32_t link) const;
    void visit(std::uint32_t link);
    void follow(std::uint32_t flow, const Least& after, std::uint32_t changed);
    void commit();
    void changeLoad(Link& link, double by);

    std::vector<double> levels_; ///< of the links
    std::vector<double> wanted_; ///< the levels that fit the other levels
    std::vector<Least> least_;   ///< of the flows
    std::vector<Link> links_;
    std::vector<Flow> flows_;
    std::vector<std::uint32_t> hops_;      ///< the links of flow f begin at f × stride_
    std::vector<std::uint32_t> positions_; ///< index of the flow in its links' entries, parallel to hops_
    std::size_t stride_ = 1;
    std::vector<std::uint32_t> stale_;
    std::vector<std::uint32_t> visited_;
    std::vector<std::uint32_t> touched_;
    std::vector<std::uint32_t> changed_;
    std::vector<Due> due_;
    std::vector<double> sharers_;
    std::uint64_t solves_ = 0;
    std::uint64_t flowsTouched_ = 0;
};

} // namespace headroom::resources
