// The software of a project: its roles, their operations, and the diagrams of their behaviour.
#pragma once

#include "project/document/json.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

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

/// The volume each device of which has an instance of the role; empty: each node has one.
std::string deviceVolumeOf(const Role& role);
const Operation* findOperation(const Role& role, const std::string& operation);
const Block* findBlock(const Diagram& diagram, const std::string& block);

} // namespace headroom::project
