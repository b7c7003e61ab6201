// Access to the lists of a topology for commands, and free ids for boxes. Shared by the edits of the topology.
#pragma once

#include "widgets/document/model/by_id.h"
#include "widgets/document/model/document_model.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace headroom::widgets::topology_lists {

inline std::vector<project::NodeGroup>* groups(project::Project& project)
{
    return &project.topology.groups;
}

inline std::vector<project::Fabric>* fabrics(project::Project& project)
{
    return &project.topology.fabrics;
}

template <typename T>
auto ofFabric(const std::string& fabric, std::vector<T> project::Fabric::*member)
{
    return [fabric, member](project::Project& project) -> std::vector<T>* {
        return &(byId(project.topology.fabrics, fabric)->*member);
    };
}

template <typename T>
auto ofGroup(const std::string& group, std::vector<T> project::NodeGroup::*member)
{
    return [group, member](project::Project& project) -> std::vector<T>* {
        return &(byId(project.topology.groups, group)->*member);
    };
}

/// The positions in the topology use the id alone as key, so an id must be new among groups and the switches of all
/// fabrics.
inline std::string freshBoxId(const project::Topology& topology, const std::string& base)
{
    std::set<std::string> taken;
    for (const auto& group : topology.groups)
        taken.insert(group.id);
    for (const auto& fabric : topology.fabrics)
        for (const auto& entry : fabric.switches)
            taken.insert(entry.id);
    int number = 1;
    while (taken.contains(base + std::to_string(number)))
        ++number;
    return base + std::to_string(number);
}

} // namespace headroom::widgets::topology_lists
