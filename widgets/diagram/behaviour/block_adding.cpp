#include "widgets/diagram/behaviour/block_adding.h"
#include "project/vocabulary/inner_diagrams.h"

#include "project/vocabulary/block_catalogue.h"
#include "project/vocabulary/declarations.h"
#include "widgets/document/edits/call_edits.h"
#include "widgets/document/edits/diagram_edits.h"
#include "widgets/document/edits/field_edits.h"
#include "widgets/document/model/edit_step.h"
#include "widgets/theme/text.h"

#include <algorithm>

namespace headroom::widgets {

namespace {

/// A new block of a type; only its ports are needed.
project::Block freshBlock(const project::BlockType& type)
{
    project::Block block;
    block.type = type.name;
    if (type.name == "group")
        block.inner.push_back(project::plainGroup());
    return block;
}

/// A diagram has only one start; inputs and outputs exist only in groups.
bool fitsInto(const project::Diagram& diagram, const QString& path, const project::BlockType& type)
{
    const bool inGroup = path.count('/') > 2;
    if (type.name == "way in" || type.name == "way out")
        return inGroup;
    return type.name != "start" ||
           (!inGroup && std::none_of(diagram.blocks.begin(), diagram.blocks.end(),
                                     [](const project::Block& block) { return block.type == "start"; }));
}

} // namespace

project::Wire wireOf(const PortAddress& from, const PortAddress& to)
{
    project::Wire wire;
    wire.fromBlock = from.box.toStdString();
    wire.fromPort = from.port.toStdString();
    wire.toBlock = to.box.toStdString();
    wire.toPort = to.port.toStdString();
    return wire;
}

QVector<QuickEntry> blockEntries(const project::BlockCatalogue& types, const project::Diagram& diagram,
                                 const QString& path, const std::optional<PortAddress>& from, const project::Wire* into)
{
    QVector<QuickEntry> entries;
    for (const auto& type : types.types()) {
        if (!fitsInto(diagram, path, type))
            continue;
        const project::Block block = freshBlock(type);
        const bool needsIn = into || (from && from->output), needsOut = into || (from && !from->output);
        if ((needsIn && types.inputsOf(block).empty()) || (needsOut && types.outputsOf(block).empty()))
            continue;
        entries.append({text(type.name), text(type.label), text(type.category), text(type.icon), text(type.meaning)});
    }
    return entries;
}

QString addWired(DocumentModel& model, const QString& path, const QString& type, const QPointF& corner,
                 const std::optional<PortAddress>& from, const std::optional<project::Wire>& into)
{
    const project::BlockCatalogue& types = project::blockTypesOf(model.project());
    const auto* known = types.find(type.toStdString());
    if (!known || !project::findDiagram(model.project(), path.toStdString()))
        return {};
    const project::Block block = freshBlock(*known);
    const auto inputs = types.inputsOf(block), outputs = types.outputsOf(block);
    const EditStep edit(model, DocumentModel::tr("Add %1").arg(text(known->label)));
    const QString id = addBlock(model, path, type, corner);
    setFields(model, {}, obviousFields(model.project(), ElementRef::block(path, id)));
    if (!from && !into)
        return id;
    if (into) {
        deleteBlocksAndWires(model, path, {}, {*into});
        project::Wire before = *into, after = *into;
        before.toBlock = after.fromBlock = id.toStdString();
        before.toPort = inputs.front().name;
        // A loop goes on when it is done; until there are blocks in its body, that leads straight back.
        const bool leadsBack = inputs.size() > 1 && outputs.size() > 1;
        after.fromPort = leadsBack ? outputs.back().name : outputs.front().name;
        addWire(model, path, before);
        addWire(model, path, after);
        if (leadsBack)
            addWire(model, path, wireOf({id, text(outputs.front().name), true}, {id, text(inputs.back().name), false}));
    } else if (from->output) {
        addWire(model, path, wireOf(*from, {id, text(inputs.front().name), false}));
    } else {
        addWire(model, path, wireOf({id, text(outputs.front().name), true}, *from));
    }
    return id;
}

} // namespace headroom::widgets
