#include "widgets/document/lookup/next_steps.h"

#include "widgets/document/lookup/unbound_volumes.h"

#include <QRegularExpression>

#include <algorithm>
#include <set>
#include <utility>

namespace headroom::widgets {

namespace {

/// The roles that blocks name, at any depth.
void addCalled(const std::vector<project::Diagram>& diagrams, std::set<std::string>& roles)
{
    for (const project::Diagram& diagram : diagrams)
        for (const project::Block& block : diagram.blocks) {
            if (const auto role = block.fields.find("role"); role != block.fields.end() && role->is_string())
                roles.insert(role->get<std::string>());
            addCalled(block.inner, roles);
        }
}

std::set<std::string> calledRoles(const project::Project& project)
{
    std::set<std::string> roles;
    for (const project::Behaviour& behaviour : project.behaviours)
        for (const project::Operation& operation : behaviour.role.operations)
            addCalled(operation.diagrams, roles);
    return roles;
}

bool isPlaced(const project::Project& project, const std::string& role)
{
    const auto& groups = project.topology.groups;
    return std::any_of(groups.begin(), groups.end(),
                       [&](const project::NodeGroup& group) { return group.carries(role); });
}

bool isLoaded(const project::Project& project, const std::string& role)
{
    return std::any_of(project.workloads.begin(), project.workloads.end(),
                       [&](const project::Workload& workload) { return workload.role == role; });
}

/// Devices get the volumes first, then a kind.
void addStorageSteps(const project::Project& project, const project::Findings& findings, QVector<NextStep>& steps)
{
    using Kind = NextStep::Kind;
    for (const project::NodeGroup& group : project.topology.groups)
        if (const QStringList volumes = unboundVolumes(project, group); !volumes.isEmpty()) {
            QStringList devices;
            for (const project::DeviceGroup& each : group.devices)
                devices.append(QString::fromStdString(each.id));
            steps.append({.kind = Kind::storage,
                          .group = QString::fromStdString(group.id),
                          .volumes = volumes,
                          .devices = devices});
        }
    for (const project::Finding& finding : findings) {
        const QString pointer = QString::fromStdString(finding.pointer);
        static const QRegularExpression deviceKind("^/topology/groups/\\d+/devices/\\d+/component$");
        if (finding.severity == project::Severity::error && finding.key == "field.missing" &&
            deviceKind.match(pointer).hasMatch())
            steps.append({.kind = Kind::component, .field = pointer});
    }
}

/// The nodes of a network are linked first; the parts that have to be picked follow from its switches and links.
void addNetworkSteps(const project::Findings& findings, QVector<NextStep>& steps)
{
    using Kind = NextStep::Kind;
    bool unlinked = false, adapter = false;
    QVector<NextStep> components;
    for (const project::Finding& finding : findings) {
        if (finding.severity != project::Severity::error)
            continue; // of a fabric that is not in use
        unlinked |= finding.key == "topology.no-fabric" || finding.key == "group.unlinked";
        const QString pointer = QString::fromStdString(finding.pointer);
        static const QRegularExpression switchKind("^/topology/fabrics/\\d+/switches/\\d+/component$");
        if (finding.key == "field.missing" && switchKind.match(pointer).hasMatch())
            components.append({.kind = Kind::component, .field = pointer});
        // One adapter for the whole fabric serves all its links; a link may still name another.
        if (finding.key == "link.no-adapter" && !std::exchange(adapter, true))
            components.append({.kind = Kind::component, .field = pointer.section('/', 0, 3) + "/nic"});
    }
    if (unlinked)
        steps.append({Kind::network});
    steps += components;
}

} // namespace

QVector<NextStep> nextSteps(const project::Project& project, const project::Findings& findings)
{
    using Kind = NextStep::Kind;
    QVector<NextStep> steps;
    const auto& behaviours = project.behaviours;
    const auto called = calledRoles(project);
    const auto hasOperations = [](const project::Behaviour& one) { return !one.role.operations.empty(); };
    // Users load the role that no other one calls.
    auto first = std::find_if(behaviours.begin(), behaviours.end(), [&](const project::Behaviour& one) {
        return hasOperations(one) && !called.contains(one.role.id);
    });
    if (first == behaviours.end())
        first = std::find_if(behaviours.begin(), behaviours.end(), hasOperations);
    if (behaviours.empty())
        steps.append({Kind::role});
    else if (first == behaviours.end())
        steps.append({Kind::operation, QString::fromStdString(behaviours.front().role.id)});
    QStringList unplaced;
    for (const project::Behaviour& behaviour : behaviours) {
        const std::string& role = behaviour.role.id;
        const bool takesPart = project.workloads.empty() || isLoaded(project, role) || called.contains(role);
        if (takesPart && !isPlaced(project, role))
            unplaced.append(QString::fromStdString(role));
    }
    if (unplaced.size() > 1)
        steps.append({Kind::roleNodes, {}, unplaced});
    if (project.topology.groups.empty())
        steps.append({Kind::nodes});
    else
        for (const QString& role : unplaced)
            steps.append({Kind::placement, role});
    addStorageSteps(project, findings, steps);
    addNetworkSteps(findings, steps);
    if (project.workloads.empty())
        steps.append({Kind::workload, first == behaviours.end() ? QString() : QString::fromStdString(first->role.id)});
    return steps;
}

} // namespace headroom::widgets
