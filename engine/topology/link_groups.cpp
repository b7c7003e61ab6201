#include "topology/link_groups.h"

#include "project/document/hardware.h"

#include <map>
#include <tuple>

namespace headroom::topology {

namespace {

class Grouping
{
public:
    explicit Grouping(const ExpandedTopology& topology)
        : topology_(topology), sender_(topology.links().size()), receiver_(topology.links().size())
    {
        for (const NodeInfo& node : topology.nodes()) {
            for (const std::uint32_t link : node.transmitLinks)
                sender_[link] = &node;
            for (const std::uint32_t link : node.receiveLinks)
                receiver_[link] = &node;
        }
    }

    std::vector<LinkGroup> result() const
    {
        std::vector<LinkGroup> groups;
        std::map<std::tuple<std::uint32_t, std::string, std::string>, std::size_t> numbers;
        for (std::uint32_t link = 0; link < topology_.links().size(); ++link) {
            const LinkInfo& info = topology_.links()[link];
            if (!info.shared || info.ofAdapter)
                continue;
            const std::string from = endOf(info.fromSwitch, sender_[link]), to = endOf(info.toSwitch, receiver_[link]);
            const auto [place, isNew] = numbers.try_emplace({info.drawnAs, from, to}, groups.size());
            if (isNew)
                groups.push_back(describe(info, from, to));
            groups[place->second].links.push_back(link);
        }
        return groups;
    }

private:
    std::string endOf(std::uint32_t atSwitch, const NodeInfo* node) const
    {
        if (atSwitch != LinkInfo::none)
            return topology_.switches()[atSwitch].tier;
        return topology_.groups()[node->group].id;
    }

    LinkGroup describe(const LinkInfo& info, const std::string& from, const std::string& to) const
    {
        if (info.reverse == LinkInfo::none)
            return {"switch", from, {}, false};
        const project::Fabric& fabric = *topology_.fabric();
        const std::string& id = info.drawnAs == LinkInfo::none ? fabric.id : fabric.links[info.drawnAs].id;
        const bool ofNodes = info.fromSwitch == LinkInfo::none || info.toSwitch == LinkInfo::none;
        return {"link", id + " " + from + "→" + to, {}, ofNodes};
    }

    const ExpandedTopology& topology_;
    std::vector<const NodeInfo*> sender_, receiver_; ///< by link; null: a switch
};

} // namespace

std::vector<LinkGroup> linkGroups(const ExpandedTopology& topology)
{
    return Grouping(topology).result();
}

} // namespace headroom::topology
