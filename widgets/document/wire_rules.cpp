// Rules for wires, and invariants of a document.

#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/drawing_view.h"

#include <algorithm>
#include <set>

namespace headroom::widgets {

using project::Block;
using project::BlockCatalogue;
using project::Diagram;
using project::Project;
using project::Wire;

namespace {

const project::PortDeclaration* portNamed(const std::vector<project::PortDeclaration>& ports, const std::string& name)
{
    const auto found = std::find_if(ports.begin(), ports.end(), [&](const auto& port) { return port.name == name; });
    return found == ports.end() ? nullptr : &*found;
}

bool hasInput(const BlockCatalogue& types, const Block& block, const std::string& port)
{
    return portNamed(types.inputsOf(block), port) != nullptr;
}

bool hasOutput(const BlockCatalogue& types, const Block& block, const std::string& port)
{
    return portNamed(types.outputsOf(block), port) != nullptr;
}

/// True for a wire to the second input of a loop: the only way back for control.
bool goesBack(const Diagram& diagram, const Wire& wire)
{
    const auto* block = project::findBlock(diagram, wire.toBlock);
    return block && block->type == "loop" && wire.toPort == "again";
}

/// True if control that enters `from` can reach `target` without going back through a loop.
bool leadsTo(const Diagram& diagram, const std::string& from, const std::string& target)
{
    std::set<std::string> seen{from};
    std::vector<std::string> open{from};
    while (!open.empty()) {
        const std::string block = open.back();
        open.pop_back();
        if (block == target)
            return true;
        for (const Wire& wire : diagram.wires)
            if (wire.fromBlock == block && !goesBack(diagram, wire) && seen.insert(wire.toBlock).second)
                open.push_back(wire.toBlock);
    }
    return false;
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

} // namespace

QString DocumentModel::wireRefusal(const QString& path, const Wire& wire) const
{
    const auto* diagram = project::findDiagram(project_, path.toStdString());
    if (!diagram)
        return tr("There is no such diagram.");
    const BlockCatalogue& types = project::blockTypesOf(project_);
    const auto* from = project::findBlock(*diagram, wire.fromBlock);
    const auto* to = project::findBlock(*diagram, wire.toBlock);
    if (!from || !hasOutput(types, *from, wire.fromPort))
        return tr("A wire starts at a way out of a block.");
    if (!to || !hasInput(types, *to, wire.toPort))
        return tr("A wire ends at a way into a block.");
    for (const Wire& other : diagram->wires)
        if (other.fromBlock == wire.fromBlock && other.fromPort == wire.fromPort)
            return tr("This way out has a wire already; insert a Fork for parallel paths.");
    if (!goesBack(*diagram, wire) && leadsTo(*diagram, wire.toBlock, wire.fromBlock))
        return tr("The path would return to an earlier block; use a Loop block.");
    return {};
}

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
