// Counts the instances of a role: one on each node that carries it, or one for each device of a volume there. Lists
// these nodes and devices.
#pragma once

#include "project/expression/expression.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace headroom::project {

struct Project;
struct Behaviour;
struct NodeGroup;

/// The roles that nodes of the group run: those that it carries, without those whose condition in its field `roles_if`
/// is 0 for the scope. A condition cannot depend on numbers of nodes, which depend on it; one that cannot be computed
/// counts as met, since that is reported where it stands.
std::vector<std::string> rolesRunBy(const NodeGroup& group, const Scope& scope);

/// True if each device of a volume has an instance of the role: the value of the expression "for_each_if" of its
/// workers for the project's parameters in the scope and the role's own. It must not depend on numbers of nodes, which
/// depend on it. Nothing if it cannot be computed.
std::optional<bool> eachDeviceHasInstance(const Behaviour& behaviour, const Scope& scope);

/// By role. Counts are expressions over the scope; a node group with one that cannot be computed is left out, since
/// that is reported where it stands.
ScopeValues<double> instancesOfRoles(const Project& project, const Scope& scope);

/// A node as results name it, and the number of devices that a volume has on it; a RAID set is one.
struct NodeWithVolume
{
    std::string node;
    std::uint32_t devices = 0;
};

/// The nodes that carry the role, in the order in which rings count their devices. Groups whose counts cannot be
/// computed are left out, as above.
std::vector<NodeWithVolume> nodesWithVolume(const Project& project, const Scope& scope, const std::string& role,
                                            const std::string& volume);

} // namespace headroom::project
