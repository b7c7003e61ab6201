#include "run/disturbances.h"

#include "project/declarations.h"
#include "project/whole_number.h"

#include <algorithm>
#include <cstdio>

namespace headroom::run {

using topology::LinkInfo;

/// One disturbance's fields, and what of the cluster they mean.
class Disturbances::Reading
{
public:
    Reading(const project::Disturbance& disturbance, std::string pointer, project::Resolver& resolver,
            const topology::ExpandedTopology& topology)
        : disturbance_(disturbance), pointer_(std::move(pointer)), resolver_(resolver), topology_(topology)
    {
    }

    /// Appends what happens, and the return if there is one.
    void append(std::vector<Change>& changes)
    {
        Change change;
        const std::string what = text("what"), action = text("action");
        change.what = what == "node"     ? What::node
                      : what == "device" ? What::device
                      : what == "link"   ? What::link
                                         : What::wholeSwitch;
        change.action = action == "fail" ? Action::fail : action == "slow" ? Action::slow : Action::comeBack;
        change.at = kernel::fromSeconds(number("at"));
        change.factor = change.action == Action::slow ? number("factor") : 1;
        if (!find(change)) {
            resolver_.findings().push_back({project::Severity::error, "disturbance.no-target", pointer_ + "/target",
                                            "disturbance " + disturbance_.id,
                                            "The cluster has no such " + what + ": \"" + text("target") +
                                                "\", number " + std::to_string(whole("number")) + '.',
                                            "Name one of the fabric that holds, and count from 1."});
            return;
        }
        changes.push_back(change);
        if (const double until = number("until"); until > 0 && change.action != Action::comeBack) {
            change.at = kernel::fromSeconds(until);
            change.action = Action::comeBack;
            change.factor = 1;
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

    bool find(Change& change)
    {
        switch (change.what) {
        case What::node:
            return findNode(change);
        case What::device:
            return findNode(change) && findDevice(change);
        case What::link:
            return findLink(change);
        case What::wholeSwitch:
            return findSwitch(change);
        }
        return false;
    }

    bool findNode(Change& change)
    {
        const auto& nodes = topology_.nodes();
        const auto found =
            std::find_if(nodes.begin(), nodes.end(), [&, wanted = whole("number") - 1](const auto& node) {
                return topology_.groups()[node.group].id == text("target") && node.indexInGroup == wanted;
            });
        if (found == nodes.end())
            return false;
        change.index = static_cast<std::uint32_t>(found - nodes.begin());
        change.name = "node " + found->name;
        return true;
    }

    bool findDevice(Change& change)
    {
        const auto& devices = topology_.devices();
        const auto& group = topology_.groups()[topology_.nodes()[change.index].group];
        const auto found =
            std::find_if(devices.begin(), devices.end(), [&, wanted = whole("device") - 1](const auto& device) {
                return device.node == change.index && device.members.empty() && device.indexInGroup == wanted &&
                       group.deviceGroups[device.deviceGroup].id == text("devices");
            });
        if (found == devices.end())
            return false;
        change.index = static_cast<std::uint32_t>(found - devices.begin());
        change.name = "device " + found->name;
        return true;
    }

    bool findLink(Change& change)
    {
        const project::Fabric* fabric = topology_.fabric();
        std::uint64_t left = whole("number");
        for (std::uint32_t l = 0; fabric && l < topology_.links().size(); ++l) {
            const LinkInfo& link = topology_.links()[l];
            const bool named = link.drawnAs < fabric->links.size() && fabric->links[link.drawnAs].id == text("target");
            if (!named || link.reverse < l || --left > 0)
                continue;
            change.index = l;
            change.name = "link " + link.name;
            return true;
        }
        return false;
    }

    bool findSwitch(Change& change)
    {
        const auto& switches = topology_.switches();
        const auto found =
            std::find_if(switches.begin(), switches.end(), [&](const auto& each) { return each.id == text("target"); });
        change.index = static_cast<std::uint32_t>(found - switches.begin());
        change.name = "switch " + text("target");
        return found != switches.end();
    }

    const project::Disturbance& disturbance_;
    std::string pointer_;
    project::Resolver& resolver_;
    const topology::ExpandedTopology& topology_;
};

Disturbances::Disturbances(const project::Project& project, project::Resolver& resolver,
                           const topology::ExpandedTopology& topology)
    : topology_(topology), linkFactors_(topology.links().size(), 1.0)
{
    for (std::size_t i = 0; i < project.disturbances.size(); ++i)
        Reading(project.disturbances[i], "/disturbances/" + std::to_string(i), resolver, topology).append(changes_);
}

void Disturbances::start(const Target& target, std::function<void(const std::string&)> say)
{
    target_.emplace(target);
    say_ = std::move(say);
    for (std::size_t i = 0; i < changes_.size(); ++i)
        target.calendar.schedule(changes_[i].at, &Disturbances::onDue, this, i);
}

void Disturbances::onDue(void* self, std::uint64_t index)
{
    auto& disturbances = *static_cast<Disturbances*>(self);
    const Change& change = disturbances.changes_[index];
    disturbances.carryOut(change);
    char time[40];
    std::snprintf(time, sizeof time, "%.6g s: ", kernel::toSeconds(change.at));
    const std::string happens = change.action == Action::fail ? " fails"
                                : change.action == Action::slow
                                    ? " works at " + std::to_string(change.factor) + " of its speed"
                                    : " is back";
    disturbances.say_(time + change.name + happens);
}

void Disturbances::carryOut(const Change& change)
{
    switch (change.what) {
    case What::node:
        return changeNode(change);
    case What::device:
        return changeDevice(change);
    case What::link:
    case What::wholeSwitch:
        return changeCables(change);
    }
}

void Disturbances::changeNode(const Change& change)
{
    if (change.action == Action::fail) {
        target_->machine.failNode(change.index);
        return;
    }
    target_->cluster.nodes[change.index].processor->setSpeedFactor(change.factor);
    if (change.action == Action::comeBack)
        target_->machine.returnNode(change.index);
}

void Disturbances::changeDevice(const Change& change)
{
    if (change.action == Action::fail) {
        target_->machine.failDevice(change.index);
        return;
    }
    target_->cluster.devices[change.index].device->setSpeedFactor(change.factor);
    if (change.action == Action::comeBack)
        target_->machine.restoreDevice(change.index);
}

/// The link itself and its other direction; every cable of the switch.
bool Disturbances::touches(const Change& change, std::uint32_t link) const
{
    const LinkInfo& info = topology_.links()[link];
    if (change.what == What::link)
        return link == change.index || info.reverse == change.index;
    return info.fromSwitch == change.index || info.toSwitch == change.index;
}

void Disturbances::changeCables(const Change& change)
{
    if (change.action != Action::slow) {
        const bool usable = change.action == Action::comeBack;
        if (change.what == What::link)
            target_->routes.setUsable(change.index, usable);
        else
            target_->routes.setSwitchUsable(change.index, usable);
    }
    for (std::uint32_t link = 0; link < topology_.links().size(); ++link) {
        if (!touches(change, link))
            continue;
        if (change.action != Action::fail)
            linkFactors_[link] = change.factor;
        target_->cluster.network->setLinkRate(link, target_->routes.usable(link) ? linkFactors_[link] : 0.0);
    }
    if (change.action != Action::slow)
        target_->cluster.network->reroute();
}

} // namespace headroom::run
