#include "widgets/document/edits/grouping.h"
#include "project/vocabulary/inner_diagrams.h"

#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/edits/folding.h"
#include "widgets/document/model/drawing_view.h"
#include "widgets/document/model/group_paths.h"
#include "widgets/document/model/rewrite_command.h"

#include <algorithm>

namespace headroom::widgets {

using project::Block;
using project::Diagram;
using project::Json;
using project::Wire;

namespace {

using Ids = std::set<std::string>;

Ids idsOf(const QStringList& blocks)
{
    Ids ids;
    for (const QString& block : blocks)
        ids.insert(block.toStdString());
    return ids;
}

using Names = std::map<std::string, std::string>; ///< of blocks: id before → id after

template <typename Value>
void moveNamed(std::optional<project::InOrder<Value>>& from, std::optional<project::InOrder<Value>>& to,
               const Names& names)
{
    if (!from)
        return;
    for (const auto& [id, name] : names)
        if (Value* value = from->find(id)) {
            if (!to)
                to.emplace();
            (*to)[name] = std::move(*value);
            from->erase(id);
        }
}

/// Moves the data of blocks, by id, from one diagram to another: positions, colours, widths, unknown sections.
void moveEntries(project::View& view, const std::string& from, const std::string& to, const Names& names)
{
    project::Drawing& target = view.drawings[to];
    project::Drawing* source = view.drawings.find(from);
    if (!source)
        return;
    moveNamed(source->positions, target.positions, names);
    moveNamed(source->colours, target.colours, names);
    moveNamed(source->widths, target.widths, names);
    for (auto& [section, byId] : source->extra.items()) {
        if (!byId.is_object())
            continue;
        for (const auto& [id, name] : names)
            if (const auto entry = byId.find(id); entry != byId.end()) {
                target.extra[section][name] = std::move(*entry);
                byId.erase(id);
            }
    }
}

/// Deletes the data of a block.
void dropEntries(project::Drawing& drawing, const std::string& block)
{
    if (drawing.positions)
        drawing.positions->erase(block);
    if (drawing.colours)
        drawing.colours->erase(block);
    if (drawing.widths)
        drawing.widths->erase(block);
    for (auto& [section, byId] : drawing.extra.items())
        if (byId.is_object())
            byId.erase(block);
}

/// A move of blocks from one diagram to another.
struct Move
{
    std::string from, to; ///< diagram paths
    const Names& names;
    QPointF offset;
};

std::vector<project::Point> shifted(std::vector<project::Point> points, const QPointF& offset)
{
    for (project::Point& point : points)
        point = {point.x.get<double>() + offset.x(), point.y.get<double>() + offset.y()};
    return points;
}

/// Bends of wires between the blocks move with them; those of other wires at moved blocks are deleted.
void moveBends(project::View& view, const project::Diagram& before, const Move& move)
{
    project::Drawing& target = view.drawings[move.to];
    project::Drawing* source = view.drawings.find(move.from);
    if (!source || !source->bends)
        return;
    const auto old = std::move(*source->bends);
    source->bends.reset();
    const auto keep = [](project::Drawing& drawing, const project::Wire& wire, std::vector<project::Point> bends) {
        if (!drawing.bends)
            drawing.bends.emplace();
        (*drawing.bends)[wireKey(wire).toStdString()] = std::move(bends);
    };
    for (const project::Wire& wire : before.wires) {
        const auto* bends = old.find(wireKey(wire).toStdString());
        if (!bends)
            continue;
        const auto a = move.names.find(wire.fromBlock), b = move.names.find(wire.toBlock);
        const auto stays = [&](const std::string& id) { return !move.names.contains(id); };
        project::Wire moved = wire;
        if (a != move.names.end() && b != move.names.end()) {
            moved.fromBlock = a->second;
            moved.toBlock = b->second;
            keep(target, moved, shifted(*bends, move.offset));
        } else if (stays(wire.fromBlock) && stays(wire.toBlock)) {
            keep(*source, wire, *bends);
        }
    }
}

/// Deletes the bends of wires at a block.
void dropBendsAt(project::Drawing& drawing, const project::Diagram& before, const std::string& block)
{
    for (const project::Wire& wire : before.wires)
        if (drawing.bends && (wire.fromBlock == block || wire.toBlock == block))
            drawing.bends->erase(wireKey(wire).toStdString());
}

/// Moves the notes of an unfolded group out with its blocks.
void moveNotes(project::View& view, const Move& move)
{
    const auto moved = [](const Json& at, double by) { return (at.is_number() ? at.get<double>() : 0) + by; };
    auto& target = view.drawings[move.to].notes;
    const project::Drawing* source = view.drawings.find(move.from);
    if (!source || !source->notes || source->notes->empty())
        return;
    if (!target)
        target.emplace();
    std::set<std::string> taken;
    for (const project::Note& note : *target)
        taken.insert(note.id);
    for (project::Note note : *source->notes) {
        const std::string id = note.id;
        for (int number = 2; !taken.insert(note.id).second; ++number)
            note.id = id + '-' + std::to_string(number);
        note.x = moved(note.x, move.offset.x());
        note.y = moved(note.y, move.offset.y());
        target->push_back(std::move(note));
    }
}

/// Changes the paths of diagrams inside groups that move.
void moveInnerPaths(project::View& view, const std::string& from, const std::string& to, const Names& names)
{
    project::renameDrawings(view, [&](const std::string& path) -> std::optional<std::string> {
        for (const auto& [id, name] : names) {
            const std::string own = from + '/' + id;
            if (path == own || path.starts_with(own + '/'))
                return to + '/' + name + path.substr(own.size());
        }
        return std::nullopt;
    });
}

} // namespace

QString foldRefusal(const project::Project& project, const QString& path, const QStringList& blocks)
{
    const auto* diagram = project::findDiagram(project, path.toStdString());
    const Ids inside = idsOf(blocks);
    if (!diagram || inside.empty())
        return DocumentModel::tr("Select the blocks to put into the group.");
    for (const Block& block : diagram->blocks) {
        const bool isInside = inside.contains(block.id);
        if (isInside && block.type == "start")
            return DocumentModel::tr("An operation's start cannot be part of a group. Leave it out of the selection.");
        if (isInside && isBoundary(block))
            return DocumentModel::tr(
                "The ways in and out of this group cannot leave it. Leave them out of the selection.");
        for (const auto& [field, partner] : partnersOf(block))
            if (project::findBlock(*diagram, partner) && inside.contains(partner) != isInside)
                return DocumentModel::tr("“%1” and “%2” belong together. Select both or neither.")
                    .arg(QString::fromStdString(block.id), QString::fromStdString(partner));
    }
    if (comesBack(*diagram, inside))
        return DocumentModel::tr("Paths would leave the group and return to it. Select the blocks in between, too.");
    return {};
}

QString foldBlocks(DocumentModel& model, const QString& path, const QStringList& blocks, const Positions& shown,
                   const QSizeF& size)
{
    if (!foldRefusal(model.project(), path, blocks).isEmpty())
        return {};
    const Ids inside = idsOf(blocks);
    Folded folded =
        fold(project::blockTypesOf(model.project()), *project::findDiagram(model.project(), path.toStdString()), inside,
             {shown, allWidths(model.project(), path), size});
    const QString group = QString::fromStdString(folded.group);
    Names names;
    for (const std::string& id : inside)
        names[id] = id;
    QUndoCommand* edit =
        ModelAccess::begin(model,
                           blocks.size() == 1 ? DocumentModel::tr("Fold %1 into a group").arg(blocks.front())
                                              : DocumentModel::tr("Fold %1 blocks into a group").arg(blocks.size()),
                           roleOfPath(path));
    new RewriteCommand(
        model, {path},
        [path = path.toStdString(), inner = innerPath(path, group).toStdString(), folded = std::move(folded),
         names](project::Project& project) {
            project::Diagram& diagram = *project::findDiagram(project, path);
            moveInnerPaths(project.view, path, inner, names);
            moveBends(project.view, diagram, {path, inner, names, {}});
            diagram = folded.outer;
            moveEntries(project.view, path, inner, names);
            movePlaces(project.view.drawings[inner], folded.innerPlaces);
            movePlaces(project.view.drawings[path], {{QString::fromStdString(folded.group), folded.place}});
        },
        edit);
    ModelAccess::push(model, edit);
    return group;
}

QString unfoldRefusal(const project::Project& project, const QString& path, const QString& id)
{
    const auto* diagram = project::findDiagram(project, path.toStdString());
    const auto* group = diagram ? project::findBlock(*diagram, id.toStdString()) : nullptr;
    if (!group || !project::innerOf(project::blockTypesOf(project), *group))
        return DocumentModel::tr("Select a group: only groups can be unfolded.");
    if (const Json disabled = group->fields.value("disabled", Json(false)); disabled == true)
        return DocumentModel::tr("The group is disabled. Enable it first.");
    else if (disabled.is_string())
        return DocumentModel::tr("An expression disables the group as a whole. Clear its field Disabled first.");
    if (group->fields.value("waits", Json("worker")) == "aside")
        return DocumentModel::tr("The work of the group waits aside as a whole. Set its field Waits to worker first.");
    return {};
}

QStringList unfoldGroup(DocumentModel& model, const QString& path, const QString& id, const Positions& shown,
                        const QSizeF& size)
{
    if (!unfoldRefusal(model.project(), path, id).isEmpty())
        return {};
    const auto& before = *project::findDiagram(model.project(), path.toStdString());
    Unfolded unfolded =
        unfold(project::blockTypesOf(model.project()), before, *project::findBlock(before, id.toStdString()));
    const QString inner = innerPath(path, id);
    const ShownBlocks blocks{positionsOf(model.project(), inner), allWidths(model.project(), inner), size};
    QRectF area;
    QStringList ids;
    for (const auto& [inside, outside] : unfolded.names) {
        ids.append(QString::fromStdString(outside));
        if (blocks.positions.contains(QString::fromStdString(inside)))
            area |= blocks.frameOf(QString::fromStdString(inside));
    }
    const QPointF middle = ShownBlocks{shown, allWidths(model.project(), path), size}.frameOf(id).center();
    const QPointF offset = area.isNull() ? QPointF() : snapped(middle - area.center());
    Positions places;
    for (const auto& [inside, outside] : unfolded.names)
        if (const auto place = model.position(inner, QString::fromStdString(inside)))
            places[QString::fromStdString(outside)] = *place + offset;
    QUndoCommand* edit = ModelAccess::begin(model, DocumentModel::tr("Unfold %1").arg(id), roleOfPath(path));
    new RewriteCommand(
        model, {path},
        [path = path.toStdString(), inner = inner.toStdString(), id = id.toStdString(), unfolded = std::move(unfolded),
         places, offset](project::Project& project) {
            project::Diagram& diagram = *project::findDiagram(project, path);
            project::View& view = project.view;
            const Move move{inner, path, unfolded.names, offset};
            dropEntries(view.drawings[path], id);
            if (const auto* inside = project::findDiagram(project, inner))
                moveBends(view, *inside, move);
            dropBendsAt(view.drawings[path], diagram, id);
            moveEntries(view, inner, path, unfolded.names);
            moveNotes(view, move);
            // An unfolded block may have the name of its former group.
            project::renameDrawings(view, [&](const std::string& each) {
                return each == inner ? std::optional<std::string>("") : std::nullopt;
            });
            moveInnerPaths(view, inner, path, unfolded.names);
            diagram = unfolded.after;
            movePlaces(view.drawings[path], places);
        },
        edit);
    ModelAccess::push(model, edit);
    return ids;
}

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
