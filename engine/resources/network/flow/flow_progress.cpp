#include "resources/network/flow/flow_progress.h"

#include <algorithm>
#include <cmath>

namespace headroom::resources {

using kernel::Time;

namespace {

/// A link starts to count from 0 again beyond this: at 4 GB the rounding of the count is below a millionth of a byte.
constexpr double countAgainFrom = 4e9;

} // namespace

void FlowProgress::setRate(std::uint32_t flow, double rate, Time now)
{
    if (flow >= flows_.size())
        flows_.resize(flow + 1);
    Flow& record = flows_[flow];
    if (record.sending) {
        record.target = left(flow, now);
        leave(flow);
    }
    record.link = noLink;
    record.rate = rate;
    record.since = now;
    if (record.sending)
        expect(itemOf(flow), record.target, rate, now, record.order);
}

void FlowProgress::keepPace(std::uint32_t flow, std::uint32_t link, Time now)
{
    Flow& record = flows_[flow];
    if (record.link == link)
        return;
    const double bytes = record.sending ? left(flow, now) : 0.0;
    if (record.sending)
        leave(flow);
    record.link = link;
    if (record.sending)
        join(flow, bytes, now);
}

void FlowProgress::setLevel(std::uint32_t index, double rate, Time now)
{
    Link& link = links_[index];
    advance(link, now);
    link.rate = std::isinf(rate) ? 0.0 : rate;
    if (!link.flows.empty())
        listChanged(index);
}

void FlowProgress::begin(std::uint32_t flow, double bytes, std::uint64_t order, Time now)
{
    Flow& record = flows_[flow];
    if (record.sending)
        leave(flow);
    record.sending = true;
    record.order = order;
    if (record.link != noLink) {
        join(flow, bytes, now);
        return;
    }
    record.target = bytes;
    record.since = now;
    expect(itemOf(flow), bytes, record.rate, now, order);
}

void FlowProgress::end(std::uint32_t flow)
{
    if (flow >= flows_.size() || !flows_[flow].sending)
        return;
    leave(flow);
    flows_[flow].sending = false;
}

double FlowProgress::rate(std::uint32_t flow) const
{
    const Flow& record = flows_[flow];
    return record.link == noLink ? record.rate : links_[record.link].rate;
}

double FlowProgress::left(std::uint32_t flow, Time now) const
{
    const Flow& record = flows_[flow];
    if (record.link != noLink)
        return std::max(0.0, record.target - countAt(links_[record.link], now));
    return std::max(0.0, record.target - record.rate * kernel::toSeconds(now - record.since));
}

Time FlowProgress::firstTime()
{
    for (const std::uint32_t index : changed_) {
        Link& link = links_[index];
        link.changed = false;
        if (link.flows.empty())
            drop(index);
        else
            expect(index, link.flows.firstKey().bytes - link.count, link.rate, link.since, link.flows.firstKey().order);
    }
    changed_.clear();
    return finishes_.empty() ? kernel::never : finishes_.firstKey().time;
}

std::uint32_t FlowProgress::first() const
{
    const std::uint32_t item = finishes_.first();
    return item < links_.size() ? links_[item].flows.first() : item - static_cast<std::uint32_t>(links_.size());
}

double FlowProgress::countAt(const Link& link, Time now)
{
    return link.count + link.rate * kernel::toSeconds(now - link.since);
}

void FlowProgress::advance(Link& link, Time now)
{
    link.count = countAt(link, now);
    link.since = now;
    if (link.flows.empty())
        link.count = 0;
    if (link.count < countAgainFrom)
        return;
    link.flows.changeKeys([&](std::uint32_t flow, Target& target) {
        target.bytes -= link.count;
        flows_[flow].target = target.bytes;
    });
    link.count = 0;
}

/// Its link counts the piece from now on.
void FlowProgress::join(std::uint32_t flow, double bytes, Time now)
{
    Flow& record = flows_[flow];
    Link& link = links_[record.link];
    advance(link, now);
    record.target = link.count + bytes;
    link.flows.set(positions_, flow, {record.target, record.order});
    listChanged(record.link);
}

/// Its piece is no longer expected.
void FlowProgress::leave(std::uint32_t flow)
{
    const std::uint32_t link = flows_[flow].link;
    if (link == noLink) {
        drop(itemOf(flow));
        return;
    }
    links_[link].flows.remove(positions_, flow);
    listChanged(link);
}

void FlowProgress::listChanged(std::uint32_t link)
{
    if (links_[link].changed)
        return;
    links_[link].changed = true;
    changed_.push_back(link);
}

void FlowProgress::expect(std::uint32_t item, double bytes, double rate, Time since, std::uint64_t order)
{
    if (bytes <= 0.0)
        finishes_.set(finishPositions_, item, {since, order});
    else if (rate > 0.0)
        finishes_.set(finishPositions_, item, {kernel::later(since, kernel::fromSeconds(bytes / rate)), order});
    else
        drop(item);
}

void FlowProgress::drop(std::uint32_t item)
{
    if (IndexedHeap<Finish>::contains(finishPositions_, item))
        finishes_.remove(finishPositions_, item);
}

std::uint32_t FlowProgress::itemOf(std::uint32_t flow) const
{
    return static_cast<std::uint32_t>(links_.size()) + flow;
}

} // namespace headroom::resources
