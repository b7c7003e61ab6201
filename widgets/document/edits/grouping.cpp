#include "widgets/document/edits/grouping.h"
#include "project/vocabulary/inner_diagrams.h"

#include "project/vocabulary/block_catalogue.h"
#include "widgets/document/drawing_view.h"
#include "widgets/document/edits/folding.h"
#include "widgets/document/rewrite_command.h"
#include "widgets/document/view_paths.h"

namespace headroom::widgets {

using project::Block;
using project::Json;

namespace {

using Ids = std::set<std::string>;

Ids idsOf(const QStringList& blocks)
{
    Ids ids;
    for (const QString& block : blocks)
        ids.insert(block.toStdString());
    return ids;
}

/// Moves the view data of blocks, by id, from one diagram to another: positions, colours.
void moveEntries(Json& view, const std::string& from, const std::string& to,
                 const std::map<std::string, std::string>& names)
{
    for (auto& [key, byPath] : view.items()) {
        const auto source = byPath.is_object() ? byPath.find(from) : byPath.end();
        if (!byPath.is_object() || source == byPath.end() || !source->is_object())
            continue;
        Json moved = byPath.value(to, Json::object());
        for (const auto& [id, name] : names) {
            if (const auto entry = source->find(id); entry != source->end()) {
                moved[name] = *entry;
                source->erase(id);
            }
        }
        if (!moved.empty())
            byPath[to] = std::move(moved);
    }
}

/// The target of moved blocks, relative to their old place.
struct Move
{
    std::string from, to;                            ///< diagram paths
    const std::map<std::string, std::string>& names; ///< of the blocks: id before → id after
    QPointF offset;
};

Json shifted(const Json& points, const QPointF& offset)
{
    Json result = Json::array();
    for (const Json& point : points)
        result.push_back({point.at(0).get<double>() + offset.x(), point.at(1).get<double>() + offset.y()});
    return result;
}

/// Moves the bends of wires between the moved blocks. Deletes those of wires between moved and other blocks.
void moveBends(Json& view, const project::Diagram& before, const Move& move)
{
    const auto all = view.find("bends");
    if (all == view.end() || !all->contains(move.from))
        return;
    const Json old = (*all)[move.from];
    all->erase(move.from);
    for (const project::Wire& wire : before.wires) {
        const auto bends = old.find(wireKey(wire).toStdString());
        if (bends == old.end())
            continue;
        const auto a = move.names.find(wire.fromBlock), b = move.names.find(wire.toBlock);
        const auto stays = [&](const std::string& id) { return !move.names.contains(id); };
        project::Wire moved = wire;
        if (a != move.names.end() && b != move.names.end()) {
            moved.fromBlock = a->second;
            moved.toBlock = b->second;
            (*all)[move.to][wireKey(moved).toStdString()] = shifted(*bends, move.offset);
        } else if (stays(wire.fromBlock) && stays(wire.toBlock)) {
            (*all)[move.from][wireKey(wire).toStdString()] = *bends;
        }
    }
    if (all->empty())
        view.erase("bends");
}

/// Deletes the bends of the wires at a block.
void dropBendsAt(Json& view, const project::Diagram& before, const std::string& path, const std::string& block)
{
    const auto all = view.find("bends");
    for (const project::Wire& wire : before.wires)
        if (all != view.end() && all->contains(path) && (wire.fromBlock == block || wire.toBlock == block))
            (*all)[path].erase(wireKey(wire).toStdString());
}

/// Moves the notes of an unfolded group together with its blocks.
void moveNotes(Json& view, const Move& move)
{
    const auto all = view.find("notes");
    if (all == view.end() || !all->contains(move.from))
        return;
    Json& target = (*all)[move.to];
    std::set<std::string> taken;
    for (const Json& note : target)
        taken.insert(note.value("id", ""));
    for (Json note : (*all)[move.from]) {
        std::string id = note.value("id", "note");
        for (int number = 2; !taken.insert(id).second; ++number)
            id = note.value("id", "note") + '-' + std::to_string(number);
        note["id"] = id;
        note["x"] = note.value("x", 0.0) + move.offset.x();
        note["y"] = note.value("y", 0.0) + move.offset.y();
        target.push_back(std::move(note));
    }
}

/// Moves the view data of diagrams inside groups whose path changes.
void moveInnerPaths(Json& view, const std::string& from, const std::string& to,
                    const std::map<std::string, std::string>& names)
{
    renameViewPaths(view, [&](const std::string& path) -> std::optional<std::string> {
        for (const auto& [id, name] : names) {
            const std::string own = from + '/' + id;
            if (path == own || path.starts_with(own + '/'))
                return to + '/' + name + path.substr(own.size());
        }
        return std::nullopt;
    });
}

void setPositions(Json& view, const std::string& path, const Positions& positions)
{
    for (auto entry = positions.begin(); entry != positions.end(); ++entry) {
        const QPointF place = snapped(entry.value());
        view["positions"][path][entry.key().toStdString()] = {static_cast<int>(place.x()), static_cast<int>(place.y())};
    }
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
    Folded folded = fold(project::blockTypesOf(model.project()),
                         *project::findDiagram(model.project(), path.toStdString()), inside, shown, size);
    const QString group = QString::fromStdString(folded.group);
    std::map<std::string, std::string> names;
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
            setPositions(project.view, inner, folded.innerPlaces);
            setPositions(project.view, path, {{QString::fromStdString(folded.group), folded.place}});
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
    if (group->fields.value("disabled", Json(false)) == true)
        return DocumentModel::tr("The group is disabled. Enable it first.");
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
    QRectF area;
    QStringList ids;
    for (const auto& [inside, outside] : unfolded.names) {
        ids.append(QString::fromStdString(outside));
        if (const auto place = model.position(inner, QString::fromStdString(inside)))
            area |= QRectF(*place, size);
    }
    const QPointF middle = shown.value(id) + QPointF(size.width(), size.height()) / 2;
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
            Json& view = project.view;
            const Move move{inner, path, unfolded.names, offset};
            for (auto& [key, byPath] : view.items())
                if (byPath.is_object() && byPath.contains(path) && byPath[path].is_object())
                    byPath[path].erase(id);
            if (const auto* inside = project::findDiagram(project, inner))
                moveBends(view, *inside, move);
            dropBendsAt(view, diagram, path, id);
            moveEntries(view, inner, path, unfolded.names);
            moveNotes(view, move);
            // An unfolded block may have the same name as its former group.
            renameViewPaths(view, [&](const std::string& each) {
                return each == inner ? std::optional<std::string>("") : std::nullopt;
            });
            moveInnerPaths(view, inner, path, unfolded.names);
            diagram = unfolded.after;
            setPositions(view, path, places);
        },
        edit);
    ModelAccess::push(model, edit);
    return ids;
}

} // namespace headroom::widgets
