// The document: a project as plain structs, as written in its file. Nothing here is evaluated; see resolver.h for that.
//
// Structure (ids, lists, wires) has members of its own; the declared fields of an element (see declarations.h) are kept
// as the JSON values that people wrote ("64 KiB", "3 ms + 0.6 ns * size", true), in their order, together with keys
// that this version does not know. So loading and saving a file does not change it.
#pragma once

#include "project/document/json.h"
#include "project/document/view.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

/// The kinds of element that can be selected, named and referred to. "ids" identify one element of the kind, from the
/// outside in: the ids of the elements around it, then its own.
enum class ElementKind
{
    project,       ///< ids: none
    parameter,     ///< ids: parameter
    role,          ///< ids: role
    roleParameter, ///< ids: role, parameter
    workers,       ///< ids: role
    state,         ///< ids: role, state item
    operation,     ///< ids: role, operation
    block,         ///< ids: diagram path, block
    binding,       ///< ids: role; the values of the role's parameters
    topology,      ///< ids: none
    nodeGroup,     ///< ids: group
    controller,    ///< ids: group, controller
    device,        ///< ids: group, device group
    volume,        ///< ids: group, volume
    fabric,        ///< ids: fabric
    networkSwitch, ///< ids: fabric, switch
    link,          ///< ids: fabric, link
    selector,      ///< ids: selector
    workload,      ///< ids: workload
    share,         ///< ids: workload, operation
    disturbance,   ///< ids: disturbance
    note,          ///< ids: diagram path or the topology's, note
    run,           ///< ids: none
    result,        ///< ids: result; a derived one
    goal,          ///< ids: goal
    study,         ///< ids: study
    axis,          ///< ids: study, parameter
    roleVolume,    ///< ids: role, volume; a name that software has for storage
    measurement,   ///< ids: measurement
    distribution,  ///< ids: distribution
};

enum class ParameterType
{
    component,
    integer,
    number,
    quantity,
    choice,
    flag
};

/// A generic parameter: people change it in the panel. Any declared field may be an expression over parameters.
struct Parameter
{
    std::string name; ///< as used in expressions: letters, digits, underscore
    ParameterType type = ParameterType::number;
    Json value;
    std::vector<Json> alternatives; ///< offered by the panel and ticked by a study; empty: everything allowed
    std::vector<std::string> kinds; ///< component parameters: kinds of component that fit, e.g. disk, ssd, nvme
    std::string unit;               ///< quantity parameters: base unit, e.g. "B", "s", "B/s"
    std::string description;        ///< meaning, and the reason for the value if it is an assumption
    std::optional<double> minimum;
    std::optional<double> maximum;
    Json extra = Json::object(); ///< unknown keys, kept
};

struct Diagram;

/// A block of a behaviour diagram. `fields` contains every declared field that was set, and unknown keys.
struct Block
{
    std::string id;   ///< unique in its diagram; no '.'
    std::string type; ///< a block type's name, see declarations.h
    std::string name; ///< shown title; empty: the type's label
    Json fields = Json::object();
    std::vector<Diagram> inner; ///< only for a group: the one diagram inside it
};

/// Control goes from an output port to an input port.
struct Wire
{
    std::string fromBlock, fromPort;
    std::string toBlock, toPort;
    Json extra = Json::object();
    bool operator==(const Wire&) const = default;
};

/// The behaviour of a role for one operation, at one level of detail; or the content of a group.
struct Diagram
{
    std::string id; ///< the level of detail: "full", "coarse", "black box" ...; empty inside a group
    std::vector<Block> blocks;
    std::vector<Wire> wires;
    Json extra = Json::object();
};

struct Argument
{
    std::string name;
    std::string type;  ///< "number", "bytes", "time", "key", "device", "node"
    Json defaultValue; ///< number or expression, for callers that do not give it; null: each caller must give it
    Json extra = Json::object();
};

struct Operation
{
    std::string id;
    std::string description;
    std::vector<Argument> arguments;
    std::vector<Argument> results;
    Json level;                     ///< the diagram in use: a diagram's id or a parameter's name; null: the first
    std::vector<std::string> needs; ///< roles without one of which the project does not have the operation
    std::vector<Diagram> diagrams;
    Json extra = Json::object();
};

/// A role's own parameter: a constant of its behaviour (a cost, a size, a limit), bound to a value or an expression
/// over generic parameters where the role is used.
struct RoleParameter
{
    std::string name;
    Json value; ///< default
    std::string unit;
    std::string description; ///< meaning and source
    Json extra = Json::object();
};

/// Something that requests share, such as slots or a queue (see stateFields(): type, owner, capacity, start).
struct StateItem
{
    std::string id;
    Json fields = Json::object();
};

/// A role of the software stack: it is drawn once and runs on every node to which it is assigned.
struct Role
{
    std::string id;
    std::string description;
    std::vector<RoleParameter> parameters;
    Json workers = Json::object();    ///< workersFields()
    std::vector<std::string> volumes; ///< names of the volumes that its storage blocks use
    std::vector<StateItem> state;
    std::vector<Operation> operations;
    Json extra = Json::object();
};

/// The origin of a role from a library.
struct LibraryReference
{
    std::string library; ///< id of the library, e.g. "object-store"
    std::string role;    ///< id of the role there
    std::string hash;    ///< content hash of the role when the project was saved; a difference causes a warning
};

/// A role as the project uses it. With a library reference, `role` is the library's (filled on load, not saved);
/// without one it is the project's own. `bindings` sets role parameters.
struct Behaviour
{
    Role role; ///< role.id is the project's name for it
    std::optional<LibraryReference> reference;
    Json bindings = Json::object();
    Json extra = Json::object();
};

/// A device between storage devices and memory: a host adapter, an expander.
struct Controller
{
    std::string id;               ///< unique in its node group
    Json fields = Json::object(); ///< controllerFields(): component, behind ...
};

struct DeviceGroup
{
    std::string id;               ///< unique in its node group
    Json fields = Json::object(); ///< deviceFields(): component, count ...
};

/// Binds a volume that software uses to the devices that store it.
struct VolumeBinding
{
    std::string volume;
    std::string devices;                    ///< id of a device group of the same node group
    Json fields = Json::object();           ///< volumeFields(): barriers, used share, ...
    std::vector<std::string> moreDevices{}; ///< further device groups that the volume lies on
};

struct NodeGroup
{
    std::string id;
    std::string name;
    Json fields = Json::object(); ///< nodeGroupFields(): count, sockets, processor, memory ...
    std::vector<Controller> controllers;
    std::vector<DeviceGroup> devices;
    std::vector<VolumeBinding> volumes;
    std::vector<std::string> roles;

    bool carries(const std::string& role) const { return std::find(roles.begin(), roles.end(), role) != roles.end(); }
};

struct Switch
{
    std::string id;
    std::string name;
    Json fields = Json::object(); ///< switchFields()
};

/// A cable or bundle between a node group (one for every node of it) or a switch, and a switch.
struct Link
{
    std::string id;
    std::string from;             ///< node group or switch id
    std::string to;               ///< switch id, or node group id: cables without a switch
    Json fields = Json::object(); ///< linkFields(): rate, count, latency
};

/// One way to wire the node groups. A project may have several; `Topology::fabric` chooses the one in use.
struct Fabric
{
    std::string id;
    std::string description;
    Json fields = Json::object(); ///< fabricFields(): mtu, nic ...
    std::vector<Switch> switches;
    std::vector<Link> links;
};

struct Topology
{
    std::vector<NodeGroup> groups;
    std::vector<Fabric> fabrics;
    Json fabric; ///< id of the fabric in use, or a parameter's name; null: the first
    Json extra = Json::object();
};

/// How names in software are mapped to hardware, beyond the volume bindings: rings and the like, see selectorFields().
struct Selector
{
    std::string id;
    Json fields = Json::object();
};

struct OperationShare
{
    std::string operation;
    Json fields = Json::object(); ///< shareFields(): weight, arguments
};

struct Workload
{
    std::string id;
    std::string role;             ///< the role whose operations are started, e.g. "client"
    Json fields = Json::object(); ///< workloadFields(): type, workers, think time, ramp-up, keys ...
    std::vector<OperationShare> operations;
};

/// Values of which requests draw: times, sizes and the like as they were measured.
struct Distribution
{
    std::string id;
    Json fields = Json::object(); ///< distributionFields(): values, quantiles or a file
};

/// A failure while the cluster runs, or its repair.
struct Disturbance
{
    std::string id;
    Json fields = Json::object(); ///< disturbanceFields(): what, target, at, action ...
};

/// A figure computed from those of a run.
struct DerivedResult
{
    std::string id;               ///< "name" in the file
    Json fields = Json::object(); ///< resultFields(): value, unit
};

/// A target that the cluster must reach.
struct Goal
{
    std::string id;
    Json fields = Json::object(); ///< goalFields(): metric, at most, at least ...
};

/// A generic parameter that a study varies.
struct StudyAxis
{
    std::string parameter;
    Json values;                  ///< a list, or "ticked" for the parameter's ticked alternatives; null: a range
    Json fields = Json::object(); ///< axisFields(): from, to, steps, scale
};

/// Many runs over combinations of parameters, and the metrics that are reported of them.
struct Study
{
    std::string id;
    std::vector<StudyAxis> space;
    std::vector<std::string> report;           ///< metrics, e.g. "PUT.latency.p99"
    Json fields = Json::object();              ///< studyFields(): design, replications ...
    std::vector<std::string> constraints = {}; ///< expressions: which combinations are run
};

/// Measured results with which the model is compared.
struct Measurement
{
    std::string id;
    Json fields = Json::object(); ///< measurementFields(): file, case, metrics, use
};

class BlockCatalogue;

struct Project
{
    // Defined in document.cpp: compiled in place, they bring the copying and the destruction of every part of the
    // document into each file that holds a project.
    Project();
    Project(const Project&);
    Project(Project&&) noexcept;
    Project& operator=(const Project&);
    Project& operator=(Project&&) noexcept;
    ~Project();

    std::string name;
    std::string description;
    std::vector<Parameter> parameters;
    std::vector<Behaviour> behaviours;
    Topology topology;
    std::vector<Selector> selectors;
    std::vector<Workload> workloads;
    std::vector<Distribution> distributions;
    std::vector<Disturbance> disturbances;
    Json run = Json::object();       ///< runFields(): duration, warm-up, seed, sampling interval
    Json components = Json::array(); ///< the project's own components, in the library's form
    std::vector<DerivedResult> results;
    std::vector<Goal> goals;
    std::vector<Study> studies;
    std::vector<Measurement> measurements;
    View view; ///< the looks of drawings and charts; never affects a result
    Json extra = Json::object();
    /// The block types that its diagrams may use: the vocabulary and the types of files found when it was loaded. Not
    /// saved. Null: the vocabulary alone. See blockTypesOf().
    std::shared_ptr<const BlockCatalogue> blockTypes;
};

/// Path of a diagram: "role/operation/level"; inside groups "role/operation/level/group"; the topology's is "topology".
std::string diagramPath(const std::string& role, const std::string& operation, const std::string& level);

Parameter* findParameter(Project& project, const std::string& name);
const Parameter* findParameter(const Project& project, const std::string& name);
Behaviour* findBehaviour(Project& project, const std::string& role);
const Behaviour* findBehaviour(const Project& project, const std::string& role);
const Operation* findOperation(const Role& role, const std::string& operation);
/// The first role that the operation needs and the project does not have; empty if there is none. With one missing the
/// operation is neither checked nor run, and may not be used.
std::string missingRole(const Project& project, const Operation& operation);
/// The volume each device of which has an instance of the role; empty: each node has one.
std::string deviceVolumeOf(const Role& role);
Diagram* findDiagram(Project& project, const std::string& path);
const Diagram* findDiagram(const Project& project, const std::string& path);
const Block* findBlock(const Diagram& diagram, const std::string& block);

/// The ids of a list.
template <typename Items>
std::vector<std::string> idsOf(const Items& items)
{
    std::vector<std::string> ids;
    for (const auto& item : items)
        ids.push_back(item.id);
    return ids;
}

} // namespace headroom::project
