#include "resources/network/flow/network_state.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace headroom::resources {

using kernel::Time;

namespace {

constexpr double unlimited = std::numeric_limits<double>::infinity();

std::vector<double> capacitiesOf(const std::vector<LinkSpec>& links)
{
    std::vector<double> capacities;
    capacities.reserve(links.size());
    for (const LinkSpec& link : links)
        capacities.push_back(link.rateBps);
    return capacities;
}

bool takesNoTime(double latencyS, double rateBps)
{
    return latencyS == 0.0 && std::isinf(rateBps);
}

/// An unlimited rate as a finite number, so that its product with a time of 0 is 0.
double finite(double rate)
{
    return std::min(rate, std::numeric_limits<double>::max());
}

} // namespace

Network::State::State(kernel::Calendar& calendar_, std::vector<LinkSpec> links_, RouteFunction route_,
                      const void* topology_, const Settings& settings_)
    : calendar(calendar_), links(std::move(links_)), route(route_), topology(topology_), settings(settings_),
      sharing(capacitiesOf(links)),
      messages(calendar, links, sharing,
               {settings.smallMessageShare, settings.latencyS, settings.streamRateBps, settings.byMessages},
               {[](void* self, std::uint64_t) { static_cast<State*>(self)->requestSolve(); }, this, 0}),
      progress(links.size()), finishedBytes(links.size(), 0.0), bytesAtReset(links.size(), 0.0),
      headersAtReset(links.size(), 0.0), carriedByLink(links.size()), acceptedBytes(links.size(), 0.0)
{
    if (!(settings.smallMessageShare > 0.0 && settings.smallMessageShare < 1.0))
        throw std::invalid_argument("the share that small messages get at least lies between 0 and 1");
    noTime = takesNoTime(settings.latencyS, settings.streamRateBps);
    for (const LinkSpec& link : links) {
        delayOnly = delayOnly && !link.shared;
        noTime = noTime && !link.shared && takesNoTime(link.latencyS, link.rateBps);
    }
}

const std::vector<std::uint32_t>& Network::State::findRoute(std::uint32_t from, std::uint32_t to, std::uint64_t flow)
{
    routeScratch.clear();
    if (links.empty())
        return routeScratch;
    route(topology, from, to, flow, routeScratch);
    if (routeScratch.empty())
        throw std::runtime_error("no route from node " + std::to_string(from) + " to node " + std::to_string(to));
    return routeScratch;
}

Time Network::State::latencyOf(const std::vector<std::uint32_t>& hops) const
{
    Time sum = kernel::fromSeconds(settings.latencyS);
    for (const std::uint32_t link : hops)
        sum = kernel::later(sum, kernel::fromSeconds(links[link].latencyS));
    return sum;
}

template <class Hops>
double Network::State::narrowest(const Hops& hops, double rate) const
{
    for (const std::uint32_t link : hops)
        rate = std::min(rate, links[link].rateBps);
    return rate;
}

Time Network::State::timeOnWire(const std::vector<std::uint32_t>& hops, std::uint64_t bytes) const
{
    const double rate = narrowest(hops, unlimited);
    return rate > 0 ? kernel::fromSeconds(payloadInItsTime(bytes, settings.mtu) / rate) : 0;
}

double Network::State::boundOf(const std::vector<std::uint32_t>& hops, double rate) const
{
    for (const std::uint32_t link : hops)
        if (!links[link].shared) // a cut link has rate 0, even if its rate was unlimited
            rate = std::min(rate, messages.factor(link) > 0.0 ? links[link].rateBps * messages.factor(link) : 0.0);
    return rate;
}

std::uint32_t Network::State::takeStream()
{
    if (freeStreams.empty()) {
        streams.emplace_back();
        return static_cast<std::uint32_t>(streams.size() - 1);
    }
    const std::uint32_t slot = freeStreams.back();
    freeStreams.pop_back();
    return slot;
}

std::uint32_t Network::State::takeChunk()
{
    if (freeChunks.empty()) {
        chunks.emplace_back();
        return static_cast<std::uint32_t>(chunks.size() - 1);
    }
    const std::uint32_t chunk = freeChunks.back();
    freeChunks.pop_back();
    return chunk;
}

void Network::State::releaseChunk(std::uint32_t chunk)
{
    chunks[chunk] = Chunk{};
    freeChunks.push_back(chunk);
}

void Network::State::releaseAll(ChunkList& list)
{
    while (list.head != noChunk) {
        const std::uint32_t chunk = takeFirst(list);
        calendar.cancel(chunks[chunk].arrival);
        releaseChunk(chunk);
    }
}

void Network::State::append(ChunkList& list, std::uint32_t chunk)
{
    chunks[chunk].next = noChunk;
    if (list.head == noChunk)
        list.head = chunk;
    else
        chunks[list.tail].next = chunk;
    list.tail = chunk;
}

std::uint32_t Network::State::takeFirst(ChunkList& list)
{
    const std::uint32_t chunk = list.head;
    list.head = chunks[chunk].next;
    return chunk;
}

std::uint32_t Network::State::open(std::uint32_t from, std::uint32_t to, std::uint64_t flow)
{
    routeScratch.clear();
    if (from != to)
        findRoute(from, to, flow);
    const std::uint32_t slot = takeStream();
    Stream& stream = streams[slot];
    stream.open = true;
    stream.oneOff = false;
    stream.acceptedBytes = 0;
    stream.deliveredBytes = 0;
    stream.flow = flow;
    stream.from = from;
    stream.to = to;
    stream.noSoonerThan = 0;
    takeRoute(slot);
    return slot;
}

/// Puts the stream on its new route.
void Network::State::takeRoute(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    const bool loopback = stream.from == stream.to;
    stream.latency = loopback ? kernel::fromSeconds(settings.loopbackLatencyS) : latencyOf(routeScratch);
    stream.wayBack = loopback ? 0 : kernel::later(stream.latency, timeOnWire(routeScratch, 0));
    stream.delayLinks.clear();
    sharedScratch.clear();
    for (const std::uint32_t link : routeScratch)
        (links[link].shared ? sharedScratch : stream.delayLinks).push_back(link);
    const double bound = loopback ? settings.loopbackRateBps : boundOf(routeScratch, settings.streamRateBps);
    stream.alone = sharedScratch.empty();
    progress.setRate(slot, stream.alone ? finite(bound) : 0.0, calendar.now());
    sharing.setRoute(slot, sharedScratch, bound);
}

void Network::State::countBytes(std::uint32_t slot, double bytes)
{
    for (const std::uint32_t link : sharing.route(slot))
        finishedBytes[link] += bytes;
    for (const std::uint32_t link : streams[slot].delayLinks)
        finishedBytes[link] += bytes;
}

/// Sends a message over links that are not shared.
void Network::State::sendAlone(const std::vector<std::uint32_t>& hops, std::uint64_t bytes,
                               const kernel::Completion& delivered)
{
    const auto size = static_cast<double>(bytes);
    accept(hops, size);
    for (const std::uint32_t link : hops)
        finishedBytes[link] += size;
    const double seconds =
        std::max(size / settings.streamRateBps, payloadInItsTime(bytes, settings.mtu) / boundOf(hops, unlimited));
    const Time sent = kernel::later(calendar.now(), kernel::fromSeconds(seconds));
    calendar.schedule(kernel::later(sent, latencyOf(hops)), delivered);
}

void Network::State::close(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    const bool handing = byMessages(stream);
    if (stream.sending() && !handing)
        countBytes(slot, sentHere(slot, calendar.now()));
    if (settings.audit && stream.sending()) {
        const double dropped = handing
                                   ? static_cast<double>(bytesToHand(slot))
                                   : static_cast<double>(bytesIn(stream.queued)) - sentOfChunk(slot, calendar.now());
        accept(sharing.route(slot), -dropped);
        accept(stream.delayLinks, -dropped);
    }
    releaseAll(stream.queued);
    releaseAll(stream.underWay);
    if (sharing.active(slot)) {
        sharing.deactivate(slot);
        requestSolve();
    }
    progress.end(slot);
    if (!finishing)
        armFinish();
    stream.open = stream.handed = false;
    ++stream.generation;
    freeStreams.push_back(slot);
}

void Network::State::send(std::uint32_t slot, std::uint64_t bytes, const kernel::Completion& sent,
                          const kernel::Completion& delivered)
{
    const std::uint32_t chunk = takeChunk();
    chunks[chunk].bytes = bytes;
    streams[slot].acceptedBytes += bytes;
    accept(sharing.route(slot), static_cast<double>(bytes));
    accept(streams[slot].delayLinks, static_cast<double>(bytes));
    chunks[chunk].sent = sent;
    chunks[chunk].delivered = delivered;
    const bool idle = !streams[slot].sending();
    append(streams[slot].queued, chunk);
    if (idle)
        beginChunk(slot);
}

/// Starts sending the first queued chunk: at the stream's rate if it still has one, otherwise after the next solve.
void Network::State::beginChunk(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    if (byMessages(stream)) {
        handOver(slot);
        return;
    }
    stream.sentElsewhere = 0;
    progress.begin(slot, static_cast<double>(chunks[stream.queued.head].bytes), ++chunksBegun, calendar.now());
    if (!stream.alone && !sharing.active(slot))
        listForSolve(slot);
    if (!finishing)
        armFinish();
}

void Network::State::armFinish()
{
    const Time first = progress.firstTime();
    if (first == finishAt)
        return;
    calendar.cancel(finishEvent);
    finishAt = first;
    finishEvent = kernel::noEvent;
    if (finishAt != kernel::never)
        finishEvent = calendar.schedule(
            finishAt, [](void* self, std::uint64_t) { static_cast<State*>(self)->finishDue(); }, this);
}

void Network::State::finishDue()
{
    finishEvent = kernel::noEvent;
    finishAt = kernel::never;
    finishing = true;
    while (progress.firstTime() <= calendar.now())
        finishChunk(progress.first());
    finishing = false;
    if (!solveRequested) // else the solve does so
        armFinish();
}

void Network::State::finishChunk(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    const std::uint32_t chunk = takeFirst(stream.queued);
    countBytes(slot, static_cast<double>(chunks[chunk].bytes) - stream.sentElsewhere);
    chunks[chunk].arrival = calendar.schedule(
        std::max(kernel::later(calendar.now(), stream.latency), stream.noSoonerThan),
        [](void* self, std::uint64_t context) {
            static_cast<State*>(self)->deliver(static_cast<std::uint32_t>(context));
        },
        this, slot);
    append(stream.underWay, chunk);
    if (stream.sending()) {
        beginChunk(slot);
    } else {
        progress.end(slot);
        if (sharing.active(slot))
            listForSolve(slot);
    }
    // Last, and from a copy: the completion may send, open and close.
    const kernel::Completion sent = chunks[chunk].sent;
    sent();
}

/// Chunks of a stream arrive in the order in which they were sent: those on one route have the same latency, those on
/// the next route come later.
void Network::State::deliver(std::uint32_t slot)
{
    const std::uint32_t chunk = takeFirst(streams[slot].underWay);
    const kernel::Completion delivered = chunks[chunk].delivered;
    streams[slot].deliveredBytes += chunks[chunk].bytes;
    releaseChunk(chunk);
    if (streams[slot].oneOff)
        close(slot);
    delivered();
}

void Network::State::listForSolve(std::uint32_t slot)
{
    requestSolve();
    if (streams[slot].listed)
        return;
    streams[slot].listed = true;
    startedOrStopped.push_back(slot);
}

void Network::State::requestSolve()
{
    if (solveRequested)
        return;
    solveRequested = true;
    calendar.schedule(
        calendar.now(), [](void* self, std::uint64_t) { static_cast<State*>(self)->solve(); }, this);
}

void Network::State::solve()
{
    solveRequested = false;
    for (const std::uint32_t slot : startedOrStopped) {
        streams[slot].listed = false;
        const bool sends = streams[slot].open && !streams[slot].alone && streams[slot].sending();
        if (sends == sharing.active(slot))
            continue;
        if (sends) {
            sharing.activate(slot);
        } else {
            sharing.deactivate(slot);
            progress.setRate(slot, 0, calendar.now());
        }
    }
    startedOrStopped.clear();
    const MaxMin::Changes changes = sharing.solve();
    for (const std::uint32_t link : changes.levels)
        progress.setLevel(link, sharing.level(link), calendar.now());
    for (const std::uint32_t slot : changes.bottlenecks)
        if (sharing.bottleneck(slot) == MaxMin::noLink)
            progress.setRate(slot, sharing.rate(slot), calendar.now());
        else
            progress.keepPace(slot, sharing.bottleneck(slot), calendar.now());
    armFinish();
}

/// Bytes of the stream's current chunk that have left by `now`.
double Network::State::sentOfChunk(std::uint32_t slot, Time now) const
{
    const Stream& stream = streams[slot];
    const auto size = static_cast<double>(chunks[stream.queued.head].bytes);
    return size - std::min(size, progress.left(slot, now));
}

double Network::State::totalBytes(std::uint32_t link, Time now) const
{
    double bytes = finishedBytes[link] + messages.bytes(link, now);
    for (std::uint32_t i = 0; i < sharing.flowCount(link); ++i) {
        const std::uint32_t slot = sharing.flowOn(link, i);
        if (streams[slot].sending())
            bytes += sentHere(slot, now);
    }
    return bytes;
}

/// Bytes that exceed the capacity for a moment count as soon as the link can have carried them.
double Network::State::carriedBytes(std::uint32_t link, Time now)
{
    const double total = totalBytes(link, now);
    if (!links[link].shared)
        return total;
    Carried& carried = carriedByLink[link];
    const double rate = links[link].rateBps * std::max(1.0, messages.factor(link));
    carried.bytes = std::min(total, carried.bytes + rate * kernel::toSeconds(now - carried.at));
    carried.at = now;
    return carried.bytes;
}

void Network::State::accept(std::span<const std::uint32_t> hops, double bytes)
{
    if (!settings.audit)
        return;
    for (const std::uint32_t link : hops)
        acceptedBytes[link] += bytes;
}

/// Upper bound of a stream's rate on its links that are not shared.
double Network::State::boundOfStream(std::uint32_t slot) const
{
    return boundOf(streams[slot].delayLinks, settings.streamRateBps);
}

void Network::State::setLinkRate(std::uint32_t link, double factor)
{
    carriedBytes(link, calendar.now()); // up to here by the previous rate
    messages.setFactor(link, factor);
    requestSolve();
    if (links[link].shared)
        return;
    for (std::uint32_t slot = 0; slot < streams.size(); ++slot) {
        const auto& delays = streams[slot].delayLinks;
        if (!streams[slot].open || std::find(delays.begin(), delays.end(), link) == delays.end())
            continue;
        if (streams[slot].alone)
            progress.setRate(slot, finite(boundOfStream(slot)), calendar.now());
        else
            sharing.setBound(slot, boundOfStream(slot));
    }
}

Network::Network(kernel::Calendar& calendar, std::vector<LinkSpec> links, RouteFunction route, const void* topology,
                 const Settings& settings)
    : state_(std::make_unique<State>(calendar, std::move(links), route, topology, settings))
{
}

Network::~Network() = default;

void Network::message(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, std::uint64_t flow,
                      kernel::Completion delivered)
{
    State& state = *state_;
    if (from == to) {
        const double seconds =
            state.settings.loopbackLatencyS + static_cast<double>(bytes) / state.settings.loopbackRateBps;
        state.calendar.schedule(kernel::later(state.calendar.now(), kernel::fromSeconds(seconds)), delivered);
    } else if (state.delayOnly && state.boundOf(state.findRoute(from, to, flow), unlimited) > 0.0) {
        state.sendAlone(state.routeScratch, bytes, delivered);
    } else if (!state.delayOnly && (state.settings.byMessages || bytes <= state.settings.smallMessageBytes)) {
        const auto& hops = state.findRoute(from, to, flow);
        const double busy = payloadInItsTime(bytes, state.settings.mtu);
        state.accept(hops, busy);
        state.messages.send({from, to, flow}, hops, bytes, busy, {}, delivered);
    } else {
        const std::uint32_t slot = state.open(from, to, flow);
        state.streams[slot].oneOff = true;
        state.send(slot, bytes, {}, delivered);
    }
}

StreamId Network::open(std::uint32_t from, std::uint32_t to, std::uint64_t flow)
{
    return state_->streams.idOf(state_->open(from, to, flow));
}

void Network::send(StreamId stream, std::uint64_t bytes, kernel::Completion sent, kernel::Completion delivered)
{
    if (!state_->streams.isOpen(stream))
        throw std::logic_error("a chunk was sent on a stream that is not open");
    state_->send(StreamPlaces<Stream>::placeOf(stream), bytes, sent, delivered);
}

void Network::close(StreamId stream)
{
    if (state_->streams.isOpen(stream))
        state_->close(StreamPlaces<Stream>::placeOf(stream));
}

double Network::rate(StreamId stream) const
{
    if (!state_->streams.isOpen(stream))
        return 0.0;
    const std::uint32_t slot = StreamPlaces<Stream>::placeOf(stream);
    const Stream& record = state_->streams[slot];
    return record.sending() ? state_->progress.rate(slot) : 0.0;
}

Time Network::wayBack(StreamId stream) const
{
    return state_->streams[StreamPlaces<Stream>::placeOf(stream)].wayBack;
}

double Network::crossing(StreamId stream, std::uint32_t bytes) const
{
    const std::uint32_t slot = StreamPlaces<Stream>::placeOf(stream);
    const double rate = state_->narrowest(state_->sharing.route(slot), state_->sharing.bound(slot));
    return kernel::toSeconds(state_->streams[slot].latency) + (rate > 0 ? static_cast<double>(bytes) / rate : 0.0);
}

double Network::crossing(std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::uint32_t bytes) const
{
    const auto& settings = state_->settings;
    if (from == to)
        return settings.loopbackLatencyS + static_cast<double>(bytes) / settings.loopbackRateBps;
    const auto& hops = state_->findRoute(from, to, flow);
    return kernel::toSeconds(state_->latencyOf(hops)) +
           static_cast<double>(bytes) / state_->narrowest(hops, state_->boundOf(hops, settings.streamRateBps));
}

double Network::latency(std::uint32_t from, std::uint32_t to) const
{
    if (from == to)
        return state_->settings.loopbackLatencyS;
    return kernel::toSeconds(state_->latencyOf(state_->findRoute(from, to, 0)));
}

bool Network::immediate(std::uint32_t from, std::uint32_t to) const
{
    if (from == to)
        return takesNoTime(state_->settings.loopbackLatencyS, state_->settings.loopbackRateBps);
    return state_->noTime;
}

void Network::setLinkRate(std::uint32_t link, double factor)
{
    if (!(factor >= 0.0) || std::isinf(factor))
        throw std::invalid_argument("the factor of a link's rate must not be negative");
    state_->setLinkRate(link, factor);
}

bool Network::usable(std::uint32_t link) const
{
    return state_->messages.factor(link) > 0.0;
}

std::size_t Network::linkCount() const
{
    return state_->links.size();
}

const LinkSpec& Network::link(std::uint32_t index) const
{
    return state_->links[index];
}

LinkLoad Network::load(std::uint32_t link, Time now) const
{
    LinkLoad load;
    const double bytes = linkBytes(link, now);
    load.payloadBytes = std::max(0.0, bytes - (state_->messages.headers(link, now) - state_->headersAtReset[link]));
    const double window = kernel::toSeconds(now - state_->resetAt);
    load.utilisation =
        window > 0.0 && state_->links[link].shared ? bytes / (state_->links[link].rateBps * window) : 0.0;
    load.activeStreams = state_->sharing.flowCount(link);
    return load;
}

double Network::linkBytes(std::uint32_t link, Time now) const
{
    return state_->carriedBytes(link, now) - state_->bytesAtReset[link];
}

void Network::resetLoads(Time now)
{
    for (std::uint32_t link = 0; link < state_->links.size(); ++link) {
        state_->bytesAtReset[link] = state_->carriedBytes(link, now);
        state_->headersAtReset[link] = state_->messages.headers(link, now);
    }
    state_->resetAt = now;
}

std::uint64_t Network::solves() const
{
    return state_->sharing.solves();
}

std::uint64_t Network::flowsTouched() const
{
    return state_->sharing.flowsTouched();
}

} // namespace headroom::resources
