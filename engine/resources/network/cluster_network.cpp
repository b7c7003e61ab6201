#include "resources/network/cluster_network.h"

#include <algorithm>

namespace headroom::resources {

ClusterNetwork::ClusterNetwork(kernel::Calendar& calendar, std::vector<LinkSpec> links, Network::RouteFunction route,
                               const void* topology, const Network::Settings& settings,
                               std::optional<PacketLevel> packets)
    : flows_(calendar, std::move(links), route, topology, settings), route_(route), topology_(topology)
{
    if (!packets)
        return;
    atPacketLevel_ = std::move(packets->atPacketLevel);
    everywhere_ = std::find(atPacketLevel_.begin(), atPacketLevel_.end(), false) == atPacketLevel_.end();
    packets_ = std::make_unique<PacketNetwork>(calendar, std::move(packets->links), route, topology, packets->settings);
}

bool ClusterNetwork::goesByPackets(std::uint32_t from, std::uint32_t to, std::uint64_t flow) const
{
    if (from == to)
        return false;
    if (everywhere_)
        return true;
    routeScratch_.clear();
    route_(topology_, from, to, flow, routeScratch_);
    return std::any_of(routeScratch_.begin(), routeScratch_.end(),
                       [this](std::uint32_t link) { return atPacketLevel_[link]; });
}

bool ClusterNetwork::reaches(std::uint32_t from, std::uint32_t to, std::uint64_t flow) const
{
    if (from == to || flows_.linkCount() == 0)
        return true;
    routeScratch_.clear();
    route_(topology_, from, to, flow, routeScratch_);
    return !routeScratch_.empty();
}

double ClusterNetwork::latency(std::uint32_t from, std::uint32_t to) const
{
    return packets_ && goesByPackets(from, to, 0) ? packets_->latency(from, to) : flows_.latency(from, to);
}

LinkLoad ClusterNetwork::load(std::uint32_t link, kernel::Time now) const
{
    LinkLoad load = flows_.load(link, now);
    if (!packets_)
        return load;
    const LinkLoad packets = packets_->load(link, now);
    load.payloadBytes += packets.payloadBytes;
    load.utilisation += packets.utilisation;
    load.activeStreams += packets.activeStreams;
    return load;
}

double ClusterNetwork::linkBytes(std::uint32_t link, kernel::Time now) const
{
    return flows_.linkBytes(link, now) + (packets_ ? packets_->linkBytes(link, now) : 0.0);
}

void ClusterNetwork::resetLoads(kernel::Time now)
{
    flows_.resetLoads(now);
    if (packets_)
        packets_->resetLoads(now);
}

std::vector<std::string> ClusterNetwork::check() const
{
    std::vector<std::string> violations = flows_.check();
    if (packets_)
        for (std::string& violation : packets_->check())
            violations.push_back(std::move(violation));
    return violations;
}

void ClusterNetwork::setLinkRate(std::uint32_t link, double factor)
{
    disturbed_ = disturbed_ || factor == 0;
    flows_.setLinkRate(link, factor);
    if (packets_)
        packets_->setLinkRate(link, factor);
}

} // namespace headroom::resources
