#include "widgets/document/topology/topology_plan.h"

#include "project/document/document.h"
#include "project/resolve/role_instances.h"
#include "project/vocabulary/declarations.h"
#include "widgets/document/model/by_id.h"
#include "widgets/theme/text.h"

#include <QCoreApplication>
#include <algorithm>
#include <numeric>
#include <string>

namespace headroom::widgets {

namespace {

struct Plan
{
    Q_DECLARE_TR_FUNCTIONS(TopologyPlan)
};

/// Title of the first switch that a group is linked to in a drawn fabric; empty if there is none.
QString switchOf(const project::Fabric& fabric, const project::NodeGroup& group)
{
    for (const auto& link : fabric.links) {
        const auto* found = byId(fabric.switches, link.from == group.id ? link.to : link.from);
        if (found && (link.from == group.id || link.to == group.id))
            return text(found->name.empty() ? found->id : found->name);
    }
    return {};
}

void rackDrawn(const project::Topology& topology, const project::Fabric* fabric,
               const std::vector<project::GroupPlaces>& places, TopologyPlan& plan)
{
    for (int g = 0; g < plan.nodes.size(); ++g) {
        const auto& group = topology.groups[static_cast<std::size_t>(g)];
        const QString onSwitch = fabric ? switchOf(*fabric, group) : QString();
        const QString own = text(places[static_cast<std::size_t>(g)].rack);
        const QString name = !own.isEmpty() ? own : onSwitch.isEmpty() ? Plan::tr("No rack") : onSwitch;
        auto rack = std::find_if(plan.racks.begin(), plan.racks.end(), [&](const Rack& r) { return r.name == name; });
        if (rack == plan.racks.end())
            rack = plan.racks.insert(plan.racks.end(), {name, onSwitch, {}});
        rack->spans.append({g, 0, plan.nodes[g]});
    }
}

void rackGenerated(const std::vector<project::GroupPlaces>& places, TopologyPlan& plan)
{
    const QString leaf = plan.asked.shape == "star"       ? Plan::tr("Switch")
                         : plan.asked.shape == "clos"     ? Plan::tr("Outer switch %1")
                         : plan.asked.shape == "fat tree" ? Plan::tr("Edge switch %1")
                                                          : Plan::tr("Leaf %1");
    int last = -1;
    for (const auto& seats : plan.fabric.seats) {
        const auto index = static_cast<int>(seats.leaf);
        const QString name = leaf.contains("%1") ? leaf.arg(index + 1) : leaf;
        const QString own = text(places[seats.group].rack);
        if (index != last)
            plan.racks.append({own.isEmpty() ? name : own, name, {}});
        last = index;
        plan.racks.last().spans.append(
            {static_cast<int>(seats.group), static_cast<int>(seats.first), static_cast<int>(seats.count)});
    }
}

} // namespace

int Rack::nodes() const
{
    return std::accumulate(spans.begin(), spans.end(), 0,
                           [](int sum, const RackSpan& span) { return sum + span.count; });
}

TopologyPlan planTopology(const project::Project& project, const project::ComponentLibrary& library,
                          const QString& fabricId)
{
    project::Findings unheard; // the checks report problems of the numbers
    project::Resolver resolver(project, library, unheard);
    TopologyPlan plan;
    const auto* fabric = byId(project.topology.fabrics, fabricId.toStdString());
    if (fabric) {
        const std::string pointer = "/topology/fabrics/" + std::to_string(fabric - project.topology.fabrics.data());
        project::numbersAsked(project.topology, *fabric, resolver, pointer, plan.asked);
        plan.generated = plan.asked.shape != "drawn";
    }
    const auto places = project::placesAsked(project.topology, resolver, plan.asked);
    for (const auto& group : places)
        plan.nodes.append(static_cast<int>(group.nodes));
    for (const auto& group : project.topology.groups) {
        plan.roles.append(QStringList());
        for (const std::string& role : project::rolesRunBy(group, resolver.globalScope()))
            plan.roles.last().append(text(role));
    }
    if (plan.generated) {
        plan.fabric = project::planFabric(plan.asked, places);
        rackGenerated(places, plan);
    } else {
        rackDrawn(project.topology, fabric, places, plan);
    }
    return plan;
}

QString nodeName(const project::NodeGroup& group, int index, int count)
{
    return count == 1 ? text(group.id) : QStringLiteral("%1-%2").arg(text(group.id)).arg(index + 1);
}

} // namespace headroom::widgets
