#include "resources/max_min.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

namespace {

/// Relative difference below which two rates, or a load and a capacity, count as equal. Sums of thousands of rates
/// carry errors around 1e-13; a coarser figure would show in the rates.
constexpr double equality = 1e-11;

/// How many changes a link's load may gather before it is summed afresh, which keeps rounding from piling up.
constexpr std::uint32_t updatesBetweenSums = 256;

} // namespace

MaxMin::MaxMin(std::vector<double> capacities) : links_(capacities.size()), work_(capacities.size())
{
    for (std::size_t i = 0; i < capacities.size(); ++i) {
        if (!(capacities[i] > 0.0))
            throw std::invalid_argument("max-min sharing needs links of positive capacity");
        links_[i].capacity = capacities[i];
    }
}

void MaxMin::setRoute(std::uint32_t flow, std::span<const std::uint32_t> links, double bound)
{
    if (!(bound > 0.0))
        throw std::invalid_argument("a flow's bound is positive");
    if (flow >= flows_.size())
        flows_.resize(flow + 1);
    auto& hops = flows_[flow].hops;
    hops.clear();
    flows_[flow].bound = bound;
    for (const std::uint32_t link : links)
        hops.push_back({link, 0});
}

void MaxMin::activate(std::uint32_t flow)
{
    Flow& record = flows_[flow];
    record.active = true;
    record.rate = 0;
    record.bottleneck = none;
    for (std::uint32_t i = 0; i < record.hops.size(); ++i) {
        auto& entries = links_[record.hops[i].link].entries;
        record.hops[i].position = static_cast<std::uint32_t>(entries.size());
        entries.push_back({flow, i});
    }
    arrivals_.push_back(flow);
}

void MaxMin::deactivate(std::uint32_t flow)
{
    Flow& record = flows_[flow];
    record.active = false;
    withdraw(record);
    for (const Hop& hop : record.hops) {
        Link& link = links_[hop.link];
        const Entry moved = link.entries.back();
        link.entries[hop.position] = moved;
        flows_[moved.flow].hops[moved.hop].position = hop.position;
        link.entries.pop_back();
        changeLoad(link, -record.rate);
        markDirty(hop.link);
    }
    record.rate = 0;
}

/// Takes the flow's certificate back.
void MaxMin::withdraw(Flow& flow)
{
    if (flow.bottleneck < ownBound)
        --links_[flow.bottleneck].bottlenecked;
    flow.bottleneck = none;
}

void MaxMin::setCapacity(std::uint32_t link, double capacity)
{
    if (!(capacity > 0.0))
        throw std::invalid_argument("max-min sharing needs links of positive capacity");
    links_[link].capacity = capacity;
    markDirty(link);
}

void MaxMin::markDirty(std::uint32_t link)
{
    if (links_[link].dirty)
        return;
    links_[link].dirty = true;
    dirty_.push_back(link);
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

std::span<const std::uint32_t> MaxMin::solve()
{
    ++solves_;
    changed_.clear();
    startFromDirty();
    if (!free_.empty()) {
        do {
            fill();
        } while (restoreCertificates());
        commit();
    }
    return changed_;
}

/// Frees the new flows, and those that changes of links have deprived of their certificate or of capacity.
void MaxMin::startFromDirty()
{
    for (const std::uint32_t flow : arrivals_)
        if (flows_[flow].active)
            makeFree(flow);
    arrivals_.clear();
    for (const std::uint32_t index : dirty_) {
        Link& link = links_[index];
        link.dirty = false;
        const double slack = link.capacity - link.load;
        if (slack < -equality * link.capacity)
            freeFaster(index, slack, 0);
        else if (slack > equality * link.capacity)
            freeBottlenecked(index);
    }
    dirty_.clear();
}

void MaxMin::makeFree(std::uint32_t flow)
{
    if (flows_[flow].free)
        return;
    flows_[flow].free = true;
    free_.push_back(flow);
}

void MaxMin::freeBottlenecked(std::uint32_t link)
{
    if (links_[link].bottlenecked == 0)
        return;
    for (const Entry& entry : links_[link].entries)
        if (flows_[entry.flow].bottleneck == link)
            makeFree(entry.flow);
}

/// Frees the fastest fixed flows of a link until the rest is no faster than the level that the freed ones, with
/// `sharers` flows that are free already and `residual` capacity for them all, would get there.
void MaxMin::freeFaster(std::uint32_t link, double residual, std::uint32_t sharers)
{
    candidates_.clear();
    for (const Entry& entry : links_[link].entries)
        if (!flows_[entry.flow].free && flows_[entry.flow].rate * sharers > residual * (1 + equality))
            candidates_.push_back(entry.flow);
    const auto slower = [this](std::uint32_t a, std::uint32_t b) {
        return flows_[a].rate != flows_[b].rate ? flows_[a].rate < flows_[b].rate : a > b;
    };
    std::make_heap(candidates_.begin(), candidates_.end(), slower);
    while (!candidates_.empty()) {
        const std::uint32_t fastest = candidates_.front();
        const double rate = flows_[fastest].rate;
        if (rate * sharers <= residual * (1 + equality))
            return;
        makeFree(fastest);
        residual += rate;
        ++sharers;
        std::pop_heap(candidates_.begin(), candidates_.end(), slower);
        candidates_.pop_back();
    }
}

/// Lists the links of the free flows, what the fixed flows leave there, and the free flows of each.
void MaxMin::gatherWork()
{
    ++fills_;
    touched_.clear();
    std::uint32_t total = 0;
    for (const std::uint32_t index : free_) {
        Flow& flow = flows_[index];
        flow.frozen = false;
        for (const Hop& hop : flow.hops) {
            Work& work = work_[hop.link];
            if (work.fill != fills_) {
                work = Work{};
                work.fill = fills_;
                work.residual = links_[hop.link].capacity - links_[hop.link].load;
                touched_.push_back(hop.link);
            }
            work.residual += flow.rate;
            ++work.freeFlows;
            work.formerlyHere += flow.bottleneck == hop.link;
            ++total;
        }
    }
    members_.resize(total);
    std::uint32_t offset = 0;
    for (const std::uint32_t link : touched_) {
        Work& work = work_[link];
        if (work.freeFlows == links_[link].entries.size())
            work.residual = links_[link].capacity;
        work.offset = offset;
        offset += work.freeFlows;
    }
    for (const std::uint32_t index : free_)
        for (const Hop& hop : flows_[index].hops) {
            Work& work = work_[hop.link];
            members_[work.offset + work.unfrozen++] = index;
        }
}

bool MaxMin::later(const Level& a, const Level& b)
{
    if (a.level != b.level)
        return a.level > b.level;
    return a.link != b.link ? a.link > b.link : a.flow > b.flow;
}

/// Progressive filling among the free flows: all rise together; where a link is full, its flows stop, and so does a
/// flow at its bound.
void MaxMin::fill()
{
    gatherWork();
    const auto levelOf = [this](std::uint32_t link) {
        return std::max(0.0, work_[link].residual) / work_[link].unfrozen;
    };
    levels_.clear();
    for (const std::uint32_t link : touched_)
        levels_.push_back({levelOf(link), link, none});
    for (const std::uint32_t flow : free_)
        if (flows_[flow].bound < unbounded)
            levels_.push_back({flows_[flow].bound, none, flow});
    std::make_heap(levels_.begin(), levels_.end(), later);
    while (!levels_.empty()) {
        std::pop_heap(levels_.begin(), levels_.end(), later);
        Level& last = levels_.back();
        if (last.flow != none) {
            if (!flows_[last.flow].frozen)
                freezeFlow(flows_[last.flow], last.level, ownBound);
            levels_.pop_back();
            continue;
        }
        if (work_[last.link].unfrozen == 0) {
            levels_.pop_back();
            continue;
        }
        // Levels only rise as flows freeze at lower ones, so an entry that is still right is the lowest of all.
        const double level = levelOf(last.link);
        if (level > last.level) {
            last.level = level;
            std::push_heap(levels_.begin(), levels_.end(), later);
            continue;
        }
        const std::uint32_t link = last.link;
        levels_.pop_back();
        freeze(link, level);
    }
}

void MaxMin::freeze(std::uint32_t link, double level)
{
    Work& here = work_[link];
    here.level = level;
    for (std::uint32_t i = 0; i < here.freeFlows; ++i) {
        Flow& flow = flows_[members_[here.offset + i]];
        if (flow.frozen)
            continue;
        ++here.frozenHere;
        freezeFlow(flow, level, link);
    }
}

void MaxMin::freezeFlow(Flow& flow, double level, std::uint32_t bottleneck)
{
    flow.frozen = true;
    flow.newRate = level;
    flow.newBottleneck = bottleneck;
    for (const Hop& hop : flow.hops) {
        Work& work = work_[hop.link];
        work.residual -= level;
        work.fastest = std::max(work.fastest, level);
        --work.unfrozen;
    }
}

/// Frees the fixed flows that stand against the certificates after a fill. False if there are none.
bool MaxMin::restoreCertificates()
{
    const std::size_t before = free_.size();
    for (const std::uint32_t index : touched_) {
        const Work& work = work_[index];
        const Link& link = links_[index];
        if (work.freeFlows == link.entries.size())
            continue;
        if (work.frozenHere > 0)
            freeFaster(index, work.level * work.frozenHere + std::min(0.0, work.residual), work.frozenHere);
        const bool outrun = work.fastest > link.level * (1 + equality);
        const bool slack = work.residual > equality * link.capacity;
        if (link.bottlenecked > work.formerlyHere && (outrun || slack))
            freeBottlenecked(index);
    }
    return free_.size() != before;
}

void MaxMin::commit()
{
    flowsTouched_ += free_.size();
    for (const std::uint32_t index : free_) {
        Flow& flow = flows_[index];
        flow.free = false;
        withdraw(flow);
        flow.bottleneck = flow.newBottleneck;
        if (flow.bottleneck < ownBound) {
            ++links_[flow.bottleneck].bottlenecked;
            links_[flow.bottleneck].level = flow.newRate;
        }
        const double by = flow.newRate - flow.rate;
        if (by == 0.0)
            continue;
        flow.rate = flow.newRate;
        changed_.push_back(index);
        for (const Hop& hop : flow.hops)
            changeLoad(links_[hop.link], by);
    }
    free_.clear();
}

} // namespace headroom::resources
