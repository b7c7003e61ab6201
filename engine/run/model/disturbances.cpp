#include "run/model/disturbances.h"

#include "project/document/document.h"
#include "project/document/whole_number.h"
#include "project/expression/quantity.h"
#include "project/vocabulary/declarations.h"
#include "resources/storage/battery_cache.h"
#include "resources/storage/raid/member_set.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace headroom::run {

using topology::LinkInfo;

/// One disturbance's fields, and the parts of the cluster that they refer to.
class Disturbances::Reading
{
public:
    Reading(const project::Disturbance& disturbance, std::string pointer, project::Resolver& resolver,
            const topology::ExpandedTopology& topology, const behaviour::Software& software,
            const mapping::Placement& placement, std::optional<double> warmUpS)
        : disturbance_(disturbance), pointer_(std::move(pointer)), resolver_(resolver), topology_(topology),
          software_(software), placement_(placement), warmUpS_(warmUpS)
    {
    }

    /// Appends its beginning and its end, and the part if no earlier disturbance has it.
    void append(std::size_t disturbance, std::vector<Change>& changes, std::vector<Part>& parts)
    {
        Part part;
        const std::string what = text("what"), action = text("action");
        part.what = what == "node"     ? What::node
                    : what == "device" ? What::device
                    : what == "link"   ? What::link
                    : what == "daemon" ? What::daemon
                                       : What::wholeSwitch;
        if (!find(part)) {
            resolver_.findings().push_back({project::Severity::error, "disturbance.no-target", pointer_ + "/target",
                                            "disturbance " + disturbance_.id,
                                            "The cluster has no such " + what + ": \"" + text("target") +
                                                "\", number " + std::to_string(whole("number")) + '.',
                                            "Name one of the fabric that holds, and count from 1."});
            return;
        }
        Change change;
        const double start = countedFrom();
        change.at = kernel::fromSeconds(start + number("at"));
        change.noticed = resolver_.flag(project::disturbanceFields(), "noticed", disturbance_.fields, pointer_);
        change.disturbance = disturbance;
        change.action = action == "fail" ? Action::fail : action == "slow" ? Action::slow : Action::recover;
        change.factor = change.action == Action::slow ? number("factor") : 1;
        const auto same = [&](const Part& other) {
            return other.what == part.what && other.index == part.index && other.site.node == part.site.node &&
                   other.site.nth == part.site.nth;
        };
        change.part = static_cast<std::size_t>(std::find_if(parts.begin(), parts.end(), same) - parts.begin());
        if (change.part == parts.size())
            parts.push_back(std::move(part));
        changes.push_back(change);
        if (const double until = number("until"); until > 0 && change.action != Action::recover) {
            change.at = kernel::fromSeconds(start + until);
            change.action = Action::end;
            changes.push_back(change);
        }
    }

private:
    double number(const char* name)
    {
        return resolver_.number(project::disturbanceFields(), name, disturbance_.fields, pointer_);
    }
    std::uint64_t whole(const char* name) { return std::max<std::uint64_t>(1, project::wholeNumber(number(name))); }
    std::string text(const char* name)
    {
        return resolver_.text(project::disturbanceFields(), name, disturbance_.fields, pointer_);
    }

    /// Seconds from the start of the run.
    double countedFrom()
    {
        if (text("counted_from") == "the start of the run")
            return 0;
        if (!warmUpS_)
            resolver_.findings().push_back(
                {project::Severity::error, "disturbance.warm-up-unknown", pointer_ + "/counted_from",
                 "disturbance " + disturbance_.id,
                 "Its time counts from the end of the warm-up, which the run finds by itself.",
                 "Give the run a warm-up in seconds (warm_up, --warm-up)."});
        return warmUpS_.value_or(0);
    }

    bool find(Part& part)
    {
        switch (part.what) {
        case What::node:
            return findNode(part);
        case What::device:
            return findNode(part) && findDevice(part);
        case What::link:
            return findLink(part);
        case What::wholeSwitch:
            return findSwitch(part);
        case What::daemon:
            return findNode(part) && findDaemon(part);
        }
        return false;
    }

    bool findDaemon(Part& part)
    {
        const std::uint32_t role = software_.findRole(text("role"));
        if (role == behaviour::nowhere)
            return false;
        const auto sites = behaviour::sitesOf(software_, role, placement_);
        const auto found =
            std::find_if(sites.begin(), sites.end(), [&, wanted = whole("instance") - 1](const auto& site) {
                return site.node == part.index && site.nth == wanted;
            });
        if (found == sites.end())
            return false;
        part.index = role;
        part.site = *found;
        part.name = "daemon " + text("role") + " on " + part.name.substr(part.name.find(' ') + 1) +
                    (found->device == behaviour::nowhere ? "" : " for " + topology_.devices()[found->device].name);
        return true;
    }

    bool findNode(Part& part)
    {
        const auto& nodes = topology_.nodes();
        const auto found =
            std::find_if(nodes.begin(), nodes.end(), [&, wanted = whole("number") - 1](const auto& node) {
                return topology_.groups()[node.group].id == text("target") && node.indexInGroup == wanted;
            });
        if (found == nodes.end())
            return false;
        part.index = static_cast<std::uint32_t>(found - nodes.begin());
        part.name = "node " + found->name;
        return true;
    }

    bool findDevice(Part& part)
    {
        const auto& devices = topology_.devices();
        const auto& group = topology_.groups()[topology_.nodes()[part.index].group];
        const auto found =
            std::find_if(devices.begin(), devices.end(), [&, wanted = whole("device") - 1](const auto& device) {
                return device.node == part.index && device.members.empty() && device.indexInGroup == wanted &&
                       group.deviceGroups[device.deviceGroup].id == text("devices");
            });
        if (found == devices.end())
            return false;
        part.index = static_cast<std::uint32_t>(found - devices.begin());
        part.name = "device " + found->name;
        return true;
    }

    bool findLink(Part& part)
    {
        const project::Fabric* fabric = topology_.fabric();
        std::uint64_t left = whole("number");
        for (std::uint32_t l = 0; fabric && l < topology_.links().size(); ++l) {
            const LinkInfo& link = topology_.links()[l];
            const bool named = link.drawnAs < fabric->links.size() && fabric->links[link.drawnAs].id == text("target");
            if (!named || link.reverse < l || --left > 0)
                continue;
            part.index = l;
            part.name = "link " + link.name;
            return true;
        }
        return false;
    }

    bool findSwitch(Part& part)
    {
        const auto& switches = topology_.switches();
        const auto found =
            std::find_if(switches.begin(), switches.end(), [&](const auto& each) { return each.id == text("target"); });
        part.index = static_cast<std::uint32_t>(found - switches.begin());
        part.name = "switch " + text("target");
        return found != switches.end();
    }

    const project::Disturbance& disturbance_;
    std::string pointer_;
    project::Resolver& resolver_;
    const topology::ExpandedTopology& topology_;
    const behaviour::Software& software_;
    const mapping::Placement& placement_;
    std::optional<double> warmUpS_;
};

Disturbances::Disturbances(const project::Project& project, project::Resolver& resolver,
                           const topology::ExpandedTopology& topology, const behaviour::Software& software,
                           const mapping::Placement& placement, std::optional<double> warmUpS)
    : topology_(topology), linkFactors_(topology.links().size(), 1.0), switchFactors_(topology.switches().size(), 1.0)
{
    for (std::size_t i = 0; i < project.disturbances.size(); ++i) {
        const project::Disturbance& each = project.disturbances[i];
        const std::string pointer = "/disturbances/" + std::to_string(i);
        if (!resolver.flag(project::disturbanceFields(), "disabled", each.fields, pointer))
            Reading(each, pointer, resolver, topology, software, placement, warmUpS).append(i, changes_, parts_);
    }
    const auto rank = [](const Change& change) { return std::pair(change.at, begins(change)); };
    std::stable_sort(changes_.begin(), changes_.end(),
                     [rank](const Change& a, const Change& b) { return rank(a) < rank(b); });
}

bool Disturbances::cutCables() const
{
    return std::any_of(changes_.begin(), changes_.end(), [this](const Change& change) {
        const What what = parts_[change.part].what;
        return change.action == Action::fail && (what == What::link || what == What::wholeSwitch);
    });
}

void Disturbances::start(const Target& target, std::function<void(const std::string&)> say)
{
    target_.emplace(target);
    say_ = std::move(say);
    // In the background: one that comes after the run's end lets nobody continue who waits when it ends.
    for (std::size_t i = 0; i < changes_.size(); ++i)
        target.calendar.scheduleBackground(changes_[i].at, &Disturbances::onDue, this, i);
}

void Disturbances::onDue(void* self, std::uint64_t index)
{
    auto& disturbances = *static_cast<Disturbances*>(self);
    const auto change = disturbances.changes_.begin() + static_cast<std::ptrdiff_t>(index);
    Part& part = disturbances.parts_[change->part];
    hold(*change, part);
    const bool notLast = std::any_of(change + 1, disturbances.changes_.end(), [change](const Change& later) {
        return later.at == change->at && later.part == change->part;
    });
    if (notLast) // a part that fails again at the instant of its return was never back
        return;
    const bool failedBefore = part.failed;
    disturbances.carryOut(part);
    char time[40];
    std::snprintf(time, sizeof time, "%.6g s: ", kernel::toSeconds(change->at));
    const std::string happens = part.failed            ? failedBefore ? " is still down" : " fails"
                                : part.holding.empty() ? " is back"
                                                       : " works at " + std::to_string(part.factor) + " of its speed";
    disturbances.say_(time + part.name + happens + (failedBefore && !part.failed ? disturbances.rebuildOf(part) : ""));
}

/// Says as the end of a sentence how its RAID set rebuilds the device that is back; empty if it does not.
std::string Disturbances::rebuildOf(const Part& part) const
{
    if (part.what != What::device || !topology_.devices()[part.index].inSet)
        return "";
    const auto& devices = topology_.devices();
    for (std::size_t d = 0; d < devices.size(); ++d) {
        const auto& members = devices[d].members;
        const auto member = std::find(members.begin(), members.end(), part.index);
        const resources::StorageDevice* device = target_->cluster.devices[d].device.get();
        if (const auto* cache = dynamic_cast<const resources::BatteryCache*>(device))
            device = &cache->device();
        const auto* set = dynamic_cast<const resources::MemberSet*>(device);
        if (member == members.end() || !set || set->complete(static_cast<std::uint32_t>(member - members.begin())))
            continue;
        const topology::GroupInfo& group = topology_.groups()[topology_.nodes()[devices[d].node].group];
        const auto bytes = static_cast<double>(target_->cluster.devices[part.index].device->capacityBytes());
        const double rate = group.deviceGroups[devices[d].deviceGroup].rebuildBps;
        return "; its RAID set rebuilds it, for at least " + project::formatQuantity(bytes / rate, "s");
    }
    return "";
}

void Disturbances::hold(const Change& change, Part& part)
{
    if (begins(change))
        part.holding.push_back(change);
    else
        std::erase_if(part.holding, [&](const Change& held) {
            return change.action == Action::recover || held.disturbance == change.disturbance;
        });
}

void Disturbances::carryOut(Part& part)
{
    part.failed = false;
    part.factor = 1;
    for (const Change& held : part.holding) {
        part.failed = part.failed || held.action == Action::fail;
        part.factor *= held.factor;
    }
    switch (part.what) {
    case What::node:
        return changeNode(part);
    case What::device:
        return changeDevice(part);
    case What::link:
    case What::wholeSwitch:
        return changeCables(part);
    case What::daemon:
        return changeDaemon(part);
    }
}

void Disturbances::changeDaemon(const Part& part)
{
    if (part.failed)
        target_->interpreter.failProcess(part.index, part.site);
    else
        target_->interpreter.restoreProcess(part.index, part.site);
}

void Disturbances::changeNode(const Part& part)
{
    target_->cluster.nodes[part.index].processor->setSpeedFactor(part.factor);
    if (part.failed)
        target_->interpreter.failNode(part.index, std::ranges::any_of(part.holding, &Change::noticed));
    else
        target_->interpreter.returnNode(part.index);
}

void Disturbances::changeDevice(const Part& part)
{
    target_->cluster.devices[part.index].device->setSpeedFactor(part.factor);
    if (part.failed)
        target_->interpreter.failDevice(part.index);
    else
        target_->interpreter.restoreDevice(part.index);
}

/// The link itself and its other direction; every cable of the switch.
bool Disturbances::touches(const Part& part, std::uint32_t link) const
{
    const LinkInfo& info = topology_.links()[link];
    if (part.what == What::link)
        return link == part.index || info.reverse == part.index;
    return info.fromSwitch == part.index || info.toSwitch == part.index;
}

/// Share of its rate that remains after disturbances of its cable and of the switches at its ends.
double Disturbances::shareOf(std::uint32_t link) const
{
    if (!target_->routes.usable(link))
        return 0;
    const LinkInfo& info = topology_.links()[link];
    double share = linkFactors_[link];
    if (info.fromSwitch != LinkInfo::none)
        share *= switchFactors_[info.fromSwitch];
    if (info.toSwitch != LinkInfo::none && info.toSwitch != info.fromSwitch)
        share *= switchFactors_[info.toSwitch];
    return share;
}

void Disturbances::changeCables(const Part& part)
{
    if (part.what == What::link) {
        target_->routes.setUsable(part.index, !part.failed);
    } else {
        target_->routes.setSwitchUsable(part.index, !part.failed);
        switchFactors_[part.index] = part.factor;
    }
    for (std::uint32_t link = 0; link < topology_.links().size(); ++link) {
        if (!touches(part, link))
            continue;
        if (part.what == What::link)
            linkFactors_[link] = part.factor;
        target_->cluster.network->setLinkRate(link, shareOf(link));
    }
    target_->cluster.network->reroute();
}

} // namespace headroom::run
