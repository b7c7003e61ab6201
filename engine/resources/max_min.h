// Max-min fair sharing of links among flows, re-solved only where the former solution no longer holds.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace headroom::resources {

/// Rates are max-min fair exactly when every flow has a link that is saturated and on which no other flow is faster
/// (Bertsekas and Gallager, Data Networks, 6.5.2), or runs at its own bound: the flow's certificate. When flows come,
/// go, or a link's capacity changes, the certificates of most flows still hold. `solve` frees only the flows whose
/// certificate broke, shares out anew among them what the others leave, and grows that set until every certificate
/// holds again. The outcome is that of solving the whole network (up to rounding), the work that of the neighbourhood.
///
/// Flows are numbered by the caller from 0, densely: records are kept by number and reused.
class MaxMin
{
public:
    /// `capacities`: what each link can carry, positive.
    explicit MaxMin(std::vector<double> capacities);

    static constexpr double unbounded = std::numeric_limits<double>::infinity();

    /// Sets the links of a flow that is not active: at least one, none twice. `bound`: what it takes at most.
    void setRoute(std::uint32_t flow, std::span<const std::uint32_t> links, double bound = unbounded);
    /// The flow takes part from the next solve on; until then its rate is 0.
    void activate(std::uint32_t flow);
    void deactivate(std::uint32_t flow);
    void setCapacity(std::uint32_t link, double capacity);

    /// Brings all rates up to date. Returns the flows whose rate changed, valid until the next call.
    std::span<const std::uint32_t> solve();

    double rate(std::uint32_t flow) const { return flows_[flow].rate; }
    bool active(std::uint32_t flow) const { return flows_[flow].active; }
    /// Number of links of the flow, and each of them in order.
    std::size_t hops(std::uint32_t flow) const { return flows_[flow].hops.size(); }
    std::uint32_t hop(std::uint32_t flow, std::size_t index) const { return flows_[flow].hops[index].link; }

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
    /// Flows that were shared out anew over all solves: what the work grows with.
    std::uint64_t flowsTouched() const { return flowsTouched_; }

private:
    static constexpr std::uint32_t none = UINT32_MAX;
    static constexpr std::uint32_t ownBound = UINT32_MAX - 1; ///< the certificate of a flow that runs at its bound

    struct Hop
    {
        std::uint32_t link;
        std::uint32_t position; ///< in the link's entries while the flow is active
    };
    struct Flow
    {
        std::vector<Hop> hops;
        double rate = 0;
        double newRate = 0;
        double bound = unbounded;
        std::uint32_t bottleneck = none; ///< the link of its certificate
        std::uint32_t newBottleneck = none;
        bool active = false;
        bool free = false;
        bool frozen = false;
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
        double level = 0;               ///< rate of the flows that have their certificate here
        std::uint32_t bottlenecked = 0; ///< how many those are
        std::uint32_t updates = 0;      ///< of `load` since it was last summed afresh
        bool dirty = false;
        std::vector<Entry> entries;
    };
    /// A link while free flows share it out; valid for the fill whose number it bears.
    struct Work
    {
        std::uint64_t fill = 0;
        double residual = 0; ///< capacity that neither fixed nor frozen flows take
        double level = -1;   ///< rate at which flows froze here, −1 if none did
        double fastest = 0;  ///< of the free flows on it
        std::uint32_t unfrozen = 0;
        std::uint32_t freeFlows = 0;
        std::uint32_t frozenHere = 0;
        std::uint32_t formerlyHere = 0; ///< free flows that had their certificate here
        std::uint32_t offset = 0;       ///< of its flows in members_
    };
    struct Level
    {
        double level;
        std::uint32_t link;
        std::uint32_t flow; ///< whose bound it is, none if it is the link's
    };
    static bool later(const Level& a, const Level& b);

    void markDirty(std::uint32_t link);
    void changeLoad(Link& link, double by);
    void makeFree(std::uint32_t flow);
    void freeBottlenecked(std::uint32_t link);
    void freeFaster(std::uint32_t link, double residual, std::uint32_t sharers);
    void startFromDirty();
    void gatherWork();
    void fill();
    void freeze(std::uint32_t link, double level);
    void freezeFlow(Flow& flow, double level, std::uint32_t bottleneck);
    void withdraw(Flow& flow);
    bool restoreCertificates();
    void commit();

    std::vector<Link> links_;
    std::vector<Work> work_;
    std::vector<Flow> flows_;
    std::vector<std::uint32_t> arrivals_;
    std::vector<std::uint32_t> dirty_;
    std::vector<std::uint32_t> free_;
    std::vector<std::uint32_t> touched_;
    std::vector<std::uint32_t> members_;
    std::vector<std::uint32_t> changed_;
    std::vector<Level> levels_;
    std::vector<std::uint32_t> candidates_;
    std::uint64_t fills_ = 0;
    std::uint64_t solves_ = 0;
    std::uint64_t flowsTouched_ = 0;
};

} // namespace headroom::resources
