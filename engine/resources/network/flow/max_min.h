// Max-min fair sharing of links among flows, solved again only where the previous solution no longer holds.
#pragma once

#include "resources/network/flow/indexed_heap.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace headroom::resources {

/// Rates are max-min fair exactly if every flow has a bottleneck: a link that is saturated and on which no other flow
/// is faster (Bertsekas and Gallager, Data Networks, 6.5.2), or its own bound. Stated in levels: every link has a
/// level, infinite unless it is saturated. A flow's rate is the lowest level of its links, or its bound. A link's level
/// is the one at which its flows, each limited by its other links, just fill it. A level depends only on lower ones.
///
/// When flows start or end, or capacities change, `solve` corrects the levels that no longer fit, the lowest first (as
/// Ramalingam and Reps, J. Algorithms 21 (1996), do for shortest paths). Lower levels are final by then, so only levels
/// that really change are visited, and each about once. The result is that of solving the whole network, up to
/// rounding, which does not accumulate: a level is computed from the others each time. The work is proportional to the
/// affected neighbourhood.
///
/// All flows with the same bottleneck have the same rate, the link's level. So `solve` says which levels have changed
/// and which flows have another bottleneck, and not each flow whose rate has changed, which are many more.
///
/// The caller numbers flows densely from 0: records are indexed by number and reused.
class MaxMin
{
public:
    static constexpr double unbounded = std::numeric_limits<double>::infinity();
    static constexpr std::uint32_t noLink = UINT32_MAX;

    /// The changes of a solve; valid until the next one.
    struct Changes
    {
        std::span<const std::uint32_t> levels;      ///< links whose level is another
        std::span<const std::uint32_t> bottlenecks; ///< flows that began, whose bottleneck or whose bound is another

        bool empty() const { return levels.empty() && bottlenecks.empty(); }
    };

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

    /// Updates all rates.
    Changes solve();

    double rate(std::uint32_t flow) const
    {
        const Flow& record = flows_[flow];
        if (record.bottleneck < links_.size())
            return links_[record.bottleneck].level;
        return record.bottleneck == noLink ? record.bound : 0.0;
    }
    /// `noLink` if it is limited by its own bound. For an active flow, after a solve.
    std::uint32_t bottleneck(std::uint32_t flow) const { return flows_[flow].bottleneck; }
    /// The rate of the flows whose bottleneck the link is.
    double level(std::uint32_t link) const { return links_[link].level; }
    bool active(std::uint32_t flow) const { return flows_[flow].active; }
    double bound(std::uint32_t flow) const { return flows_[flow].bound; }
    /// The links of the flow in order.
    std::span<const std::uint32_t> route(std::uint32_t flow) const
    {
        return {hops_.data() + std::size_t{flow} * stride_, flows_[flow].hops};
    }

    /// Sum of the rates on a link.
    double load(std::uint32_t link) const { return loads_[link]; }
    double capacity(std::uint32_t link) const { return links_[link].capacity; }
    std::uint32_t flowCount(std::uint32_t link) const { return links_[link].flows; }
    /// The `index`-th flow on a link; the order has no meaning.
    std::uint32_t flowOn(std::uint32_t link, std::uint32_t index) const { return entries_[link][index].flow; }

    std::uint64_t solves() const { return solves_; }
    /// Number of flows examined over all solves: the measure of the work.
    std::uint64_t flowsTouched() const { return flowsTouched_; }

private:
    static constexpr std::uint32_t unsolved = UINT32_MAX - 1; ///< a bottleneck that is not known yet

    struct Flow
    {
        double bound = unbounded;
        std::uint32_t hops = 0;
        std::uint32_t limit = unsolved;      ///< the link with its lowest level now; `noLink`: its bound is lower
        std::uint32_t bottleneck = unsolved; ///< that link after the previous solve
        bool active = false;
        bool listed = false; ///< in `reconsidered_`
    };
    /// A flow of a link.
    struct Entry
    {
        double bound;
        std::uint32_t flow;
        std::uint32_t other; ///< the other link of a route of two, as most are; `noLink` with another number of hops
    };
    /// One cache line. The entries of a link begin with its sharers: the flows that it limits, and those that nothing
    /// limits yet. The others are slower.
    struct alignas(64) Link
    {
        double level = unbounded;
        double wanted = unbounded; ///< a lower bound of the level that fits the other levels
        double capacity = 0;
        double slower = 0;   ///< sum of the rates of the slower flows
        double rounding = 0; ///< its rounding error is at most this, in units in the last place of 1
        std::uint32_t flows = 0;
        std::uint32_t sharers = 0;
        std::uint8_t visits = 0; ///< in this solve
        bool stale = false;      ///< listed in `stale_`
        bool queued = false;     ///< in `due_`
        bool touched = false;    ///< listed in `touched_`

        void addSlower(double change)
        {
            slower += change;
            rounding += std::abs(slower) + std::abs(change);
        }
    };
    /// The lowest of a flow's bound and the levels of its links, which link has it, and the lowest of the rest.
    struct Lowest
    {
        double level;
        double others = unbounded;
        std::uint32_t link = noLink;

        double without(std::uint32_t excluded) const { return link == excluded ? others : level; }
        /// The limit of the flow.
        std::uint32_t limit() const { return link == noLink && level == unbounded ? unsolved : link; }
    };
    /// Links, each at most once, with room for all.
    struct LinkList
    {
        std::vector<std::uint32_t> links;
        std::size_t count = 0;

        /// Without a branch that the processor would have to guess.
        void addIf(bool condition, std::uint32_t link)
        {
            links[count] = link;
            count += condition ? 1 : 0;
        }
        std::span<const std::uint32_t> listed() const { return {links.data(), count}; }
    };
    struct Visited
    {
        std::uint32_t link;
        double levelBefore;
    };

    void widen(std::size_t hops);
    Lowest lowestOf(std::uint32_t flow) const;
    double othersOf(std::uint32_t link, const Entry& entry) const;
    double presentRate(const Flow& flow) const;
    static bool shares(std::uint32_t limit, std::uint32_t link) { return limit == link || limit == unsolved; }
    void place(std::uint32_t link, std::uint32_t position, const Entry& entry);
    void swapEntries(std::uint32_t link, std::uint32_t one, std::uint32_t other);
    void limitBy(const Lowest& lowest, std::uint32_t flow, double rateBefore);
    void reconsider(std::uint32_t flow);
    void markStale(std::uint32_t link);
    static bool isRounded(const Link& link);
    void sumSlower(std::uint32_t link);
    void refreshStale();
    void estimate(std::uint32_t link);
    static double newtonStep(const Link& link);
    bool wantedIsExact(std::uint32_t link) const;
    double fittingLevel(std::uint32_t link) const;
    static bool fits(const Link& link);
    static double dueOf(const Link& link) { return std::min(link.level, link.wanted); }
    void queue(std::uint32_t link);
    void correct(std::uint32_t link, double due);
    void visit(std::uint32_t link, bool sameSharers);
    void putInOrder();
    void shift(std::uint32_t link, double change);
    void raise(std::uint32_t link, double before);
    void lower(std::uint32_t link, double before);
    void changeSlower(std::uint32_t link, double change);
    void changeElsewhere(std::uint32_t link, const Entry& entry, double change);
    void commit();

    std::vector<Link> links_;
    std::vector<std::vector<Entry>> entries_; ///< of the links
    std::vector<double> loads_;               ///< of the links
    std::vector<Flow> flows_;
    std::vector<std::uint32_t> hops_;      ///< the links of flow f begin at f × stride_
    std::vector<std::uint32_t> positions_; ///< index of the flow in its links' entries, parallel to hops_
    std::size_t stride_ = 1;
    LinkList stale_;   ///< links whose level may not fit
    LinkList touched_; ///< links whose load may have changed
    std::vector<Visited> visited_;
    std::vector<std::uint32_t> reconsidered_; ///< flows that may have another bottleneck
    std::vector<std::uint32_t> changedLevels_;
    std::vector<std::uint32_t> changedBottlenecks_;
    IndexedHeap<std::uint64_t> due_; ///< links whose level may not fit, by about the lower of the two levels
    HeapPositions duePositions_;
    bool inOrder_ = false; ///< no link in `due_` stands behind where it belongs
    std::uint64_t solves_ = 0;
    std::uint64_t flowsTouched_ = 0;
};

} // namespace headroom::resources
