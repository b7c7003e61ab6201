#include "widgets/document/edits/clipboard.h"
#include "project/file/json_writer.h"

#include "project/file/json_parse.h"
#include "project/file/json_reader.h"
#include "project/vocabulary/block_catalogue.h"
#include "project/vocabulary/declarations.h"
#include "widgets/document/model/commands.h"

#include <algorithm>
#include <set>

namespace headroom::widgets {

using project::Project;

namespace {

const QString clipPath = QStringLiteral("clipboard/clipboard/clipboard");
constexpr int asideSteps = 3; // grid steps between a copy and its original

std::string pathInClip(const QString& path)
{
    return (path == topologyPath ? path : clipPath).toStdString();
}

bool holds(const QStringList& ids, const std::string& id)
{
    return ids.contains(QString::fromStdString(id));
}

project::Diagram& addClipDiagram(Project& clip)
{
    project::Diagram diagram;
    diagram.id = "clipboard";
    project::Operation operation;
    operation.id = "clipboard";
    operation.diagrams = {diagram};
    project::Behaviour behaviour;
    behaviour.role.id = "clipboard";
    behaviour.role.operations = {operation};
    clip.behaviours = {behaviour};
    return clip.behaviours.front().role.operations.front().diagrams.front();
}

void copyBlocks(const project::Diagram& from, const QStringList& boxes, Project& clip)
{
    project::Diagram& to = addClipDiagram(clip);
    std::copy_if(from.blocks.begin(), from.blocks.end(), std::back_inserter(to.blocks),
                 [&](const auto& block) { return holds(boxes, block.id); });
    std::copy_if(from.wires.begin(), from.wires.end(), std::back_inserter(to.wires),
                 [&](const auto& wire) { return holds(boxes, wire.fromBlock) && holds(boxes, wire.toBlock); });
}

void copyTopology(const project::Topology& from, const QStringList& boxes, Project& clip)
{
    for (const auto& group : from.groups)
        if (holds(boxes, group.id))
            clip.topology.groups.push_back(group);
    for (const auto& fabric : from.fabrics) {
        project::Fabric part;
        part.id = fabric.id;
        for (const auto& entry : fabric.switches)
            if (holds(boxes, entry.id))
                part.switches.push_back(entry);
        for (const auto& link : fabric.links)
            if (holds(boxes, link.from) || holds(boxes, link.to))
                part.links.push_back(link);
        if (!part.switches.empty() || !part.links.empty())
            clip.topology.fabrics.push_back(std::move(part));
    }
}

/// Copies the looks of the boxes and notes, and the drawings inside of groups among them.
void copyLooks(const project::View& from, const QString& path, const QStringList& boxes, const QStringList& notes,
               const Positions& positions, project::View& to)
{
    const std::string own = path.toStdString(), below = own + '/', in = pathInClip(path);
    for (const auto& [key, drawing] : from.drawings)
        if (key.starts_with(below) &&
            holds(boxes, key.substr(below.size(), key.find('/', below.size()) - below.size())))
            to.drawings[in + '/' + key.substr(below.size())] = drawing;
    project::Drawing& copy = to.drawings[in];
    if (!boxes.isEmpty())
        copy.positions.emplace();
    for (const QString& id : boxes)
        copy.positions->append(id.toStdString(), {positions.value(id).x(), positions.value(id).y()});
    const project::Drawing* drawn = from.drawings.find(own);
    if (!drawn)
        return;
    if (!boxes.isEmpty()) {
        copy.bends = drawn->bends;
        copy.colours = drawn->colours;
        copy.widths = drawn->widths;
    }
    const auto isNotCopied = [&](const auto& entry) { return !holds(boxes, entry.first); };
    if (copy.colours)
        copy.colours->eraseIf(isNotCopied);
    if (copy.widths)
        copy.widths->eraseIf(isNotCopied);
    if (drawn->notes && !notes.isEmpty()) {
        copy.notes = drawn->notes;
        std::erase_if(*copy.notes, [&](const project::Note& note) { return !holds(notes, note.id); });
    }
}

/// Around the upper left corners of boxes, and around notes.
QRectF areaOf(const Positions& places, const QStringList& boxes, const QVector<Note>& notes)
{
    QRectF area;
    for (const QString& id : boxes)
        area |= QRectF(places.value(id), QSizeF(1, 1));
    for (const Note& note : notes)
        area |= note.rect;
    return area;
}

/// Everything that is being pasted, gathered before the one edit is made.
class Paste
{
public:
    Paste(DocumentModel& model, const QString& path, const QString& fabric, Project clip)
        : model_(model), path_(path), fabric_(fabric.toStdString()), clip_(std::move(clip)), from_(pathInClip(path))
    {
        const QString from = QString::fromStdString(from_);
        places_ = positionsOf(clip_, from);
        looks_.notes = notesOf(clip_, from);
    }

    Pasted run(std::optional<QPointF> middle, const QString& text)
    {
        const bool topology = path_ == topologyPath;
        QUndoCommand* edit = ModelAccess::begin(model_, text, topology ? QString() : roleOf());
        const int before = edit->childCount();
        topology ? pasteTopology(edit) : pasteBlocks(edit);
        place(middle, edit);
        if (edit->childCount() == before) {
            delete edit;
            if (result_.refusal.isEmpty())
                result_.refusal = DocumentModel::tr("The copied parts do not belong in this kind of drawing.");
            return result_;
        }
        ModelAccess::push(model_, edit);
        return result_;
    }

private:
    QString roleOf() const { return roleOfPath(path_); }

    /// An unused id: the old one if it is free, else its name with the next free number.
    std::string fresh(const std::string& old, std::set<std::string>& taken)
    {
        std::string id = old;
        std::string base = old.substr(0, old.find_last_not_of("0123456789") + 1);
        if (base.empty())
            base = "block";
        for (int number = 2; id.empty() || taken.contains(id); ++number)
            id = base + std::to_string(number);
        taken.insert(id);
        renamed_[old] = id;
        return id;
    }

    void pasteBlocks(QUndoCommand* edit)
    {
        const auto* source = project::findDiagram(clip_, from_);
        const auto* target = project::findDiagram(model_.project(), path_.toStdString());
        if (!source || !target)
            return;
        std::set<std::string> taken;
        bool hasStart = false;
        for (const auto& block : target->blocks) {
            taken.insert(block.id);
            hasStart |= block.type == "start";
        }
        std::vector<project::Block> blocks;
        for (project::Block block : source->blocks) {
            if (block.type == "start" && std::exchange(hasStart, true)) {
                result_.refusal = DocumentModel::tr("A diagram has one start only; it was left out.");
                continue;
            }
            block.id = fresh(block.id, taken);
            blocks.push_back(std::move(block));
        }
        std::ptrdiff_t after = 0;
        for (project::Block& block : blocks) {
            renamePartners(block);
            result_.boxes.append(QString::fromStdString(block.id));
            ListCommand<project::Block>::insert(model_, path_, diagramList(path_, &project::Diagram::blocks),
                                                std::move(block), edit, after++);
        }
        after = 0;
        for (project::Wire wire : source->wires) {
            if (!renamed_.contains(wire.fromBlock) || !renamed_.contains(wire.toBlock))
                continue;
            const QString old = wireKey(wire);
            wire.fromBlock = renamed_[wire.fromBlock];
            wire.toBlock = renamed_[wire.toBlock];
            keepBends(old, wireKey(wire));
            ListCommand<project::Wire>::insert(model_, path_, diagramList(path_, &project::Diagram::wires),
                                               std::move(wire), edit, after++);
        }
    }

    /// A join that is pasted together with its fork joins the new fork.
    void renamePartners(project::Block& block)
    {
        const auto* type = project::vocabulary().find(block.type);
        if (!type)
            return;
        for (const auto& field : type->fields) {
            const auto value = block.fields.find(field.name);
            if (field.type != project::FieldType::block || value == block.fields.end() || !value->is_string())
                continue;
            if (const auto found = renamed_.find(value->get<std::string>()); found != renamed_.end())
                *value = found->second;
        }
    }

    void pasteTopology(QUndoCommand* edit)
    {
        const auto& topology = model_.project().topology;
        std::set<std::string> taken;
        for (const auto& group : topology.groups)
            taken.insert(group.id);
        for (const auto& fabric : topology.fabrics)
            for (const auto& entry : fabric.switches)
                taken.insert(entry.id);
        std::ptrdiff_t after = 0;
        for (project::NodeGroup group : clip_.topology.groups) {
            group.id = fresh(group.id, taken);
            result_.boxes.append(QString::fromStdString(group.id));
            ListCommand<project::NodeGroup>::insert(
                model_, topologyPath, [](Project& project) { return &project.topology.groups; }, std::move(group), edit,
                after++);
        }
        for (const auto& part : clip_.topology.fabrics)
            if (const auto* known = fabricOf(part.id))
                pasteFabric(part, *known, taken, edit);
    }

    /// The fabric of the same id; if there is none, for switches the displayed fabric.
    const project::Fabric* fabricOf(const std::string& id) const
    {
        const auto& fabrics = model_.project().topology.fabrics;
        for (const std::string& wanted : {id, fabric_}) {
            const auto found = std::find_if(fabrics.begin(), fabrics.end(),
                                            [&](const project::Fabric& fabric) { return fabric.id == wanted; });
            if (found != fabrics.end())
                return &*found;
        }
        return nullptr;
    }

    template <typename T>
    static auto listOf(const std::string& fabric, std::vector<T> project::Fabric::*member)
    {
        return [fabric, member](Project& project) {
            const auto found = std::find_if(project.topology.fabrics.begin(), project.topology.fabrics.end(),
                                            [&](const project::Fabric& entry) { return entry.id == fabric; });
            return &((*found).*member);
        };
    }

    void pasteFabric(const project::Fabric& part, const project::Fabric& into, std::set<std::string>& taken,
                     QUndoCommand* edit)
    {
        std::ptrdiff_t after = 0;
        for (project::Switch entry : part.switches) {
            entry.id = fresh(entry.id, taken);
            if (into.id == fabric_)
                result_.boxes.append(QString::fromStdString(entry.id));
            ListCommand<project::Switch>::insert(model_, topologyPath, listOf(into.id, &project::Fabric::switches),
                                                 std::move(entry), edit, after++);
        }
        std::set<std::string> links, switches, groups;
        for (const auto& link : into.links)
            links.insert(link.id);
        for (const auto& entry : into.switches)
            switches.insert(entry.id);
        for (const auto& group : model_.project().topology.groups)
            groups.insert(group.id);
        // If an end was copied, the link uses the copy; otherwise the existing part of that id, if there is one.
        const auto end = [&](std::string& id, bool mayBeGroup) {
            if (const auto found = renamed_.find(id); found != renamed_.end())
                id = found->second;
            else
                return switches.contains(id) || (mayBeGroup && groups.contains(id));
            return true;
        };
        after = 0;
        for (project::Link link : part.links) {
            const QString old = linkKey(link);
            if (!end(link.from, true) || !end(link.to, false))
                continue;
            std::map<std::string, std::string> kept;
            std::swap(kept, renamed_); // links have a separate name space
            link.id = fresh(link.id, links);
            std::swap(kept, renamed_);
            keepBends(old, linkKey(link));
            ListCommand<project::Link>::insert(model_, topologyPath, listOf(into.id, &project::Fabric::links),
                                               std::move(link), edit, after++);
        }
    }

    void keepBends(const QString& old, const QString& now)
    {
        if (const Bends bends = bendsOf(clip_, QString::fromStdString(from_), old); !bends.isEmpty())
            looks_.bends[now] = bends;
    }

    /// True if a pasted part would be exactly on an existing one, e.g. on an earlier copy.
    bool hidesSomething(const QPointF& shift) const
    {
        const auto there = positionsOf(model_.project(), path_).values();
        const auto notes = notesOf(model_.project(), path_);
        return std::any_of(renamed_.begin(), renamed_.end(),
                           [&](const auto& entry) {
                               return there.contains(places_.value(QString::fromStdString(entry.first)) + shift);
                           }) ||
               std::any_of(looks_.notes.begin(), looks_.notes.end(), [&](const Note& note) {
                   return std::any_of(notes.begin(), notes.end(), [&](const Note& other) {
                       return other.rect.topLeft() == note.rect.topLeft() + shift;
                   });
               });
    }

    /// Moves the collected parts to their place: around a point, or a little beside the originals.
    void place(std::optional<QPointF> middle, QUndoCommand* edit)
    {
        QStringList parts;
        for (const auto& [old, id] : renamed_)
            parts.append(QString::fromStdString(old));
        const QRectF area = areaOf(places_, parts, looks_.notes);
        const QPointF aside(asideSteps * gridSize, asideSteps * gridSize);
        QPointF shift = middle ? snapped(*middle - area.center()) : aside;
        while (hidesSomething(shift))
            shift += aside;
        Positions positions;
        for (const auto& [old, id] : renamed_)
            positions[QString::fromStdString(id)] = places_.value(QString::fromStdString(old)) + shift;
        if (!positions.isEmpty())
            new MoveCommand(model_, path_, positions, {}, edit);
        for (Bends& bends : looks_.bends)
            for (QPointF& point : bends)
                point += shift;
        for (Note& note : looks_.notes) {
            note.id = freshNoteId(model_.project(), path_, result_.notes);
            note.rect.translate(shift);
            result_.notes.append(note.id);
        }
        keepBoxLooks();
        addToView(model_, path_, looks_, edit);
        keepInsides(edit);
    }

    void keepBoxLooks()
    {
        const auto colours = allColours(clip_, QString::fromStdString(from_));
        const auto widths = allWidths(clip_, QString::fromStdString(from_));
        for (const auto& [old, id] : renamed_) {
            const QString key = QString::fromStdString(id), was = QString::fromStdString(old);
            if (const auto colour = colours.constFind(was); colour != colours.constEnd())
                looks_.colours[key] = *colour;
            if (const auto width = widths.constFind(was); width != widths.constEnd())
                looks_.widths[key] = *width;
        }
    }

    /// Also copies the view data of the diagrams inside groups.
    void keepInsides(QUndoCommand* edit)
    {
        for (const auto& [path, drawing] : clip_.view.drawings) {
            if (!path.starts_with(from_ + '/'))
                continue;
            const std::string rest = path.substr(from_.size() + 1);
            const auto group = renamed_.find(rest.substr(0, rest.find('/')));
            if (group == renamed_.end())
                continue;
            const std::string deeper = rest.find('/') == std::string::npos ? "" : rest.substr(rest.find('/'));
            new DrawingCommand(
                model_, path_ + '/' + QString::fromStdString(group->second + deeper),
                [copied = drawing](project::Drawing& now) { now = copied; }, edit);
        }
    }

    DocumentModel& model_;
    QString path_;
    std::string fabric_;
    Project clip_;
    std::string from_;
    Positions places_;
    std::map<std::string, std::string> renamed_;
    Looks looks_;
    Pasted result_;
};

} // namespace

std::unique_ptr<QMimeData> copyDrawing(const DocumentModel& model, const QString& path, const QStringList& boxes,
                                       const QStringList& notes, const Positions& positions)
{
    const Project& project = model.project();
    Project clip;
    clip.name = "clipboard";
    if (path == topologyPath)
        copyTopology(project.topology, boxes, clip);
    else if (const auto* diagram = project::findDiagram(project, path.toStdString()))
        copyBlocks(*diagram, boxes, clip);
    copyLooks(project.view, path, boxes, notes, positions, clip.view);
    auto data = std::make_unique<QMimeData>();
    data->setData(drawingMimeType, QByteArray::fromStdString(project::toText(clip)));
    return data;
}

QSizeF copiedSpread(const QMimeData& data)
{
    project::Findings findings;
    const auto tree = project::parseJson(data.data(drawingMimeType).toStdString(), findings);
    if (!tree || !tree->is_object())
        return {};
    const project::Project clip = project::readProject(*tree);
    const QString path = clip.view.drawings.find(topologyPath.toStdString()) ? topologyPath : clipPath;
    const Positions places = positionsOf(clip, path);
    return areaOf(places, places.keys(), notesOf(clip, path)).size();
}

Pasted pasteDrawing(DocumentModel& model, const QString& path, const QString& fabric, const QMimeData& data,
                    std::optional<QPointF> middle, const QString& text)
{
    project::Findings findings;
    const auto tree = project::parseJson(data.data(drawingMimeType).toStdString(), findings);
    if (!tree || !tree->is_object())
        return {{}, {}, DocumentModel::tr("The clipboard holds no part of a drawing.")};
    return Paste(model, path, fabric, project::readProject(*tree)).run(middle, text);
}

} // namespace headroom::widgets
