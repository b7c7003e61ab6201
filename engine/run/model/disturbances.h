// What fails, limps and comes back while a cluster runs.
#pragma once

#include "behaviour/interpreter/interpreter.h"
#include "project/resolve/resolver.h"
#include "topology/routes.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom::run {

/// Carries out the project's disturbances, each at its time; of one instant those that end first, else in the order of
/// the project. Of one part several may hold at once: it is down while any of them fails it, and works at the product
/// of what the others leave of its speed. A link that is cut and a switch that is down are routed round at once, also
/// by streams that are open. What lies behind it with no other way is cut off: such streams stand still until it is
/// back.
class Disturbances
{
public:
    /// Findings: what is not there in the cluster as it is built.
    Disturbances(const project::Project& project, project::Resolver& resolver,
                 const topology::ExpandedTopology& topology);

    /// Whether any takes a way away.
    bool cutCables() const;

    /// What they work on; outlives the run.
    struct Target
    {
        kernel::Calendar& calendar;
        behaviour::Interpreter& interpreter;
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
        end,     ///< of that disturbance alone
        comeBack ///< ends all of the part
    };
    struct Change
    {
        kernel::Time at = 0;
        std::size_t part = 0;
        std::size_t disturbance = 0; ///< its number in the project
        Action action = Action::fail;
        double factor = 1;
    };
    /// What is disturbed, by whatever holds at this instant.
    struct Part
    {
        What what = What::node;
        std::uint32_t index = 0; ///< of the node, the device, the switch, or one direction of the cable
        std::string name;
        std::vector<Change> holding; ///< their beginnings
        bool failed = false;
        double factor = 1;
    };
    class Reading;

    static bool begins(const Change& change) { return change.action == Action::fail || change.action == Action::slow; }
    static void hold(const Change& change, Part& part);
    static void onDue(void* self, std::uint64_t change);
    void carryOut(Part& part);
    void changeNode(const Part& part);
    void changeDevice(const Part& part);
    void changeCables(const Part& part);
    bool touches(const Part& part, std::uint32_t link) const;
    double shareOf(std::uint32_t link) const;

    const topology::ExpandedTopology& topology_;
    std::vector<Change> changes_; ///< in the order in which they happen
    std::vector<Part> parts_;
    std::vector<double> linkFactors_, switchFactors_; ///< share of its speed that each has while it works
    std::optional<Target> target_;
    std::function<void(const std::string&)> say_;
};

} // namespace headroom::run
