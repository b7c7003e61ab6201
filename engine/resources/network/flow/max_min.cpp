#include "resources/network/flow/max_min.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace headroom::resources {

namespace {

/// Relative difference below which two levels, or a load and a capacity, count as equal. Sums of thousands of rates
/// have errors around 1e-13; a larger tolerance would be visible in the rates.
constexpr double equality = 1e-12;

/// Number of changes of a link's sum before it is summed up again, which limits the rounding error.
constexpr std::uint32_t updatesBetweenSums = 256;

/// A rising level is first set to what fits the present levels, which is nearly always right and saves a visit. A link
/// visited more often than this is removed first, which limits its further visits to two.
constexpr std::uint32_t visitsByTrial = 3;

/// More visits can only be due to rounding.
constexpr std::uint32_t mostVisits = 8;

} // namespace

MaxMin::MaxMin(const std::vector<double>& capacities)
    : links_(capacities.size()), entries_(capacities.size()), loads_(capacities.size(), 0.0)
{
    for (std::size_t i = 0; i < capacities.size(); ++i) {
        if (!(capacities[i] >= 0.0))
            throw std::invalid_argument("a link's capacity must not be negative");
        links_[i].capacity = capacities[i];
    }
}

void MaxMin::setRoute(std::uint32_t flow, std::span<const std::uint32_t> links, double bound)
{
    if (!(bound >= 0.0))
        throw std::invalid_argument("a flow's bound must not be negative");
    if (links.size() > stride_)
        widen(links.size());
    if (flow >= flows_.size()) {
        flows_.resize(flow + 1);
        hops_.resize(flows_.size() * stride_);
        positions_.resize(hops_.size());
    }
    flows_[flow].bound = bound;
    flows_[flow].hops = static_cast<std::uint32_t>(links.size());
    std::copy(links.begin(), links.end(), hops_.begin() + static_cast<std::ptrdiff_t>(flow * stride_));
}

/// Makes room for longer routes.
void MaxMin::widen(std::size_t hops)
{
    const auto spread = [&](std::vector<std::uint32_t>& table) {
        std::vector<std::uint32_t> wider(flows_.size() * hops);
        for (std::size_t flow = 0; flow < flows_.size(); ++flow)
            std::copy_n(table.begin() + static_cast<std::ptrdiff_t>(flow * stride_), stride_,
                        wider.begin() + static_cast<std::ptrdiff_t>(flow * hops));
        table = std::move(wider);
    };
    spread(hops_);
    spread(positions_);
    stride_ = hops;
}

inline void MaxMin::markStale(std::uint32_t index)
{
    Link& link = links_[index];
    if (!link.stale) {
        link.stale = true;
        stale_.push_back(index);
    }
    if (!link.touched) {
        link.touched = true;
        touched_.push_back(index);
    }
}

void MaxMin::activate(std::uint32_t flow)
{
    Flow& record = flows_[flow];
    record.active = true;
    const Lowest lowest = lowestOf(flow);
    const std::size_t first = flow * stride_;
    for (std::uint32_t hop = 0; hop < record.hops; ++hop) {
        const std::uint32_t link = hops_[first + hop];
        positions_[first + hop] = static_cast<std::uint32_t>(entries_[link].size());
        if (record.hops == 2)
            entries_[link].push_back({record.bound, flow, hops_[first + 1 - hop]});
        else
            entries_[link].push_back({lowest.without(link), flow, noLink});
        add(link, lowest.without(link));
        markStale(link);
    }
    reconsider(flow);
}

void MaxMin::deactivate(std::uint32_t flow)
{
    const double rateBefore = rate(flow);
    Flow& record = flows_[flow];
    record.active = false;
    record.bottleneck = unsolved;
    const std::size_t first = flow * stride_;
    for (std::uint32_t hop = 0; hop < record.hops; ++hop) {
        const std::uint32_t link = hops_[first + hop];
        const std::uint32_t position = positions_[first + hop];
        std::vector<Entry>& entries = entries_[link];
        subtract(link, othersOf(entries[position]));
        markStale(link);
        entries[position] = entries.back();
        const auto moved = route(entries[position].flow);
        const auto movedHop = std::find(moved.begin(), moved.end(), link) - moved.begin();
        positions_[entries[position].flow * stride_ + static_cast<std::size_t>(movedHop)] = position;
        entries.pop_back();
        loads_[link] = entries.empty() ? 0.0 : std::max(0.0, loads_[link] - rateBefore);
    }
}

void MaxMin::setCapacity(std::uint32_t link, double capacity)
{
    if (!(capacity >= 0.0))
        throw std::invalid_argument("a link's capacity must not be negative");
    links_[link].capacity = capacity;
    markStale(link);
}

void MaxMin::setBound(std::uint32_t flow, double bound)
{
    if (!(bound >= 0.0))
        throw std::invalid_argument("a flow's bound must not be negative");
    Flow& record = flows_[flow];
    record.bound = bound;
    if (!record.active)
        return;
    setOthers(flow, lowestOf(flow));
    reconsider(flow);
}

/// Its bottleneck is looked for after the next solve.
void MaxMin::reconsider(std::uint32_t flow)
{
    if (flows_[flow].listed)
        return;
    flows_[flow].listed = true;
    reconsidered_.push_back(flow);
}

void MaxMin::add(std::uint32_t index, double others)
{
    Link& link = links_[index];
    if (others < link.pivot) {
        link.slower += others;
        link.fastestSlower = std::max(link.fastestSlower, others);
    } else {
        ++link.sharers;
        link.slowestSharer = std::min(link.slowestSharer, others);
    }
}

void MaxMin::subtract(std::uint32_t index, double others)
{
    Link& link = links_[index];
    if (others < link.pivot)
        link.slower -= others;
    else
        --link.sharers;
}

/// Without branches that the processor would have to guess.
inline void MaxMin::replace(std::uint32_t index, double others, double by)
{
    Link& link = links_[index];
    if (others == by || std::min(others, by) >= link.slowestSharer)
        return;
    const bool wasSlower = others < link.pivot;
    const bool isSlower = by < link.pivot;
    link.slower += (isSlower ? by : 0.0) - (wasSlower ? others : 0.0);
    link.fastestSlower = std::max(link.fastestSlower, isSlower ? by : 0.0);
    link.slowestSharer = std::min(link.slowestSharer, isSlower ? unbounded : by);
    link.sharers += static_cast<std::uint32_t>(wasSlower) - static_cast<std::uint32_t>(isSlower);
    if (std::min(others, by) < std::max(link.pivot, link.wanted))
        markStale(index);
}

MaxMin::Changes MaxMin::solve()
{
    ++solves_;
    refreshStale();
    while (!due_.empty()) {
        const double due = due_.firstKey();
        const std::uint32_t link = due_.first();
        due_.remove(duePositions_, link);
        correct(link, due);
        refreshStale();
    }
    commit();
    return {changedLevels_, changedBottlenecks_};
}

/// Estimates which levels would fit, and queues the links whose levels do not.
void MaxMin::refreshStale()
{
    for (const std::uint32_t index : stale_) {
        Link& link = links_[index];
        link.stale = false;
        estimate(index);
        if (!link.exact && fits(link))
            findFittingLevel(index);
        queue(index);
    }
    stale_.clear();
}

/// Puts the link into the queue if its level does not fit, else takes it out.
void MaxMin::queue(std::uint32_t index)
{
    const Link& link = links_[index];
    const bool queued = IndexedHeap<double>::contains(duePositions_, index);
    if (!fits(link)) {
        const double due = std::min(link.level, link.wanted);
        if (!queued || due_.keyOf(duePositions_, index) != due)
            due_.set(duePositions_, index, due);
    } else if (queued) {
        due_.remove(duePositions_, index);
    }
}

bool MaxMin::fits(const Link& link)
{
    return link.level == link.wanted ||
           (link.wanted < unbounded && std::abs(link.level - link.wanted) <= equality * link.wanted);
}

/// The level at which the flows of a link fill it is the root of g(level) = Σ min(others, level) − capacity. It is
/// infinite if they do not fill it. g is concave, so Newton's method never passes the root from below, and one step
/// from anywhere leads to a lower bound. That step is known from the sums at the pivot without looking at the flows. If
/// no flow lies between the pivot and where the step leads, that is the root.
void MaxMin::estimate(std::uint32_t index)
{
    Link& link = links_[index];
    if (entries_[index].empty()) {
        link.pivot = link.wanted = link.slowestSharer = unbounded;
        link.slower = link.fastestSlower = 0;
        link.exact = true;
    } else if (++link.updates >= updatesBetweenSums) {
        findFittingLevel(index);
    } else if (link.sharers > 0) {
        link.wanted = newtonStep(link);
        link.exact = link.fastestSlower < link.wanted && link.wanted <= link.slowestSharer;
    } else if (link.pivot == unbounded && link.slower <= link.capacity * (1 + equality)) {
        link.wanted = unbounded;
        link.exact = true;
    } else {
        findFittingLevel(index);
    }
}

double MaxMin::newtonStep(const Link& link)
{
    return std::max(0.0, link.capacity - link.slower) / link.sharers;
}

void MaxMin::divideAt(std::uint32_t index, double pivot)
{
    double slower = 0;
    double fastestSlower = 0;
    double slowestSharer = unbounded;
    std::uint32_t sharers = 0;
    for (const Entry& entry : entries_[index]) {
        const double others = othersOf(entry);
        const bool below = others < pivot;
        slower += below ? others : 0.0;
        fastestSlower = std::max(fastestSlower, below ? others : 0.0);
        slowestSharer = std::min(slowestSharer, below ? unbounded : others);
        sharers += below ? 0 : 1;
    }
    Link& link = links_[index];
    link.pivot = pivot;
    link.slower = slower;
    link.fastestSlower = fastestSlower;
    link.slowestSharer = slowestSharer;
    link.sharers = sharers;
}

/// Newton's method from the pivot.
void MaxMin::findFittingLevel(std::uint32_t index)
{
    Link& link = links_[index];
    link.updates = 0;
    link.exact = true;
    for (double pivot = link.sharers > 0 ? newtonStep(link) : unbounded;;) {
        const std::uint32_t sharersBefore = link.sharers;
        divideAt(index, pivot);
        if (link.sharers > 0) {
            link.wanted = newtonStep(link);
            // The flows below one pivot are among those below a higher one: if they are as many, they are the same.
            // The steps lead upwards up to rounding.
            if (link.sharers == sharersBefore || link.wanted <= pivot)
                return;
            pivot = link.wanted;
        } else if (link.slower > link.capacity * (1 + equality)) {
            pivot = link.capacity / static_cast<double>(entries_[index].size()); // no flow has more than the level
        } else if (pivot < unbounded) {
            pivot = unbounded;
        } else {
            link.wanted = unbounded;
            return;
        }
    }
}

/// Corrects the level of the link that was the first in the queue.
void MaxMin::correct(std::uint32_t index, double due)
{
    Link& link = links_[index];
    if (!link.exact) {
        findFittingLevel(index);
        const bool later = std::min(link.level, link.wanted) > due;
        if (later || fits(link))
            return queue(index);
    }
    visit(index);
}

/// Updates what a flow's other links know of it, after the level of one of its links has changed.
inline void MaxMin::follow(const Entry& entry, double before, double after)
{
    const double lower = std::min(before, after);
    const double others = othersOf(entry);
    if (lower <= others && others <= std::max(before, after))
        reconsider(entry.flow);
    if (entry.other != noLink) {
        if (lower < links_[entry.other].slowestSharer)
            replace(entry.other, std::min(before, entry.others), std::min(after, entry.others));
    } else if (flows_[entry.flow].hops > 2) {
        const Lowest lowest = lowestOf(entry.flow);
        if (lower <= lowest.others)
            setOthers(entry.flow, lowest);
    }
}

/// Sets a link's level and informs its flows.
void MaxMin::visit(std::uint32_t index)
{
    Link& link = links_[index];
    const double before = link.level;
    if (link.visits++ == 0)
        visited_.push_back({index, before});
    if (link.visits > mostVisits)
        return;
    const bool rises = link.wanted > before;
    const double after = rises && link.visits > visitsByTrial ? unbounded : link.wanted;
    link.level = after;
    queue(index);
    flowsTouched_ += entries_[index].size();
    for (const Entry& entry : entries_[index])
        follow(entry, before, after);
}

MaxMin::Lowest MaxMin::lowestOf(std::uint32_t flow) const
{
    Lowest lowest{flows_[flow].bound};
    for (const std::uint32_t link : route(flow)) {
        const double level = links_[link].level;
        if (level < lowest.level) {
            lowest.others = lowest.level;
            lowest.level = level;
            lowest.link = link;
        } else if (level < lowest.others) {
            lowest.others = level;
        }
    }
    return lowest;
}

void MaxMin::setOthers(std::uint32_t flow, const Lowest& lowest)
{
    const std::size_t first = flow * stride_;
    for (std::uint32_t hop = 0; hop < flows_[flow].hops; ++hop) {
        const std::uint32_t link = hops_[first + hop];
        Entry& entry = entries_[link][positions_[first + hop]];
        const double before = othersOf(entry);
        entry.others = entry.other == noLink ? lowest.without(link) : flows_[flow].bound;
        replace(link, before, othersOf(entry));
    }
}

/// Finds out what the solve has changed.
void MaxMin::commit()
{
    changedLevels_.clear();
    for (const Visited& visited : visited_) {
        links_[visited.link].visits = 0;
        if (links_[visited.link].level != visited.levelBefore)
            changedLevels_.push_back(visited.link);
    }
    visited_.clear();
    changedBottlenecks_.clear();
    for (const std::uint32_t index : reconsidered_) {
        Flow& flow = flows_[index];
        flow.listed = false;
        if (!flow.active)
            continue;
        const std::uint32_t before = std::exchange(flow.bottleneck, lowestOf(index).link);
        if (flow.bottleneck != before || flow.bottleneck == noLink)
            changedBottlenecks_.push_back(index);
    }
    reconsidered_.clear();
    for (const std::uint32_t index : touched_) {
        Link& link = links_[index];
        link.touched = false;
        loads_[index] = link.level < unbounded ? link.capacity : link.slower;
    }
    touched_.clear();
}

} // namespace headroom::resources
