#include "run/results/rows/node_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace headroom::run {

namespace {

constexpr std::size_t mostNodes = 10000;
constexpr double notThere = std::numeric_limits<double>::quiet_NaN();

/// Four digits are more than any plot shows, and keep the text short.
double rounded(double share)
{
    return std::round(share * 1e4) / 1e4;
}

double busiestDevice(const Model& model, const topology::NodeInfo& node)
{
    double busiest = notThere;
    for (std::uint32_t d = node.firstDevice; d < node.firstDevice + node.deviceCount; ++d) {
        if (!model.topology->devices()[d].members.empty())
            continue; // a RAID set or a cached device: its parts are counted
        busiest = std::fmax(busiest, model.cluster.devices[d].device->meter().utilisation());
    }
    return rounded(busiest);
}

double busiestCable(const Model& model, const topology::NodeInfo& node)
{
    double busiest = notThere;
    for (const auto* links : {&node.transmitLinks, &node.receiveLinks})
        for (const std::uint32_t link : *links)
            busiest = std::fmax(busiest, model.cluster.network->load(link, model.calendar.now()).utilisation);
    return rounded(busiest);
}

} // namespace

void summariseNodes(const Model& model, record::Summary& summary)
{
    const topology::ExpandedTopology& topology = *model.topology;
    if (topology.nodes().size() > mostNodes)
        return;
    for (const topology::GroupInfo& group : topology.groups()) {
        record::NodeSummary& row = summary.nodes.emplace_back();
        row.nodeGroup = group.id;
        for (std::uint32_t n = group.firstNode; n < group.firstNode + group.count; ++n) {
            row.processor.push_back(rounded(model.cluster.nodes[n].processor->meter().utilisation()));
            row.disk.push_back(busiestDevice(model, topology.nodes()[n]));
            row.network.push_back(busiestCable(model, topology.nodes()[n]));
        }
    }
}

} // namespace headroom::run
