#include "widgets/document/wires/wire_rules.h"

#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/model/document_model.h"

#include <algorithm>
#include <set>

namespace headroom::widgets {

using project::Block;
using project::BlockCatalogue;
using project::Diagram;
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

} // namespace

QString wireRefusal(const project::Project& project, const QString& path, const Wire& wire)
{
    const auto* diagram = project::findDiagram(project, path.toStdString());
    if (!diagram)
        return DocumentModel::tr("There is no such diagram.");
    const BlockCatalogue& types = project::blockTypesOf(project);
    const auto* from = project::findBlock(*diagram, wire.fromBlock);
    const auto* to = project::findBlock(*diagram, wire.toBlock);
    if (!from || !hasOutput(types, *from, wire.fromPort))
        return DocumentModel::tr("A wire starts at a way out of a block.");
    if (!to || !hasInput(types, *to, wire.toPort))
        return DocumentModel::tr("A wire ends at a way into a block.");
    for (const Wire& other : diagram->wires)
        if (other.fromBlock == wire.fromBlock && other.fromPort == wire.fromPort)
            return DocumentModel::tr("This way out has a wire already; insert a Fork for parallel paths.");
    if (!goesBack(*diagram, wire) && leadsTo(*diagram, wire.toBlock, wire.fromBlock))
        return DocumentModel::tr("The path would return to an earlier block; use a Loop block.");
    return {};
}

} // namespace headroom::widgets
