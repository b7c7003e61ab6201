#include "resources/network/flow/max_min.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headroom::resources {

namespace {

/// Relative difference below which two levels, or a load and a capacity, count as equal. Sums of thousands of rates
/// have errors around 1e-13; a larger tolerance would be visible in the rates.
constexpr double equality = 1e-12;

/// Number of changes of a link's load before it is summed again, which limits the rounding error.
constexpr std::uint32_t updatesBetweenSums = 256;

/// A rising level is first set to what fits the present levels, which is nearly always right and saves a visit. A link
/// visited more often than this is removed first, which limits its further visits to two.
constexpr std::uint32_t visitsByTrial = 3;

/// More visits can only be due to rounding.
constexpr std::uint32_t mostVisits = 8;

} // namespace

MaxMin::MaxMin(const std::vector<double>& capacities)
    : levels_(capacities.size(), unbounded), wanted_(capacities.size(), unbounded), links_(capacities.size())
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
        least_.resize(flow + 1);
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

void MaxMin::activate(std::uint32_t flow)
{
    Flow& record = flows_[flow];
    record.active = true;
    record.rate = 0;
    const std::size_t first = flow * stride_;
    for (std::uint32_t i = 0; i < record.hops; ++i) {
        auto& entries = links_[hops_[first + i]].entries;
        positions_[first + i] = static_cast<std::uint32_t>(entries.size());
        entries.push_back({flow, i});
        markStale(hops_[first + i]);
    }
    least_[flow] = leastOf(flow);
    touch(flow);
}

void MaxMin::deactivate(std::uint32_t flow)
{
    Flow& record = flows_[flow];
    record.active = false;
    const std::size_t first = flow * stride_;
    for (std::uint32_t i = 0; i < record.hops; ++i) {
        const std::uint32_t index = hops_[first + i];
        Link& link = links_[index];
        const Entry moved = link.entries.back();
        link.entries[positions_[first + i]] = moved;
        positions_[moved.flow * stride_ + moved.hop] = positions_[first + i];
        link.entries.pop_back();
        changeLoad(link, -record.rate);
        if (wanted_[index] < unbounded || levels_[index] < unbounded) // else there was enough capacity before
            markStale(index);
    }
    record.rate = 0;
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
    flows_[flow].bound = bound;
    if (flows_[flow].active)
        follow(flow, leastOf(flow), none);
}

void MaxMin::changeLoad(Link& link, double by)
{
    link.load += by;
    if (++link.updates < updatesBetweenSums && !link.entries.empty())
        return;
    link.updates = 0;
    link.load = 0;
    for (const Entry& entry : link.entries)
        link.load += flows_[entry.flow].rate;
}

void MaxMin::touch(std::uint32_t flow)
{
    if (flows_[flow].touched)
        return;
    flows_[flow].touched = true;
    touched_.push_back(flow);
}

void MaxMin::markStale(std::uint32_t link)
{
    if (links_[link].stale)
        return;
    links_[link].stale = true;
    stale_.push_back(link);
}

std::span<const std::uint32_t> MaxMin::solve()
{
    ++solves_;
    refreshStale();
    while (!due_.empty()) {
        std::pop_heap(due_.begin(), due_.end(), later);
        const Due due = due_.back();
        due_.pop_back();
        const bool current = due.level == std::min(levels_[due.link], wanted_[due.link]);
        if (current && !fits(due.link)) {
            visit(due.link);
            refreshStale();
        }
    }
    commit();
    return changed_;
}

bool MaxMin::later(const Due& a, const Due& b)
{
    return a.level != b.level ? a.level > b.level : a.link > b.link;
}

/// Computes which levels would fit, and queues the links whose levels do not.
void MaxMin::refreshStale()
{
    for (const std::uint32_t index : stale_) {
        links_[index].stale = false;
        wanted_[index] = fittingLevel(index);
        if (fits(index))
            continue;
        due_.push_back({std::min(levels_[index], wanted_[index]), index});
        std::push_heap(due_.begin(), due_.end(), later);
    }
    stale_.clear();
}

bool MaxMin::fits(std::uint32_t link) const
{
    const double level = levels_[link];
    const double wanted = wanted_[link];
    return level == wanted || (wanted < unbounded && std::abs(level - wanted) <= equality * wanted);
}

/// The level at which the flows of a link fill it, each limited by its other links; infinite if they do not fill it.
double MaxMin::fittingLevel(std::uint32_t index)
{
    const Link& link = links_[index];
    sharers_.clear();
    double sum = 0;
    for (const Entry& entry : link.entries) {
        const double rate = least_[entry.flow].without(index);
        sharers_.push_back(rate);
        sum += rate;
    }
    if (sum <= link.capacity * (1 + equality))
        return unbounded;
    // A flow that cannot use an equal share leaves the rest to the others, until all the remaining ones can.
    double left = link.capacity;
    for (std::size_t count = sharers_.size();;) {
        const double level = std::max(0.0, left) / static_cast<double>(count);
        std::size_t kept = 0;
        for (std::size_t i = 0; i < count; ++i)
            if (sharers_[i] < level)
                left -= sharers_[i];
            else
                sharers_[kept++] = sharers_[i];
        if (kept == count)
            return level;
        if (kept == 0)
            return unbounded;
        count = kept;
    }
}

/// Corrects a link's level and informs its flows.
void MaxMin::visit(std::uint32_t index)
{
    Link& link = links_[index];
    if (link.visits++ == 0)
        visited_.push_back(index);
    if (link.visits > mostVisits)
        return;
    const double before = levels_[index];
    const bool rises = wanted_[index] > before;
    const double after = rises && link.visits > visitsByTrial ? unbounded : wanted_[index];
    levels_[index] = after;
    if (!fits(index)) {
        due_.push_back({wanted_[index], index});
        std::push_heap(due_.begin(), due_.end(), later);
    }
    for (const Entry& entry : link.entries) {
        const Least& least = least_[entry.flow];
        if (least.link == index && after <= least.others)
            follow(entry.flow, {after, least.others, index}, index);
        else if (least.link == index || std::min(before, after) <= least.others)
            follow(entry.flow, leastOf(entry.flow), index);
    }
}

MaxMin::Least MaxMin::leastOf(std::uint32_t flow) const
{
    Least least;
    least.level = flows_[flow].bound;
    for (const std::uint32_t link : route(flow)) {
        const double level = levels_[link];
        if (level < least.level) {
            least.others = least.level;
            least.level = level;
            least.link = link;
        } else if (level < least.others) {
            least.others = level;
        }
    }
    return least;
}

/// Updates a flow after the level of one of its links (or its bound) has changed, and marks its other links that are
/// affected.
void MaxMin::follow(std::uint32_t flow, const Least& after, std::uint32_t changed)
{
    const Least before = least_[flow];
    least_[flow] = after;
    touch(flow);
    for (const std::uint32_t link : route(flow)) {
        const double was = before.without(link);
        const double is = after.without(link);
        // A flow's rate above a link's level does not affect that link.
        if (link != changed && was != is && std::min(was, is) < wanted_[link])
            markStale(link);
    }
}

/// Copies the levels to the flows' rates.
void MaxMin::commit()
{
    changed_.clear();
    flowsTouched_ += touched_.size();
    for (const std::uint32_t index : touched_) {
        Flow& flow = flows_[index];
        flow.touched = false;
        const double by = least_[index].level - flow.rate;
        if (!flow.active || by == 0.0)
            continue;
        flow.rate = least_[index].level;
        changed_.push_back(index);
        for (const std::uint32_t link : route(index))
            changeLoad(links_[link], by);
    }
    touched_.clear();
    for (const std::uint32_t link : visited_)
        links_[link].visits = 0;
    visited_.clear();
}

} // namespace headroom::resources
