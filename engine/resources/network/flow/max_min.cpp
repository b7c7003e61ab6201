#include "resources/network/flow/max_min.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace headroom::resources {

namespace {

/// Relative difference below which two levels, or a load and a capacity, count as equal. Sums of thousands of rates
/// have errors around 1e-13; a larger tolerance would be visible in the rates.
constexpr double equality = 1e-12;

/// A link's sum is computed anew if its rounding error may exceed this part of it, or of what it leaves to the sharers.
constexpr double roundingLimit = 1e-11;

/// A rising level is first set to what fits the present levels, which is nearly always right and saves a visit. A link
/// visited more often than this is removed first, which limits its further visits to two.
constexpr std::uint32_t visitsByTrial = 3;

/// More visits can only be due to rounding.
constexpr std::uint32_t mostVisits = 8;

/// Bits of numbers that are not negative have the order of the numbers. The sum makes 0 of -0.
std::uint64_t keyOfLevel(double level)
{
    return std::bit_cast<std::uint64_t>(level + 0.0);
}
double levelOfKey(std::uint64_t key)
{
    return std::bit_cast<double>(key);
}

} // namespace

MaxMin::MaxMin(const std::vector<double>& capacities)
    : links_(capacities.size()), entries_(capacities.size()), loads_(capacities.size(), 0.0)
{
    stale_.links.resize(capacities.size() + 1);
    touched_.links.resize(capacities.size() + 1);
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
    stale_.addIf(!link.stale, index);
    touched_.addIf(!link.touched, index);
    link.stale = link.touched = true;
}

void MaxMin::activate(std::uint32_t flow)
{
    Flow& record = flows_[flow];
    record.active = true;
    const Lowest lowest = lowestOf(flow);
    record.limit = lowest.limit();
    const std::size_t first = flow * stride_;
    for (std::uint32_t hop = 0; hop < record.hops; ++hop) {
        const std::uint32_t link = hops_[first + hop];
        const std::uint32_t position = links_[link].flows++;
        entries_[link].push_back({record.bound, flow, record.hops == 2 ? hops_[first + 1 - hop] : noLink});
        positions_[first + hop] = position;
        if (shares(record.limit, link))
            swapEntries(link, position, links_[link].sharers++);
        else
            links_[link].addSlower(lowest.level);
        markStale(link);
    }
    reconsider(flow);
}

void MaxMin::deactivate(std::uint32_t flow)
{
    const double rateBefore = rate(flow);
    Flow& record = flows_[flow];
    const double present = presentRate(record);
    const std::size_t first = flow * stride_;
    for (std::uint32_t hop = 0; hop < record.hops; ++hop) {
        const std::uint32_t link = hops_[first + hop];
        std::vector<Entry>& entries = entries_[link];
        if (shares(record.limit, link))
            swapEntries(link, positions_[first + hop], --links_[link].sharers);
        else
            links_[link].addSlower(-present);
        markStale(link);
        place(link, positions_[first + hop], entries.back());
        entries.pop_back();
        --links_[link].flows;
        loads_[link] = entries.empty() ? 0.0 : std::max(0.0, loads_[link] - rateBefore);
    }
    record.active = false;
    record.limit = record.bottleneck = unsolved;
}

void MaxMin::place(std::uint32_t link, std::uint32_t position, const Entry& entry)
{
    entries_[link][position] = entry;
    std::size_t hop = entry.flow * stride_;
    while (hops_[hop] != link)
        ++hop;
    positions_[hop] = position;
}

void MaxMin::swapEntries(std::uint32_t link, std::uint32_t one, std::uint32_t other)
{
    const Entry first = entries_[link][one];
    place(link, one, entries_[link][other]);
    place(link, other, first);
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
    const double rateBefore = presentRate(record);
    record.bound = bound;
    if (!record.active)
        return;
    for (std::size_t hop = flow * stride_; hop < flow * stride_ + record.hops; ++hop)
        entries_[hops_[hop]][positions_[hop]].bound = bound;
    limitBy(lowestOf(flow), flow, rateBefore);
}

/// The rate that the links which do not limit the flow count for it.
double MaxMin::presentRate(const Flow& flow) const
{
    if (flow.limit < links_.size())
        return links_[flow.limit].level;
    return flow.limit == noLink ? flow.bound : unbounded;
}

/// Its rate without the link.
inline double MaxMin::othersOf(std::uint32_t link, const Entry& entry) const
{
    return entry.other == noLink ? lowestOf(entry.flow).without(link)
                                 : std::min(entry.bound, links_[entry.other].level);
}

/// From now on `lowest` limits the flow.
void MaxMin::limitBy(const Lowest& lowest, std::uint32_t flow, double rateBefore)
{
    Flow& record = flows_[flow];
    const std::uint32_t limit = lowest.limit();
    const std::size_t first = flow * stride_;
    for (std::size_t hop = first; hop < first + record.hops; ++hop) {
        const std::uint32_t index = hops_[hop];
        Link& link = links_[index];
        const bool shared = shares(record.limit, index);
        const bool isShared = shares(limit, index);
        if (shared && isShared)
            continue;
        if (shared)
            swapEntries(index, positions_[hop], --link.sharers);
        else
            link.addSlower(-rateBefore);
        if (isShared)
            swapEntries(index, positions_[hop], link.sharers++);
        else
            link.addSlower(lowest.level);
        markStale(index);
    }
    record.limit = limit;
    reconsider(flow);
}

/// Its bottleneck is compared with the previous one after the solve.
void MaxMin::reconsider(std::uint32_t flow)
{
    if (flows_[flow].listed)
        return;
    flows_[flow].listed = true;
    reconsidered_.push_back(flow);
}

MaxMin::Changes MaxMin::solve()
{
    ++solves_;
    inOrder_ = false;
    refreshStale();
    while (!due_.empty()) {
        const double due = levelOfKey(due_.firstKey());
        const std::uint32_t link = due_.first();
        due_.remove(duePositions_, link);
        links_[link].queued = false;
        correct(link, due);
        refreshStale();
    }
    commit();
    return {changedLevels_, changedBottlenecks_};
}

/// Estimates which levels would fit, and queues the links whose levels do not.
void MaxMin::refreshStale()
{
    for (const std::uint32_t index : stale_.listed()) {
        links_[index].stale = false;
        estimate(index);
        queue(index);
    }
    stale_.count = 0;
}

/// Puts the link into the queue if its level does not fit, or forward if it is due earlier. One that is due later than
/// it stands there is examined again when it is the first.
void MaxMin::queue(std::uint32_t index)
{
    Link& link = links_[index];
    if (link.queued ? keyOfLevel(dueOf(link)) < due_.keyOf(duePositions_, index) : !fits(link)) {
        link.queued = true;
        due_.set(duePositions_, index, keyOfLevel(dueOf(link)));
    }
}

bool MaxMin::fits(const Link& link)
{
    return link.level == link.wanted ||
           (link.wanted < unbounded && std::abs(link.level - link.wanted) <= equality * link.wanted);
}

/// The level at which the flows of a link fill it is the root of g(level) = Σ min(others, level) − capacity, where
/// `others` is what a flow would have without the link. It is infinite if they do not fill it. g is concave, so
/// Newton's method never passes the root from below, and one step from anywhere leads to a lower bound. From the
/// present level that step is known without looking at the flows.
void MaxMin::estimate(std::uint32_t index)
{
    Link& link = links_[index];
    if (isRounded(link))
        sumSlower(index);
    if (link.sharers > 0)
        link.wanted = newtonStep(link);
    else if (link.slower <= link.capacity * (1 + equality))
        link.wanted = unbounded;
    else
        link.wanted = link.capacity / link.flows; // no flow has more than the level
}

/// True if the sum of its slower flows may have a rounding error that matters.
inline bool MaxMin::isRounded(const Link& link)
{
    const double relevant = std::min(link.slower, link.capacity - link.slower);
    return !(link.rounding * std::numeric_limits<double>::epsilon() <= roundingLimit * std::abs(relevant));
}

void MaxMin::sumSlower(std::uint32_t index)
{
    Link& link = links_[index];
    link.slower = 0;
    for (std::uint32_t position = link.sharers; position < link.flows; ++position)
        link.slower += presentRate(flows_[entries_[index][position].flow]);
    link.rounding = 0;
}

double MaxMin::newtonStep(const Link& link)
{
    return std::max(0.0, link.capacity - link.slower) / link.sharers;
}

/// The step from the present level leads to the root if no flow lies between the two.
bool MaxMin::wantedIsExact(std::uint32_t index) const
{
    const Link& link = links_[index];
    const std::vector<Entry>& entries = entries_[index];
    const bool rises = link.wanted > link.level;
    const auto middle = entries.begin() + link.sharers;
    return rises ? std::all_of(entries.begin(), middle,
                               [&](const Entry& entry) { return othersOf(index, entry) >= link.wanted; })
                 : std::all_of(middle, entries.end(),
                               [&](const Entry& entry) { return othersOf(index, entry) <= link.wanted; });
}

/// Newton's method from `wanted`.
double MaxMin::fittingLevel(std::uint32_t index) const
{
    const Link& link = links_[index];
    std::uint32_t sharersBefore = link.sharers;
    for (double level = link.wanted;;) {
        Link divided;
        divided.capacity = link.capacity;
        for (const Entry& entry : entries_[index]) {
            const double others = othersOf(index, entry);
            divided.slower += others < level ? others : 0.0;
            divided.sharers += others < level ? 0 : 1;
        }
        if (divided.sharers == 0)
            return unbounded; // only the step from a root that rounding has made too high
        const double next = newtonStep(divided);
        // The flows below one level are among those below a higher one: if they are as many, they are the same. The
        // steps lead upwards up to rounding.
        if (divided.sharers == sharersBefore || next <= level)
            return next;
        sharersBefore = divided.sharers;
        level = next;
    }
}

/// Corrects the level of the link that was the first in the queue.
void MaxMin::correct(std::uint32_t index, double due)
{
    Link& link = links_[index];
    estimate(index);
    if (fits(link))
        return;
    const bool sameSharers = wantedIsExact(index);
    if (!sameSharers)
        link.wanted = fittingLevel(index);
    const bool later = dueOf(link) > due && !due_.empty() && levelOfKey(due_.firstKey()) < dueOf(link);
    if (later || fits(link))
        queue(index);
    else
        visit(index, sameSharers);
}

/// Sets a link's level and informs its flows.
void MaxMin::visit(std::uint32_t index, bool sameSharers)
{
    Link& link = links_[index];
    const double before = link.level;
    if (link.visits++ == 0)
        visited_.push_back({index, before});
    if (link.visits > mostVisits)
        return;
    flowsTouched_ += link.flows;
    if (link.visits > visitsByTrial && !inOrder_)
        putInOrder();
    const bool removed = link.wanted > before && link.visits > visitsByTrial;
    link.level = removed ? unbounded : link.wanted;
    if (removed)
        markStale(index);
    if (sameSharers && !removed && before < unbounded)
        shift(index, link.level - before);
    else if (link.level > before)
        raise(index, before);
    else
        lower(index, before);
}

/// A flow that the link does not limit has another rate.
inline void MaxMin::changeSlower(std::uint32_t index, double change)
{
    Link& link = links_[index];
    link.addSlower(change);
    // Bits instead of conditions: the processor would guess half of them wrong.
    const int limits = int{link.level < unbounded} | int{link.sharers > 0} | int{link.slower > link.capacity};
    const int keepsPlace = int{link.queued} & (int{!inOrder_} | int{change < 0.0});
    const bool becomesStale = (limits & ~keepsPlace & ~int{link.stale}) != 0;
    stale_.addIf(becomesStale, index);
    touched_.addIf(!link.touched, index);
    link.stale = link.stale | becomesStale;
    link.touched = true;
}

/// A sharer of the link changes its rate on its other links.
inline void MaxMin::changeElsewhere(std::uint32_t index, const Entry& entry, double change)
{
    if (entry.other != noLink) {
        changeSlower(entry.other, change);
        return;
    }
    for (const std::uint32_t link : route(entry.flow))
        if (link != index)
            changeSlower(link, change);
}

/// From now on in this solve, a link that becomes due earlier moves forward in the queue. Doing so always would cost
/// more than the few visits that it saves, but the bound of the number of visits relies on it.
void MaxMin::putInOrder()
{
    inOrder_ = true;
    for (const std::uint32_t index : touched_.listed())
        if (links_[index].queued)
            markStale(index);
}

/// The link's sharers keep pace with it.
void MaxMin::shift(std::uint32_t index, double change)
{
    for (std::uint32_t position = 0; position < links_[index].sharers; ++position)
        changeElsewhere(index, entries_[index][position], change);
}

/// The link's flows become faster up to what their other links allow.
void MaxMin::raise(std::uint32_t index, double before)
{
    const double after = links_[index].level;
    for (std::uint32_t position = links_[index].sharers; position-- > 0;) {
        const Entry entry = entries_[index][position];
        if (after == unbounded || othersOf(index, entry) < after)
            limitBy(lowestOf(entry.flow), entry.flow, before);
        else
            changeElsewhere(index, entry, after - before);
    }
}

/// No flow of the link may be faster than its new level.
void MaxMin::lower(std::uint32_t index, double before)
{
    const std::vector<Entry>& entries = entries_[index];
    const double after = links_[index].level;
    const std::uint32_t sharers = links_[index].sharers;
    for (std::uint32_t position = 0; position < sharers; ++position)
        if (before == unbounded)
            limitBy(lowestOf(entries[position].flow), entries[position].flow, before);
        else
            changeElsewhere(index, entries[position], after - before);
    for (std::uint32_t position = sharers; position < entries.size(); ++position) {
        const Entry entry = entries[position];
        const double others = othersOf(index, entry);
        if (others > after)
            limitBy(lowestOf(entry.flow), entry.flow, others);
    }
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
        const std::uint32_t limit = flow.limit == unsolved ? noLink : flow.limit; // nothing limits it
        const std::uint32_t before = std::exchange(flow.bottleneck, limit);
        if (flow.bottleneck != before || flow.bottleneck == noLink)
            changedBottlenecks_.push_back(index);
    }
    reconsidered_.clear();
    for (const std::uint32_t index : touched_.listed()) {
        Link& link = links_[index];
        link.touched = false;
        // The rare condition first, and a table: whether a level is infinite is hard to guess.
        if (isRounded(link) && link.level == unbounded)
            sumSlower(index);
        const double loads[] = {link.slower, link.capacity};
        loads_[index] = loads[link.level < unbounded];
    }
    touched_.count = 0;
}

} // namespace headroom::resources
