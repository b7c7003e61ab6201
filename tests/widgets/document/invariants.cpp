#include "tests/widgets/document/invariants.h"

#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/edits/fabric_edits.h"
#include "widgets/document/model/drawing_view.h"

#include <algorithm>
#include <set>

namespace headroom::widgets {

using project::Block;
using project::BlockCatalogue;
using project::Diagram;
using project::Project;
using project::Wire;

namespace {

template <typename Ports>
bool hasPort(const Ports& ports, const std::string& name)
{
    return std::any_of(ports.begin(), ports.end(), [&](const auto& port) { return port.name == name; });
}

bool hasInput(const BlockCatalogue& types, const Block& block, const std::string& port)
{
    return hasPort(types.inputsOf(block), port);
}

bool hasOutput(const BlockCatalogue& types, const Block& block, const std::string& port)
{
    return hasPort(types.outputsOf(block), port);
}

template <typename List, typename Name>
void checkUnique(QStringList& breaches, const List& list, Name name, const QString& what)
{
    std::set<std::string> seen;
    for (const auto& entry : list)
        if (!seen.insert(name(entry)).second)
            breaches.append(QString("%1 \"%2\" occurs twice").arg(what, QString::fromStdString(name(entry))));
}

const auto idOf = [](const auto& entry) { return entry.id; };

void checkDiagram(QStringList& breaches, const BlockCatalogue& types, const Diagram& diagram, const QString& path)
{
    checkUnique(breaches, diagram.blocks, idOf, path + ": block");
    for (const Wire& wire : diagram.wires) {
        const auto* from = project::findBlock(diagram, wire.fromBlock);
        const auto* to = project::findBlock(diagram, wire.toBlock);
        if (!from || !hasOutput(types, *from, wire.fromPort))
            breaches.append(QString("%1: a wire begins at %2.%3, which does not exist")
                                .arg(path, wire.fromBlock.c_str(), wire.fromPort.c_str()));
        if (!to || !hasInput(types, *to, wire.toPort))
            breaches.append(QString("%1: a wire ends at %2.%3, which does not exist")
                                .arg(path, wire.toBlock.c_str(), wire.toPort.c_str()));
    }
    for (const Block& block : diagram.blocks)
        for (const Diagram& inner : block.inner)
            checkDiagram(breaches, types, inner, path + '/' + QString::fromStdString(block.id));
}

void checkTopology(QStringList& breaches, const project::Topology& topology)
{
    checkUnique(breaches, topology.groups, idOf, "node group");
    std::set<std::string> groups;
    for (const auto& group : topology.groups) {
        groups.insert(group.id);
        checkUnique(breaches, group.devices, idOf, "device");
        checkUnique(breaches, group.controllers, idOf, "controller");
        checkUnique(
            breaches, group.roles, [](const std::string& role) { return role; }, "role");
        for (const auto& volume : group.volumes)
            if (std::none_of(group.devices.begin(), group.devices.end(),
                             [&](const auto& device) { return device.id == volume.devices; }))
                breaches.append(QString("volume %1 lies on a device that does not exist").arg(volume.volume.c_str()));
    }
    for (const auto& fabric : topology.fabrics) {
        checkUnique(breaches, fabric.switches, idOf, "switch");
        checkUnique(breaches, fabric.links, idOf, "link");
        std::set<std::string> switches;
        for (const auto& entry : fabric.switches)
            switches.insert(entry.id);
        for (const auto& link : fabric.links)
            if ((!groups.contains(link.from) && !switches.contains(link.from)) || !switches.contains(link.to))
                breaches.append(QString("link %1 has an end that does not exist").arg(link.id.c_str()));
    }
}

std::set<std::string> boxIds(const Project& project, const std::string& path)
{
    std::set<std::string> ids;
    if (path == topologyPath.toStdString()) {
        for (const auto& group : project.topology.groups)
            ids.insert(group.id);
        for (const auto& fabric : project.topology.fabrics) {
            for (const auto& entry : fabric.switches)
                ids.insert(entry.id);
            for (const QString& tier : tierBoxes(fabric.id))
                ids.insert(tier.toStdString());
        }
    } else if (const auto* diagram = project::findDiagram(project, path)) {
        for (const auto& block : diagram->blocks)
            ids.insert(block.id);
    }
    return ids;
}

/// Keys of all wires or links in the drawing of a path.
std::set<std::string> wireKeys(const Project& project, const std::string& path)
{
    std::set<std::string> keys;
    if (path == topologyPath.toStdString()) {
        for (const auto& fabric : project.topology.fabrics)
            for (const auto& link : fabric.links)
                keys.insert(linkKey(link).toStdString());
    } else if (const auto* diagram = project::findDiagram(project, path)) {
        for (const auto& wire : diagram->wires)
            keys.insert(wireKey(wire).toStdString());
    }
    return keys;
}

template <typename Value>
void checkKeys(QStringList& breaches, const std::string& path, const char* section,
               const std::optional<project::InOrder<Value>>& part, const std::set<std::string>& known)
{
    if (!part)
        return;
    for (const auto& [key, value] : *part)
        if (!known.contains(key))
            breaches.append(QString("%1: %2 of %3, which does not exist").arg(path.c_str(), section, key.c_str()));
}

void checkNotes(QStringList& breaches, const Project& project, const std::string& path,
                const std::vector<project::Note>& notes)
{
    if (path != topologyPath.toStdString() && !project::findDiagram(project, path))
        breaches.append(QString("notes of %1, which does not exist").arg(path.c_str()));
    std::set<std::string> seen;
    for (const project::Note& note : notes)
        if (!seen.insert(note.id).second)
            breaches.append(QString("%1: a note occurs twice").arg(path.c_str()));
}

QStringList viewBreaches(const Project& project)
{
    QStringList breaches;
    for (const auto& [path, drawing] : project.view.drawings) {
        const std::set<std::string> boxes = boxIds(project, path);
        checkKeys(breaches, path, "positions", drawing.positions, boxes);
        checkKeys(breaches, path, "bends", drawing.bends, wireKeys(project, path));
        checkKeys(breaches, path, "colours", drawing.colours, boxes);
        checkKeys(breaches, path, "widths", drawing.widths, boxes);
        if (drawing.notes)
            checkNotes(breaches, project, path, *drawing.notes);
    }
    return breaches;
}

} // namespace

QStringList invariantBreaches(const Project& project)
{
    QStringList breaches;
    checkUnique(
        breaches, project.behaviours, [](const auto& behaviour) { return behaviour.role.id; }, "role");
    for (const auto& behaviour : project.behaviours) {
        for (const auto& operation : behaviour.role.operations)
            for (const auto& diagram : operation.diagrams)
                checkDiagram(breaches, project::blockTypesOf(project), diagram,
                             QString::fromStdString(project::diagramPath(behaviour.role.id, operation.id, diagram.id)));
    }
    checkTopology(breaches, project.topology);
    return breaches + viewBreaches(project);
}

} // namespace headroom::widgets
