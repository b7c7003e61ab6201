#include "resources/network/flow/network_messages.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace headroom::resources {

namespace {

constexpr double ticksPerAveraging = 10;
constexpr double tickS = SmallMessages::averagingS / ticksPerAveraging;

/// Weight of one tick in the exponential average.
const double tickWeight = 1 - std::exp(-1 / ticksPerAveraging);

} // namespace

SmallMessages::SmallMessages(kernel::Calendar& calendar, const std::vector<LinkSpec>& links, MaxMin& streams,
                             const Settings& settings, kernel::Completion sharesChanged)
    : calendar_(calendar), links_(links), streams_(streams), settings_(settings), sharesChanged_(sharesChanged),
      state_(links.size())
{
}

void SmallMessages::send(const Ends& ends, std::span<const std::uint32_t> route, std::uint64_t bytes, double busy,
                         const kernel::Completion& sent, const kernel::Completion& delivered)
{
    const std::uint32_t index = messages_.take(); // reuses the memory of its route
    Message& message = messages_[index];
    message.sent = sent;
    message.delivered = delivered;
    message.ends = ends;
    message.route.assign(route.begin(), route.end());
    message.bytes = bytes;
    message.busy = busy;
    message.underWay = true;
    begin(index);
}

void SmallMessages::begin(std::uint32_t index)
{
    Message& message = messages_[index];
    message.tail = kernel::later(calendar_.now(),
                                 kernel::fromSeconds(static_cast<double>(message.bytes) / settings_.streamRateBps));
    message.hop = 0;
    advance(index);
}

void SmallMessages::reroute(const std::function<void(const Ends&, std::vector<std::uint32_t>& links)>& route,
                            const std::function<void(const Move&)>& moved)
{
    std::vector<std::uint32_t> links, leaving;
    for (std::uint32_t link = 0; link < state_.size(); ++link) {
        std::uint32_t waiting = std::exchange(state_[link].firstWaiting, none);
        while (waiting != none) {
            const std::uint32_t index = std::exchange(waiting, messages_[waiting].next);
            Message& message = messages_[index];
            links.clear();
            route(message.ends, links);
            const bool around = std::none_of(links.begin(), links.end(),
                                             [this](std::uint32_t each) { return state_[each].factor == 0.0; });
            if (links.empty() || !around) {
                wait(link, index);
                continue;
            }
            moved({message.busy, std::span(message.route).subspan(message.hop), links});
            message.route = links;
            leaving.push_back(index);
        }
    }
    for (const std::uint32_t index : leaving)
        begin(index);
}

void SmallMessages::addOutstanding(std::vector<double>& bytes) const
{
    for (std::uint32_t index = 0; index < messages_.size(); ++index) {
        if (!messages_.peek(index, &Message::underWay))
            continue;
        const Message& message = messages_[index];
        for (std::size_t hop = message.hop; hop < message.route.size(); ++hop)
            bytes[message.route[hop]] += message.busy;
    }
    for (std::uint32_t link = 0; link < state_.size(); ++link)
        bytes[link] += state_[link].bytes - this->bytes(link, calendar_.now());
}

/// `total` of a link's messages, of which `before` had passed it at `countedAt`: what has passed by now.
double SmallMessages::passed(const LinkState& link, double before, double total, kernel::Time now)
{
    if (now >= link.busyUntil)
        return total;
    const double share = kernel::toSeconds(now - link.countedAt) / kernel::toSeconds(link.busyUntil - link.countedAt);
    return before + (total - before) * share;
}

double SmallMessages::bytes(std::uint32_t index, kernel::Time now) const
{
    const LinkState& link = state_[index];
    return passed(link, link.passedBytes, link.bytes, now);
}

double SmallMessages::headers(std::uint32_t index, kernel::Time now) const
{
    const LinkState& link = state_[index];
    return passed(link, link.passedHeaders, link.headers, now);
}

void SmallMessages::setFactor(std::uint32_t index, double factor)
{
    LinkState& link = state_[index];
    link.factor = factor;
    if (links_[index].shared) {
        link.takenBps = std::min(link.takenBps, mostTaken(index));
        streams_.setCapacity(index, rateOf(index) - link.takenBps);
    }
    if (factor == 0.0)
        return;
    std::uint32_t waiting = std::exchange(link.firstWaiting, none);
    while (waiting != none)
        advance(std::exchange(waiting, messages_[waiting].next));
}

void SmallMessages::wait(std::uint32_t index, std::uint32_t message)
{
    LinkState& link = state_[index];
    messages_[message].next = none;
    (link.firstWaiting == none ? link.firstWaiting : messages_[link.lastWaiting].next) = message;
    link.lastWaiting = message;
}

/// Moves the message through links until it has to wait for a later instant.
void SmallMessages::advance(std::uint32_t index)
{
    Message& message = messages_[index];
    kernel::Time head = calendar_.now();
    while (message.hop < message.route.size() && head == calendar_.now()) {
        const std::uint32_t link = message.route[message.hop];
        if (state_[link].factor == 0.0)
            return wait(link, index);
        ++message.hop;
        head = pass(link, message, head);
        if (message.hop == 1 && message.sent.handler) // once, even if it is sent again
            calendar_.schedule(message.tail - kernel::fromSeconds(links_[link].latencyS),
                               std::exchange(message.sent, {}));
    }
    if (message.hop < message.route.size()) {
        calendar_.schedule(
            head,
            [](void* self, std::uint64_t context) {
                static_cast<SmallMessages*>(self)->advance(static_cast<std::uint32_t>(context));
            },
            this, index);
        return;
    }
    calendar_.schedule(kernel::later(message.tail, kernel::fromSeconds(settings_.latencyS)), message.delivered);
    message.underWay = false;
    messages_.give(index);
}

/// Returns when the message's head reaches the next link.
kernel::Time SmallMessages::pass(std::uint32_t index, Message& message, kernel::Time head)
{
    LinkState& link = state_[index];
    const double size = message.busy;
    const kernel::Time latency = kernel::fromSeconds(links_[index].latencyS);
    link.passedBytes = bytes(index, head);
    link.passedHeaders = headers(index, head);
    link.countedAt = head;
    link.headers += size - static_cast<double>(message.bytes);
    if (!links_[index].shared) {
        link.bytes += size;
        const kernel::Time through = kernel::later(head, kernel::fromSeconds(size / rateOf(index)));
        message.tail = kernel::later(std::max(message.tail, through), latency);
        return kernel::later(head, latency);
    }
    const kernel::Time start = std::max(head, link.busyUntil);
    link.busyUntil = kernel::later(start, kernel::fromSeconds(size / passingRate(index)));
    link.bytes += size;
    ++link.sinceTick;
    if (!settings_.alone)
        watch(index);
    message.tail = kernel::later(std::max(message.tail, link.busyUntil), latency);
    return kernel::later(start, latency);
}

double SmallMessages::passingRate(std::uint32_t index) const
{
    const LinkState& link = state_[index];
    const double rate = rateOf(index);
    const double left = rate - streams_.load(index);
    if (left >= rate)
        return rate;
    const double floor = settings_.floorShare * rate;
    const double average = link.averageBps + tickWeight * (link.bytes - link.bytesAtTick) / tickS;
    const double excess = repaymentBps(link);
    const double unpaidByStreams = excess > 0.0 ? std::max(0.0, excess - mostTaken(index)) : 0.0;
    return std::min(rate, std::max({left, floor, floor + average - unpaidByStreams}));
}

/// Most of the capacity that streams leave to messages: all but the floor share, or of the capacity what fair sharing
/// gives to the messages that wait, by their mean size.
double SmallMessages::mostTaken(std::uint32_t index) const
{
    const LinkState& link = state_[index];
    double share = 1 - settings_.floorShare;
    if (link.averageBps > 0.0) {
        const double waitingBytes = link.bytes - bytes(index, calendar_.now());
        const double waiting = waitingBytes * link.averagePerS / link.averageBps;
        share = std::max(share, waiting / (waiting + std::max(1U, streams_.flowCount(index))));
    }
    return share * rateOf(index);
}

void SmallMessages::watch(std::uint32_t link)
{
    if (state_[link].watched)
        return;
    state_[link].watched = true;
    watched_.push_back(link);
    if (watched_.size() == 1)
        scheduleRefresh();
}

void SmallMessages::scheduleRefresh()
{
    calendar_.scheduleBackground(
        calendar_.now() + kernel::fromSeconds(tickS),
        [](void* self, std::uint64_t) { static_cast<SmallMessages*>(self)->refreshAverages(); }, this);
}

void SmallMessages::refreshAverages()
{
    bool changed = false;
    std::size_t kept = 0;
    for (const std::uint32_t index : watched_) {
        changed |= refreshAverage(index);
        if (state_[index].watched)
            watched_[kept++] = index;
    }
    watched_.resize(kept);
    if (changed)
        sharesChanged_();
    if (!watched_.empty())
        scheduleRefresh();
}

/// True if what streams may share has changed. A link without messages and without an excess is no longer watched.
bool SmallMessages::refreshAverage(std::uint32_t index)
{
    LinkState& link = state_[index];
    const double rate = rateOf(index);
    const auto average = [](double& perS, double inTick) { perS += tickWeight * (inTick / tickS - perS); };
    const double arrived = link.bytes - std::exchange(link.bytesAtTick, link.bytes);
    const double passedBytes = bytes(index, calendar_.now());
    const double passed = passedBytes - std::exchange(link.passedAtTick, passedBytes);
    average(link.averageBps, arrived);
    average(link.averagePerS, std::exchange(link.sinceTick, 0));
    const double left = std::max(0.0, rate - streams_.load(index));
    link.excessBytes = std::max(0.0, link.excessBytes + passed - left * tickS);

    const double step = capacityStep * rate;
    const double wanted = repaymentBps(link) < step ? 0.0 : std::min(repaymentBps(link), mostTaken(index));
    const bool changes = std::abs(wanted - link.takenBps) > step || (wanted == 0.0 && link.takenBps > 0.0);
    if (changes) {
        link.takenBps = wanted;
        streams_.setCapacity(index, rate - wanted);
    }
    if (passed == 0.0 && link.excessBytes == 0.0) {
        link.averageBps = link.averagePerS = 0;
        link.watched = false;
    }
    return changes;
}

} // namespace headroom::resources
