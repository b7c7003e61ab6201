// Makes resources of a model faster or more, each by a factor: a change of its figures before the run.
#pragma once

#include "behaviour/program/program.h"
#include "project/document/finding.h"
#include "resources/memory/memory.h"
#include "resources/processor/processor.h"
#include "resources/storage/storage_device.h"
#include "resources/storage/storage_path.h"
#include "topology/expanded_topology.h"

#include <map>
#include <string>
#include <vector>

namespace headroom::run {

/// Factors by resource, each above 0. A resource is named as in the summary: "storage.disk data".
using Factors = std::map<std::string, double>;

/// Stands for the arrivals among the names of resources.
inline constexpr const char* arrivalsName = "arrivals";

/// The names of all resources that a model can have in its summary, in that order.
std::vector<std::string> scalableResources(const topology::ExpandedTopology& topology,
                                           const behaviour::Software& software);

/// Effect of a factor f, by kind of resource:
///
/// - processor: the speed of every core × f. Its work for packets and copies becomes faster with it.
/// - memory: the bandwidth and the rate of one thread's copies × f
/// - disk: seeks, turns of the platters and latencies ÷ f; rates, I/Os per second and the device's own port × f
/// - controller, expander: rates, I/Os per second and the rate of its ports × f, latency ÷ f
/// - network: the rate of the cables of the group's nodes × f in both directions: of adapters with what they are
///   connected to
/// - link, switch: the rate of its cables in the named direction, or of the switch's inside × f
/// - workers, slots, consumers: their number × f, rounded, at least 1. They belong to a role, so those of the role's
///   other node groups change too.
/// - tokens of a bucket: their rate × f; it holds as many as before
/// - stage (a black box): its service time ÷ f
/// - arrivals: the rates of open loops and the speed of traces × f. They are no resource but the load that is given.
///
/// Capacities, the latency of cables and switches, and what software waits for by the clock stay as they are. So do
/// price and power: a scaled part is no component that one can buy.
class Scaling
{
public:
    Scaling() = default;
    /// `wanted` is named as users write it: "->" stands for "→", and the first words of a name are enough if no other
    /// resource begins with them ("storage.disk"). A name that is unknown or ambiguous, and a factor that is not above
    /// 0, becomes an error that lists the names.
    Scaling(const Factors& wanted, const std::vector<std::string>& known, project::Findings& findings);

    double of(const std::string& group, const std::string& resource) const;
    double ofArrivals() const;
    /// Factor for each link of the topology.
    std::vector<double> ofLinks(const topology::ExpandedTopology& topology) const;
    /// Scales workers, helper threads, slots, token buckets, consumers and stages.
    void scale(behaviour::Software& software, const topology::ExpandedTopology& topology) const;

    /// By the full names.
    const Factors& factors() const { return factors_; }

private:
    double ofRole(const std::string& role, const std::string& resource,
                  const topology::ExpandedTopology& topology) const;

    Factors factors_;
};

void makeFaster(resources::HardDiskSpec& disk, double factor);
void makeFaster(resources::SolidStateSpec& device, double factor);
void makeFaster(resources::ProcessorSpec& processor, double factor);
void makeFaster(resources::PathStage::Spec& stage, double factor);

} // namespace headroom::run
