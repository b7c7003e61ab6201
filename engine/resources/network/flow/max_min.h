// Max-min fair sharing of links among flows, re-solved only where the former solution no longer holds.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace headroom::resources {

/// Rates are max-min fair exactly when every flow has a link that is saturated and on which no other flow is faster
/// (Bertsekas and Gallager, Data Networks, 6.5.2), or runs at its own bound. Said in levels: every link has a level,
/// infinite unless it is saturated; a flow's rate is the least level of its links; and a link's level is the one at
/// which its flows, each kept to what its other links allow, just fill it. A level depends only on lower ones.
///
/// When flows come, go, or capacities change, `solve` sets right the levels that no longer fit, the lowest first (as
/// Ramalingam and Reps, J. Algorithms 21 (1996), do for shortest paths): what is below is settled then, so only levels
/// that really change are visited, and each about once. The outcome is that of solving the whole network (up to
/// rounding, which does not pile up: a level is computed afresh from the others), the work that of the neighbourhood.
///
/// Flows are numbered by the caller from 0, densely: records are kept by number and reused.
class MaxMin
{
public:
    static constexpr double unbounded = std::numeric_limits<double>::infinity();

    /// `capacities`: what each link can carry, not negative.
    explicit MaxMin(const std::vector<double>& capacities);

    /// Sets the links of a flow that is not active: at least one, none twice. `bound`: what it takes at most.
    void setRoute(std::uint32_t flow, std::span<const std::uint32_t> links, double bound = unbounded);
    /// The flow takes part from the next solve on; until then its rate is 0.
    void activate(std::uint32_t flow);
    void deactivate(std::uint32_t flow);
    /// 0 cuts the link: its flows stay and get nothing.
    void setCapacity(std::uint32_t link, double capacity);
    void setBound(std::uint32_t flow, double bound);

    /// Brings all rates up to date. Returns the flows whose rate changed, valid until the next call.
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
    /// The `index`-th flow on a link; the order means nothing.
    std::uint32_t flowOn(std::uint32_t link, std::uint32_t index) const { return links_[link].entries[index].flow; }

    std::uint64_t solves() const { return solves_; }
    /// Flows that were looked at anew over all solves: what the work grows with.
    std::uint64_t flowsTouched() const { return flowsTouched_; }

private:
    static constexpr std::uint32_t none = UINT32_MAX;

    /// The least level among a flow's links and its bound, whose it is, and the least of the others.
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
        std::uint32_t updates = 0; ///< of `load` since it was last summed afresh
        std::uint32_t visits = 0;  ///< in this solve
        bool stale = false;        ///< its entry in `wanted_` is to be computed anew
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
    std::vector<std::uint32_t> hops_;      ///< of flow f from f × stride_ on
    std::vector<std::uint32_t> positions_; ///< of the flow in its links' entries, beside hops_
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
