// The names of single figures of the results, which goals limit and derived results compute with.
#pragma once

#include "project/document/element_kind.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

struct Project;
struct Workload;

/// The unit of the figure that a name means: "s" for "PUT.latency.p99", "%" for a share (0 to 1), empty for a number.
/// Nothing if the name has none of these forms:
///
///     OPERATION.throughput | bytes | failed
///     OPERATION.latency.mean | p50 | p95 | p99 | max
///     jobs.WORKLOAD.completion, jobs.WORKLOAD.completion.max
///     resources.GROUP.RESOURCE.used | busiest | queue, or with the kind alone: resources.disk.used
///     rings.RING.missing | incomplete
///     capacity.raw, capacity.usable, price, power, rack_units, wear_yearly
///
/// `used` is the mean over a group's members, `busiest` the most used member. With the kind alone it is the largest
/// value of all resources of that kind. `failed` is the share of the operations that ended. `completion` is the mean of
/// the jobs. `missing` are the copies that went missing after failures, `incomplete` the time during which any was.
std::optional<std::string> unitOfFigure(const std::string& name);

/// The operation or the workload that the name of a figure begins with; empty for other figures.
struct FigureOwner
{
    std::string operation;
    std::string workload; ///< with jobs
};
FigureOwner ownerOfFigure(const std::string& name);

/// The name of the figure after an operation, a workload, a group of nodes, one of its devices or controllers, or a
/// derived result has been renamed. `owner` is the group of a device or a controller.
std::string renamedFigure(const std::string& name, ElementKind kind, const std::string& owner, const std::string& was,
                          const std::string& now);

/// The names by which the results may know an operation that a workload asks for, the likelier one first: "ask", or
/// "visitors: ask" where other workloads ask for it as well, or where the workload is a timer. Two, where it depends on
/// parameters which workloads are disabled; none, where this one is.
std::vector<std::string> operationsInResults(const Project& project, const Workload& workload,
                                             const std::string& operation);

/// As the results know it, the first operation that users wait for, else the first of all; empty if there is none.
std::string mainOperation(const Project& project);

/// The figures of a project's operations, jobs, processors, disks and networks, and of the whole cluster.
std::vector<std::string> figuresOf(const Project& project);

/// The forms in words, for messages.
const char* figureForms();

} // namespace headroom::project
