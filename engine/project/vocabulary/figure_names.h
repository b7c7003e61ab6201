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
/// Nothing if the name has none of the forms of the results (record/structure/figure_names.h), which FORMAT.md lists.
std::optional<std::string> unitOfFigure(const std::string& name);

/// The name of a figure of an operation that is called by its key in the JSON of a run: "PUT.throughput" for
/// "PUT.per_s", "PUT.bytes" for "PUT.bytes_per_s". Other names stay as they are.
std::string figureOfKey(const std::string& name);

/// True if a larger value of the figure is better, false if a smaller one is; nothing if neither is, or the name has
/// none of the forms.
std::optional<bool> largerIsBetter(const std::string& figure);

/// The operation or the workload whose figure it is; empty for other figures.
struct FigureOwner
{
    std::string operation;
    std::string workload;
};
FigureOwner ownerOfFigure(const std::string& name);

/// The name of the figure after an operation, a workload, a role, one of its state items, a group of nodes, one of its
/// devices or controllers, or a derived result has been renamed. `owner` is the role of a state item, the group of a
/// device or a controller.
std::string renamedFigure(const std::string& name, ElementKind kind, const std::string& owner, const std::string& was,
                          const std::string& now);

/// The names by which the results may know an operation that a workload asks for, the likelier one first: "ask", or
/// "visitors: ask" where other workloads ask for it as well, or where the workload is a timer. Two, where it depends on
/// parameters which workloads are disabled; none, where this one is.
std::vector<std::string> operationsInResults(const Project& project, const Workload& workload,
                                             const std::string& operation);

/// As the results know it, the first operation that users wait for, else the first of all; empty if there is none.
std::string mainOperation(const Project& project);

/// The figures of a project's operations, workloads, jobs, states, processors, disks and networks, and of the whole
/// cluster.
std::vector<std::string> figuresOf(const Project& project);

/// The forms in words, for messages.
std::string figureForms();

} // namespace headroom::project
