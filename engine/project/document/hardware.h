// The hardware of a project: node groups with their devices, the fabrics that connect them, and how software finds it.
#pragma once

#include "project/document/json.h"

#include <algorithm>
#include <string>
#include <vector>

namespace headroom::project {

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

/// A price that counts instead of the one in the libraries.
struct PartPrice
{
    std::string id;               ///< of the component; "part" in the file
    Json fields = Json::object(); ///< priceFields(): usd, per, date, source
};

/// Maps names in software to hardware, beyond the volume bindings: rings and the like, see selectorFields().
struct Selector
{
    std::string id;
    Json fields = Json::object();
};

} // namespace headroom::project
