#include "resources/network/packet/packet_network.h"

#include "kernel/random.h"
#include "resources/network/packet/network_state.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

using kernel::Time;

PacketNetwork::State::State(kernel::Calendar& calendar_, std::vector<PacketLinkSpec> links, RouteFunction route_,
                            const void* topology_, const Settings& settings)
    : calendar(calendar_), route(route_), topology(topology_),
      ports(
          calendar, std::move(links),
          [](void* self, std::uint32_t packet) { static_cast<State*>(self)->arrived(packet); },
          [](void* self, std::uint32_t packet) { static_cast<State*>(self)->gone(packet); }, this),
      adapters(ports.count()), activeStreams(ports.count(), 0), payloadAtReset(ports.count(), 0),
      wireAtReset(ports.count(), 0)
{
    if (settings.mtu <= headerBytes)
        throw std::invalid_argument("an MTU of " + std::to_string(settings.mtu) + " leaves no room for payload");
    sending.control = settings.control;
    sending.segmentBytes = settings.mtu - headerBytes;
    sending.initialSegments = settings.initialWindowPackets;
    sending.receiveWindowBytes = settings.receiveWindowBytes;
    sending.probes = settings.probes;
    sending.initialTimeout = kernel::fromSeconds(settings.initialTimeoutS);
    sending.minimumTimeout = kernel::fromSeconds(settings.minimumTimeoutS);
    sending.maximumTimeout = kernel::fromSeconds(settings.maximumTimeoutS);
    if (!(settings.streamRateBps > 0.0))
        throw std::invalid_argument("a stream's own rate must be positive");
    ticksPerByte = static_cast<double>(kernel::picosecondsPerSecond) / settings.streamRateBps;
    if (sending.initialSegments < 1 || sending.receiveWindowBytes < 2 * std::uint64_t{sending.segmentBytes})
        throw std::invalid_argument("the windows must hold a packet at first and two packets at the receiver");
}

void PacketNetwork::State::findRoute(std::uint32_t from, std::uint32_t to, std::uint64_t flow,
                                     std::vector<std::uint32_t>& links) const
{
    const std::size_t before = links.size();
    route(topology, from, to, flow, links);
    if (links.size() == before)
        throw std::runtime_error("no route from node " + std::to_string(from) + " to node " + std::to_string(to));
}

/// Duration of a packet's way if nothing else is there.
Time PacketNetwork::State::idleLatency(const std::uint32_t* hops, std::size_t count, std::uint32_t wireBytes) const
{
    Time sum = 0;
    for (std::size_t i = 0; i < count; ++i)
        sum += ports.transmission(hops[i], wireBytes) + ports.latency(hops[i]);
    return sum;
}

/// Seconds that bytes take over these links if nothing else is there.
double PacketNetwork::State::crossing(const std::uint32_t* hops, std::size_t count, std::uint32_t bytes) const
{
    Time narrowest = 0;
    for (std::size_t i = 0; i < count; ++i)
        narrowest = std::max(narrowest, ports.transmission(hops[i], bytes));
    return kernel::toSeconds(narrowest + idleLatency(hops, count, 0));
}

// Streams -------------------------------------------------------------------------------------------------------

std::uint32_t PacketNetwork::State::open(std::uint32_t from, std::uint32_t to, std::uint64_t flow, bool kept)
{
    routeScratch.clear();
    findRoute(from, to, flow, routeScratch);
    const auto hopsThere = static_cast<std::uint32_t>(routeScratch.size());
    findRoute(to, from, flow, routeScratch);
    if (freeStreams.empty()) {
        freeStreams.push_back(static_cast<std::uint32_t>(streams.size()));
        streams.emplace_back();
    }
    const std::uint32_t slot = freeStreams.back();
    freeStreams.pop_back();
    Stream& stream = streams[slot];
    stream.route.assign(routeScratch.begin(), routeScratch.end());
    stream.hopsThere = hopsThere;
    stream.nodes = (std::uint64_t{from} << 32U) | to;
    const auto known = roundTrips.find(stream.nodes);
    stream.sender.start(sending, known != roundTrips.end() ? known->second : RoundTrip{},
                        idleLatency(stream.route.data(), stream.route.size(), acknowledgementWire));
    stream.keptAs = kept ? kernel::mix(stream.nodes, flow) | 1 : 0;
    if (const auto last = kept ? windows.find(stream.keptAs) : windows.end(); last != windows.end())
        stream.sender.goOn(last->second.window, last->second.lastSent, calendar.now());
    stream.receiver.start();
    stream.mayGoAt = 0;
    stream.open = true;
    stream.oneOff = false;
    return slot;
}

void PacketNetwork::State::send(std::uint32_t slot, std::uint64_t bytes, const kernel::Completion& sent,
                                const kernel::Completion& delivered)
{
    Stream& stream = streams[slot];
    stream.sender.offer(std::max<std::uint64_t>(bytes, 1), calendar.now());
    const std::uint32_t chunk = chunks.take({stream.sender.offered(), sent, delivered, kernel::noEvent, none});
    if (stream.firstChunk == none)
        stream.firstChunk = chunk;
    else
        chunks[stream.lastChunk].next = chunk;
    stream.lastChunk = chunk;
    if (stream.leavingChunk == none)
        stream.leavingChunk = chunk;
    setActive(slot, true);
    makeReady(slot);
}

void PacketNetwork::State::close(std::uint32_t slot)
{
    Stream& stream = streams[slot];
    while (stream.firstChunk != none) {
        const std::uint32_t chunk = stream.firstChunk;
        stream.firstChunk = chunks[chunk].next;
        calendar.cancel(chunks[chunk].leaving);
        chunks.give(chunk);
    }
    stream.leavingChunk = none;
    rememberRoundTrip(stream);
    if (stream.keptAs != 0)
        windows[stream.keptAs] = {stream.sender.window(), stream.sender.lastSent()};
    setActive(slot, false);
    stream.open = false;
    stream.generation = (stream.generation + 1) & 0x7fffffffU;
    reuseIfGone(slot);
}

void PacketNetwork::State::rememberRoundTrip(const Stream& stream)
{
    if (stream.sender.roundTrip().measured())
        roundTrips[stream.nodes] = stream.sender.roundTrip();
}

/// Packets on links refer to the stream's route, so its place is free only when the last of them has left.
void PacketNetwork::State::reuseIfGone(std::uint32_t slot)
{
    const Stream& stream = streams[slot];
    if (!stream.open && !stream.ready && stream.underWay == 0)
        freeStreams.push_back(slot);
}

void PacketNetwork::State::setActive(std::uint32_t slot, bool active)
{
    Stream& stream = streams[slot];
    if (stream.active == active)
        return;
    stream.active = active;
    for (std::uint32_t i = 0; i < stream.hopsThere; ++i)
        activeStreams[stream.route[i]] += active ? 1 : -1;
}

// Public interface ----------------------------------------------------------------------------------------------

PacketNetwork::PacketNetwork(kernel::Calendar& calendar, std::vector<PacketLinkSpec> links, RouteFunction route,
                             const void* topology, const Settings& settings)
    : state_(std::make_unique<State>(calendar, std::move(links), route, topology, settings))
{
}

PacketNetwork::~PacketNetwork() = default;

void PacketNetwork::message(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, std::uint64_t flow,
                            kernel::Completion delivered, bool kept)
{
    const std::uint32_t slot = state_->open(from, to, flow, kept);
    state_->streams[slot].oneOff = true;
    state_->send(slot, bytes, {}, delivered);
}

StreamId PacketNetwork::open(std::uint32_t from, std::uint32_t to, std::uint64_t flow, bool kept)
{
    return state_->streams.idOf(state_->open(from, to, flow, kept));
}

void PacketNetwork::send(StreamId stream, std::uint64_t bytes, kernel::Completion sent, kernel::Completion delivered)
{
    if (!state_->streams.isOpen(stream))
        throw std::logic_error("a chunk was sent on a closed stream");
    state_->send(StreamPlaces<Stream>::placeOf(stream), bytes, sent, delivered);
}

void PacketNetwork::close(StreamId stream)
{
    if (state_->streams.isOpen(stream))
        state_->close(StreamPlaces<Stream>::placeOf(stream));
}

double PacketNetwork::rate(StreamId stream) const
{
    if (!state_->streams.isOpen(stream))
        return 0.0;
    const Sender& sender = state_->streams[StreamPlaces<Stream>::placeOf(stream)].sender;
    return sender.roundTripS() > 0.0 ? static_cast<double>(sender.flight()) / sender.roundTripS() : 0.0;
}

Time PacketNetwork::wayBack(StreamId stream) const
{
    const Stream& record = state_->streams[StreamPlaces<Stream>::placeOf(stream)];
    const PacketPorts& ports = state_->ports;
    const Time now = state_->calendar.now();
    Time sum = state_->idleLatency(record.route.data() + record.hopsThere, record.route.size() - record.hopsThere,
                                   acknowledgementWire);
    for (std::size_t hop = record.hopsThere; hop < record.route.size(); ++hop)
        if (const Time free = ports.freeAt(record.route[hop]); free > now)
            sum += free - now;
    return sum;
}

double PacketNetwork::crossing(StreamId stream, std::uint32_t bytes) const
{
    const Stream& record = state_->streams[StreamPlaces<Stream>::placeOf(stream)];
    return state_->crossing(record.route.data(), record.hopsThere, bytes);
}

double PacketNetwork::crossing(std::uint32_t from, std::uint32_t to, std::uint64_t flow, std::uint32_t bytes) const
{
    auto& hops = state_->routeScratch;
    hops.clear();
    state_->findRoute(from, to, flow, hops);
    return state_->crossing(hops.data(), hops.size(), bytes);
}

double PacketNetwork::latency(std::uint32_t from, std::uint32_t to) const
{
    auto& hops = state_->routeScratch;
    hops.clear();
    state_->findRoute(from, to, 0, hops);
    return kernel::toSeconds(state_->idleLatency(hops.data(), hops.size(), 0));
}

std::size_t PacketNetwork::linkCount() const
{
    return state_->ports.count();
}

void PacketNetwork::setLinkRate(std::uint32_t link, double factor)
{
    if (!(factor >= 0.0))
        throw std::invalid_argument("a link's rate must not be negative");
    state_->ports.setRate(link, factor);
}

LinkLoad PacketNetwork::load(std::uint32_t link, Time now) const
{
    LinkLoad load;
    load.payloadBytes = linkBytes(link, now);
    const double window = kernel::toSeconds(now - state_->resetAt);
    const auto wire = static_cast<double>(state_->ports.wireBytes(link) - state_->wireAtReset[link]);
    load.utilisation = window > 0.0 ? wire / (state_->ports.link(link).rateBps * window) : 0.0;
    load.activeStreams = state_->activeStreams[link];
    return load;
}

double PacketNetwork::linkBytes(std::uint32_t link, Time) const
{
    return static_cast<double>(state_->ports.payloadBytes(link) - state_->payloadAtReset[link]);
}

void PacketNetwork::resetLoads(Time now)
{
    for (std::uint32_t link = 0; link < linkCount(); ++link) {
        state_->payloadAtReset[link] = state_->ports.payloadBytes(link);
        state_->wireAtReset[link] = state_->ports.wireBytes(link);
    }
    state_->resetAt = now;
}

PacketNetwork::Conservation PacketNetwork::conservation() const
{
    const PacketPorts& ports = state_->ports;
    return {ports.injected(), ports.arrived(), ports.dropped(), ports.underWay()};
}

std::vector<std::string> PacketNetwork::check() const
{
    std::vector<std::string> violations;
    const PacketPorts& ports = state_->ports;
    const auto text = [](const PacketCount& count) {
        return std::to_string(count.wireBytes) + " bytes in " + std::to_string(count.packets) + " packets";
    };
    for (std::uint32_t link = 0; link < linkCount(); ++link)
        if (const PacketCount& passed = ports.passed(link);
            !(ports.given(link) == passed + ports.dropped(link) + ports.underWay(link)))
            violations.push_back("link " + ports.link(link).name + " was given " + text(ports.given(link)) +
                                 ", passed " + text(passed) + ", dropped " + text(ports.dropped(link)) + " and has " +
                                 text(ports.underWay(link)));
    if (!conservation().holds())
        violations.emplace_back("packets sent are not those that arrived, were dropped or are under way");
    return violations;
}

const PacketCount& PacketNetwork::dropped(std::uint32_t link) const
{
    return state_->ports.dropped(link);
}

std::uint64_t PacketNetwork::queuedBytes(std::uint32_t link) const
{
    return state_->ports.queuedBytes(link);
}

std::uint64_t PacketNetwork::segmentsRepeated() const
{
    return state_->repeated;
}

std::uint64_t PacketNetwork::timeouts() const
{
    return state_->timeouts;
}

} // namespace headroom::resources
