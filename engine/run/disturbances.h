// What fails, limps and comes back while a cluster runs.
#pragma once

#include "behaviour/machine.h"
#include "project/resolver.h"
#include "topology/routes.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom::run {

/// Carries out the project's disturbances, each at its time; of one instant in the order of the project. A link that is
/// cut and a switch that is down are routed round at once, also by streams that are open. What lies behind it with no
/// other way is cut off: such streams stand still until it is back.
class Disturbances
{
public:
    /// Findings: what is not there in the cluster as it is built.
    Disturbances(const project::Project& project, project::Resolver& resolver,
                 const topology::ExpandedTopology& topology);

    /// What they work on; outlives the run.
    struct Target
    {
        kernel::Calendar& calendar;
        behaviour::Machine& machine;
        behaviour::Cluster& cluster;
        topology::Routes& routes;
    };
    /// Schedules them. `say` hears of each as it happens.
    void start(const Target& target, std::function<void(const std::string&)> say);

private:
    enum class What
    {
        node,
        device,
        link,
        wholeSwitch
    };
    enum class Action
    {
        fail,
        slow,
        comeBack
    };
    struct Change
    {
        kernel::Time at = 0;
        What what = What::node;
        std::uint32_t index = 0; ///< of the node, the device, the switch, or one direction of the cable
        Action action = Action::fail;
        double factor = 1;
        std::string name;
    };
    class Reading;

    static void onDue(void* self, std::uint64_t change);
    void carryOut(const Change& change);
    void changeNode(const Change& change);
    void changeDevice(const Change& change);
    void changeCables(const Change& change);
    bool touches(const Change& change, std::uint32_t link) const;

    const topology::ExpandedTopology& topology_;
    std::vector<Change> changes_;
    std::vector<double> linkFactors_; ///< share of each link's rate while it works
    std::optional<Target> target_;
    std::function<void(const std::string&)> say_;
};

} // namespace headroom::run
