// Disturbances of a running cluster: parts and daemons that fail, slow parts, and recovery.
#pragma once

#include "behaviour/interpreter/interpreter.h"
#include "mapping/placement.h"
#include "project/resolve/resolver.h"
#include "topology/routes.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace headroom::run {

/// Applies the project's disturbances, each at its time; at the same instant those that end are first, otherwise the
/// order is that of the project. Several may affect one part at once: it is down while any of them fails it, and its
/// speed is the product of the others' factors. Routes avoid a cut link or a failed switch at once, also those of open
/// streams. Nodes with no other route are cut off: their streams stop until it is back.
class Disturbances
{
public:
    /// `warmUpS`: from its end some times count; empty: the run finds it by itself. Findings: parts that do not exist
    /// in the cluster, and times that count from an end of the warm-up that is not known.
    Disturbances(const project::Project& project, project::Resolver& resolver,
                 const topology::ExpandedTopology& topology, const behaviour::Software& software,
                 const mapping::Placement& placement, std::optional<double> warmUpS);

    /// True if any disturbance cuts a link or switch.
    bool cutCables() const;

    /// The objects that they act on; these must outlive the run.
    struct Target
    {
        kernel::Calendar& calendar;
        behaviour::Interpreter& interpreter;
        behaviour::Cluster& cluster;
        topology::Routes& routes;
    };
    /// Schedules them. `say` receives a message for each as it happens.
    void start(const Target& target, std::function<void(const std::string&)> say);

private:
    enum class What
    {
        node,
        device,
        link,
        wholeSwitch,
        daemon
    };
    enum class Action
    {
        fail,
        slow,
        end,    ///< ends only that disturbance
        recover ///< ends all disturbances of the part
    };
    struct Change
    {
        kernel::Time at = 0;
        std::size_t part = 0;
        std::size_t disturbance = 0; ///< its index in the project
        Action action = Action::fail;
        bool noticed = false; ///< of a node that fails: those who use rings know of it
        double factor = 1;
    };
    /// A disturbed part, with all disturbances active at this instant.
    struct Part
    {
        What what = What::node;
        std::uint32_t index = 0; ///< of the node, the device, the switch, the role, or one direction of the cable
        behaviour::Site site;    ///< of a daemon
        std::string name;
        std::vector<Change> holding; ///< the changes that began the active disturbances
        bool failed = false;
        double factor = 1;
    };
    class Reading;

    static bool begins(const Change& change) { return change.action == Action::fail || change.action == Action::slow; }
    static void hold(const Change& change, Part& part);
    static void onDue(void* self, std::uint64_t change);
    void carryOut(Part& part);
    std::string rebuildOf(const Part& part) const;
    void changeNode(const Part& part);
    void changeDevice(const Part& part);
    void changeCables(const Part& part);
    void changeDaemon(const Part& part);
    bool touches(const Part& part, std::uint32_t link) const;
    double shareOf(std::uint32_t link) const;

    const topology::ExpandedTopology& topology_;
    std::vector<Change> changes_; ///< in the order in which they happen
    std::vector<Part> parts_;
    std::vector<double> linkFactors_, switchFactors_; ///< speed of each that works, as a share of its full speed
    std::optional<Target> target_;
    std::function<void(const std::string&)> say_;
};

} // namespace headroom::run
