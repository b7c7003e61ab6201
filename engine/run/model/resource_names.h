// The names of resources in the summary: `ResourceSummary::resource`, and with the node group before a point the name
// of the resource in the whole model, as in "storage.disk data".
#pragma once

#include "behaviour/program/program.h"
#include "topology/expanded_topology.h"

#include <string>

namespace headroom::run {

inline constexpr const char* processorName = "processor";
inline constexpr const char* memoryName = "memory";
inline constexpr const char* networkName = "network";
inline constexpr const char* adapterName = "adapter"; ///< what the ports of an adapter share
// The places of record::TimePart at which requests wait for those of any role in a group.
inline constexpr const char* workersPlace = "workers";
inline constexpr const char* helpersPlace = "helper threads";

inline std::string diskName(const topology::DeviceGroupInfo& devices)
{
    return "disk " + devices.id;
}

inline std::string controllerName(const topology::ControllerInfo& controller)
{
    return "controller " + controller.id;
}

inline std::string workersName(const behaviour::RoleInfo& role)
{
    return "workers " + role.id;
}

inline std::string helpersName(const behaviour::RoleInfo& role)
{
    return "helpers " + role.id;
}

inline std::string stageName(const behaviour::StageInfo& stage)
{
    return "stage " + stage.name;
}

inline std::string slotsName(const behaviour::StateInfo& state)
{
    return "slots " + state.name;
}

inline std::string tokensName(const behaviour::StateInfo& state)
{
    return "tokens " + state.name;
}

inline std::string queueName(const behaviour::StateInfo& state)
{
    return "queue " + state.name;
}

inline std::string consumersName(const behaviour::RoleInfo& role, const behaviour::Program& program)
{
    return "consumers " + role.id + ' ' + program.operation;
}

inline std::string fullName(const std::string& group, const std::string& resource)
{
    return group + '.' + resource;
}

} // namespace headroom::run
