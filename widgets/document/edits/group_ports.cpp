// Updates the wires around a group when its ports change, and converts blocks of a library's type into groups.

#include "project/vocabulary/block_catalogue.h"
#include "project/vocabulary/inner_diagrams.h"
#include "widgets/document/drawing_view.h"
#include "widgets/document/edits/folding.h"
#include "widgets/document/edits/grouping.h"
#include "widgets/document/group_paths.h"
#include "widgets/document/rewrite_command.h"

#include <algorithm>

namespace headroom::widgets {

using project::Block;
using project::Diagram;
using project::Json;
using project::Wire;

bool isLinkedBlock(const project::Project& project, const QString& path, const QString& id)
{
    const auto* diagram = project::findDiagram(project, path.toStdString());
    const auto* block = diagram ? project::findBlock(*diagram, id.toStdString()) : nullptr;
    const auto* type = block ? project::blockTypesOf(project).find(block->type) : nullptr;
    return type && type->inner;
}

namespace {

/// The level of detail in use, which a parameter may choose.
project::Diagram drawnNow(const project::Project& project, const project::BlockType& type, Block linked)
{
    const project::Parameter* chooses = project::findParameter(project, project::levelOf(type, linked));
    if (chooses && project::findField(type.fields, type.level))
        linked.fields[type.level] = chooses->value;
    return project::diagramOf(type, linked);
}

} // namespace

bool copyLinkedBlock(DocumentModel& model, const QString& path, const QString& id)
{
    if (!isLinkedBlock(model.project(), path, id))
        return false;
    const auto& diagram = *project::findDiagram(model.project(), path.toStdString());
    const Block& linked = *project::findBlock(diagram, id.toStdString());
    const project::BlockCatalogue& types = project::blockTypesOf(model.project());
    const auto& type = *types.find(linked.type);
    // Numbers remain parameters of the group; choices and names are copied into its blocks.
    Block own{linked.id, "group", linked.name.empty() ? type.label : linked.name, Json::object(), {}};
    Json parameters = Json::object(), written = Json::object();
    for (const auto& field : type.fields) {
        const Json& value = project::valueOf(linked.fields, field);
        const bool isNumber = field.type <= project::FieldType::flag && !value.is_null();
        (isNumber ? parameters : written)[field.name] = value;
    }
    Block bound{linked.id, "group", "", Json::object(), {drawnNow(model.project(), type, linked)}};
    bound.fields["parameters"] = written;
    own.inner.push_back(*project::innerOf(types, bound));
    if (!parameters.empty())
        own.fields["parameters"] = parameters;
    for (const auto& [name, value] : linked.fields.items())
        if (!project::findField(type.fields, name))
            own.fields[name] = value;
    QUndoCommand* edit = ModelAccess::begin(
        model, DocumentModel::tr("Copy %1 into the project").arg(QString::fromStdString(type.label)), roleOfPath(path));
    new RewriteCommand(
        model, {path},
        [path = path.toStdString(), own](project::Project& project) {
            for (Block& block : project::findDiagram(project, path)->blocks)
                if (block.id == own.id)
                    block = own;
        },
        edit);
    ModelAccess::push(model, edit);
    return true;
}

namespace {

/// True if another block inside the group represents the same port.
bool portStays(const Diagram& inner, const Block& way, const QStringList& going)
{
    return std::any_of(inner.blocks.begin(), inner.blocks.end(), [&](const Block& other) {
        return other.type == way.type && other.id != way.id && !going.contains(QString::fromStdString(other.id)) &&
               project::wayOf(other) == project::wayOf(way);
    });
}

bool endsAt(const Wire& wire, const std::string& group, const Block& way)
{
    const std::string port = project::wayOf(way);
    return way.type == "way in" ? wire.toBlock == group && wire.toPort == port
                                : wire.fromBlock == group && wire.fromPort == port;
}

std::vector<Wire>* wiresOf(project::Project& project, const QString& path)
{
    return &project::findDiagram(project, path.toStdString())->wires;
}

/// Deletes the bends of wires that are deleted or renamed.
void dropBends(project::Project& project, const QString& path, const std::function<bool(const Wire&)>& which)
{
    project::Drawing* drawing = project.view.drawings.find(path.toStdString());
    if (!drawing || !drawing->bends)
        return;
    for (const Wire& wire : *wiresOf(project, path))
        if (which(wire))
            drawing->bends->erase(wireKey(wire).toStdString());
}

} // namespace

void settleGroups(DocumentModel& model, const QString& path, const QStringList& goingBlocks, QUndoCommand* edit)
{
    const auto& inner = *project::findDiagram(model.project(), path.toStdString());
    std::vector<Block> ways;
    std::vector<std::string> groups;
    for (const Block& block : inner.blocks) {
        if (!goingBlocks.contains(QString::fromStdString(block.id)))
            continue;
        if (isBoundary(block) && !portStays(inner, block, goingBlocks))
            ways.push_back(block);
        if (!block.inner.empty())
            groups.push_back(innerPath(path, QString::fromStdString(block.id)).toStdString());
    }
    const auto place = placeOfGroup(model.project(), path);
    if (groups.empty() && (ways.empty() || !place))
        return;
    new RewriteCommand(
        model, place ? QStringList{place->path} : QStringList(),
        [place, ways, groups](project::Project& project) {
            for (const std::string& group : groups)
                dropDrawingsBelow(project.view, group);
            if (!place)
                return;
            const auto lost = [&](const Wire& wire) {
                return std::any_of(ways.begin(), ways.end(),
                                   [&](const Block& way) { return endsAt(wire, place->group.toStdString(), way); });
            };
            dropBends(project, place->path, lost);
            std::erase_if(*wiresOf(project, place->path), lost);
        },
        edit);
}

void renameGroupPort(DocumentModel& model, const QString& path, const QString& id, const std::string& way,
                     QUndoCommand* edit)
{
    const auto place = placeOfGroup(model.project(), path);
    const auto* inner = project::findDiagram(model.project(), path.toStdString());
    const auto* block = inner ? project::findBlock(*inner, id.toStdString()) : nullptr;
    if (!place || !block || !isBoundary(*block) || portStays(*inner, *block, {}))
        return;
    new RewriteCommand(
        model, {place->path},
        [place = *place, was = *block, way](project::Project& project) {
            std::vector<Wire>& wires = *wiresOf(project, place.path);
            const std::string group = place.group.toStdString();
            dropBends(project, place.path, [&](const Wire& wire) { return endsAt(wire, group, was); });
            // An existing output keeps its wire, because it can have only one.
            const auto isWired = [&](const Wire& wire) { return wire.fromBlock == group && wire.fromPort == way; };
            if (was.type == "way out" && std::any_of(wires.begin(), wires.end(), isWired))
                std::erase_if(wires, [&](const Wire& wire) { return endsAt(wire, group, was); });
            for (Wire& wire : wires)
                if (endsAt(wire, group, was))
                    (was.type == "way in" ? wire.toPort : wire.fromPort) = way;
        },
        edit);
}

} // namespace headroom::widgets
