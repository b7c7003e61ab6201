#include "widgets/document/drawing_view.h"

#include "widgets/document/commands.h"

#include <algorithm>
#include <set>

namespace headroom::widgets {

using project::Json;
using project::Project;

namespace {

const QString fallbackColour = QStringLiteral("yellow");

const Json& partOf(const Project& project, const char* section, const QString& path)
{
    static const Json none;
    if (!project.view.is_object())
        return none;
    const auto found = project.view.find(section);
    if (found == project.view.end() || !found->is_object())
        return none;
    const auto part = found->find(path.toStdString());
    return part == found->end() ? none : *part;
}

std::optional<QPointF> readPoint(const Json& point)
{
    if (!point.is_array() || point.size() != 2 || !point[0].is_number() || !point[1].is_number())
        return {};
    return QPointF(point[0].get<double>(), point[1].get<double>());
}

Json pointJson(const QPointF& point)
{
    return {static_cast<int>(point.x()), static_cast<int>(point.y())};
}

Bends readBends(const Json& points)
{
    Bends bends;
    if (!points.is_array())
        return bends;
    for (const Json& point : points)
        if (const auto read = readPoint(point))
            bends.append(*read);
    return bends;
}

Json bendsJson(const Bends& bends)
{
    Json points = Json::array();
    for (const QPointF& point : bends)
        points.push_back(pointJson(point));
    return points;
}

Json noteJson(const Note& note)
{
    return {{"id", note.id.toStdString()},
            {"text", note.text.toStdString()},
            {"x", static_cast<int>(note.rect.x())},
            {"y", static_cast<int>(note.rect.y())},
            {"width", static_cast<int>(note.rect.width())},
            {"height", static_cast<int>(note.rect.height())},
            {"colour", note.colour.toStdString()}};
}

QString textIn(const Json& object, const char* key, const QString& fallback = {})
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? QString::fromStdString(found->get<std::string>()) : fallback;
}

double numberIn(const Json& object, const char* key, double fallback)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? found->get<double>() : fallback;
}

bool isNote(const Json& entry, const QString& id)
{
    return entry.is_object() && textIn(entry, "id") == id;
}

void eraseNotes(Json& list, const QStringList& ids)
{
    Json kept = Json::array();
    for (const Json& entry : list)
        if (!entry.is_object() || !ids.contains(textIn(entry, "id")))
            kept.push_back(entry);
    list = std::move(kept);
}

/// Keys of all wires or links that are drawn under a path.
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

template <typename Known>
void checkKeys(QStringList& breaches, const Project& project, const char* section, Known known)
{
    if (!project.view.is_object() || !project.view.contains(section))
        return;
    for (const auto& [path, part] : project.view[section].items()) {
        const auto ids = known(project, path);
        for (const auto& [key, value] : part.items())
            if (!ids.contains(key))
                breaches.append(QString("%1: %2 of %3, which does not exist").arg(path.c_str(), section, key.c_str()));
    }
}

} // namespace

QString wireKey(const QString& fromBlock, const QString& fromPort, const QString& toBlock, const QString& toPort)
{
    return QStringLiteral("%1.%2>%3.%4").arg(fromBlock, fromPort, toBlock, toPort);
}

QString wireKey(const project::Wire& wire)
{
    return QString::fromStdString(wire.fromBlock + '.' + wire.fromPort + '>' + wire.toBlock + '.' + wire.toPort);
}

QString linkKey(const project::Link& link)
{
    return wireKey(QString::fromStdString(link.from), "link", QString::fromStdString(link.to), "link");
}

Positions positionsOf(const Project& project, const QString& path)
{
    Positions positions;
    const Json& part = partOf(project, "positions", path);
    if (!part.is_object())
        return positions;
    for (const auto& [id, point] : part.items())
        if (const auto read = readPoint(point))
            positions[QString::fromStdString(id)] = *read;
    return positions;
}

QHash<QString, Bends> allBends(const Project& project, const QString& path)
{
    QHash<QString, Bends> all;
    const Json& part = partOf(project, "bends", path);
    if (part.is_object())
        for (const auto& [key, points] : part.items())
            all.insert(QString::fromStdString(key), readBends(points));
    return all;
}

QHash<QString, QString> allColours(const Project& project, const QString& path)
{
    QHash<QString, QString> all;
    const Json& part = partOf(project, "colours", path);
    if (part.is_object())
        for (const auto& [id, name] : part.items())
            all.insert(QString::fromStdString(id), textIn(part, id.c_str()));
    return all;
}

Bends bendsOf(const Project& project, const QString& path, const QString& wire)
{
    const Json& part = partOf(project, "bends", path);
    if (!part.is_object())
        return {};
    const auto found = part.find(wire.toStdString());
    return found == part.end() ? Bends() : readBends(*found);
}

QVector<Note> notesOf(const Project& project, const QString& path)
{
    QVector<Note> notes;
    const Json& part = partOf(project, "notes", path);
    if (!part.is_array())
        return notes;
    for (const Json& entry : part) {
        if (!entry.is_object() || textIn(entry, "id").isEmpty())
            continue;
        notes.append({textIn(entry, "id"), textIn(entry, "text"),
                      QRectF(numberIn(entry, "x", 0), numberIn(entry, "y", 0),
                             std::clamp(numberIn(entry, "width", 160), 16.0, 4000.0),
                             std::clamp(numberIn(entry, "height", 80), 16.0, 4000.0)),
                      textIn(entry, "colour", fallbackColour)});
    }
    return notes;
}

QString colourOf(const Project& project, const QString& path, const QString& id)
{
    const Json& part = partOf(project, "colours", path);
    return part.is_object() ? textIn(part, id.toStdString().c_str()) : QString();
}

ViewCommand::ViewCommand(DocumentModel& model, std::string section, QString path, Change change, QUndoCommand* parent)
    : QUndoCommand(parent), model_(model), section_(std::move(section)), path_(std::move(path)),
      change_(std::move(change))
{
}

void ViewCommand::redo()
{
    if (change_) {
        const Json& view = ModelAccess::project(model_).view;
        hadSection_ = view.is_object() && view.contains(section_);
        before_ = partOf(ModelAccess::project(model_), section_.c_str(), path_);
        after_ = before_;
        std::exchange(change_, nullptr)(after_);
    }
    write(after_);
}

void ViewCommand::undo()
{
    write(before_);
}

void ViewCommand::write(const Json& content)
{
    if (before_ == after_)
        return;
    Json& view = ModelAccess::project(model_).view;
    if (!content.is_null())
        view[section_][path_.toStdString()] = content;
    else if (hadSection_)
        view[section_].erase(path_.toStdString());
    else
        view.erase(section_);
    ModelAccess::notePositions(model_, path_);
}

void setBends(DocumentModel& model, const QString& path, const QString& wire, const Bends& bends)
{
    if (bendsOf(model.project(), path, wire) == bends)
        return;
    auto* edit = new ViewCommand(model, "bends", path, [key = wire.toStdString(), bends](Json& part) {
        if (bends.isEmpty())
            part.erase(key);
        else
            part[key] = bendsJson(bends);
    });
    edit->setText(bends.isEmpty() ? DocumentModel::tr("Straighten wire") : DocumentModel::tr("Bend wire"));
    model.undoStack()->push(edit);
}

QString freshNoteId(const Project& project, const QString& path, const QStringList& taken)
{
    QStringList ids = taken;
    for (const Note& note : notesOf(project, path))
        ids.append(note.id);
    int number = 1;
    while (ids.contains(QStringLiteral("note%1").arg(number)))
        ++number;
    return QStringLiteral("note%1").arg(number);
}

QString addNote(DocumentModel& model, const QString& path, const QRectF& rect)
{
    const QString id = freshNoteId(model.project(), path);
    const QRectF place(snapped(rect.topLeft()), rect.size());
    auto* edit = new ViewCommand(model, "notes", path, [note = Note{id, {}, place, fallbackColour}](Json& part) {
        part.push_back(noteJson(note));
    });
    edit->setText(DocumentModel::tr("Add note"));
    model.undoStack()->push(edit);
    return id;
}

void setNote(DocumentModel& model, const QString& path, const Note& note, const QString& text)
{
    const auto notes = notesOf(model.project(), path);
    if (notes.contains(note))
        return;
    auto* edit = new ViewCommand(model, "notes", path, [note](Json& part) {
        for (Json& entry : part)
            if (isNote(entry, note.id))
                entry.update(noteJson(note));
    });
    edit->setText(text);
    model.undoStack()->push(edit);
}

void deleteNotes(DocumentModel& model, const QString& path, const QStringList& ids)
{
    if (ids.isEmpty())
        return;
    auto* edit = new ViewCommand(model, "notes", path, [ids](Json& part) { eraseNotes(part, ids); });
    edit->setText(ids.size() == 1 ? DocumentModel::tr("Delete note")
                                  : DocumentModel::tr("Delete %1 notes").arg(ids.size()));
    model.undoStack()->push(edit);
}

void setColour(DocumentModel& model, const QString& path, const QStringList& boxes, const QStringList& notes,
               const QString& colour)
{
    if (boxes.isEmpty() && notes.isEmpty())
        return;
    auto* edit = new QUndoCommand(colour.isEmpty() ? DocumentModel::tr("Remove the colour")
                                                   : DocumentModel::tr("Colour: %1").arg(colour));
    if (!boxes.isEmpty())
        new ViewCommand(
            model, "colours", path,
            [boxes, colour](Json& part) {
                for (const QString& id : boxes)
                    if (colour.isEmpty() && part.is_object())
                        part.erase(id.toStdString());
                    else if (!colour.isEmpty())
                        part[id.toStdString()] = colour.toStdString();
            },
            edit);
    if (!notes.isEmpty())
        new ViewCommand(
            model, "notes", path,
            [notes, name = colour.isEmpty() ? fallbackColour : colour](Json& part) {
                for (Json& entry : part)
                    if (entry.is_object() && notes.contains(textIn(entry, "id")))
                        entry["colour"] = name.toStdString();
            },
            edit);
    model.undoStack()->push(edit);
}

void dropFromView(DocumentModel& model, const QString& path, const QStringList& boxes, const QStringList& wires,
                  QUndoCommand* edit)
{
    const auto drop = [&](const char* section, const QStringList& keys) {
        const Json& part = partOf(model.project(), section, path);
        const bool any = part.is_object() && std::any_of(keys.begin(), keys.end(), [&](const QString& key) {
                             return part.contains(key.toStdString());
                         });
        if (any)
            new ViewCommand(
                model, section, path,
                [keys](Json& content) {
                    for (const QString& key : keys)
                        content.erase(key.toStdString());
                },
                edit);
    };
    drop("bends", wires);
    drop("colours", boxes);
}

void addToView(DocumentModel& model, const QString& path, const QMap<QString, Bends>& bends,
               const QMap<QString, QString>& colours, const QVector<Note>& notes, QUndoCommand* edit)
{
    if (!bends.isEmpty())
        new ViewCommand(
            model, "bends", path,
            [bends](Json& part) {
                for (auto entry = bends.begin(); entry != bends.end(); ++entry)
                    part[entry.key().toStdString()] = bendsJson(entry.value());
            },
            edit);
    if (!colours.isEmpty())
        new ViewCommand(
            model, "colours", path,
            [colours](Json& part) {
                for (auto entry = colours.begin(); entry != colours.end(); ++entry)
                    part[entry.key().toStdString()] = entry.value().toStdString();
            },
            edit);
    if (!notes.isEmpty())
        new ViewCommand(
            model, "notes", path,
            [notes](Json& part) {
                for (const Note& note : notes)
                    part.push_back(noteJson(note));
            },
            edit);
}

QStringList viewBreaches(const Project& project)
{
    QStringList breaches;
    checkKeys(breaches, project, "positions", boxIds);
    checkKeys(breaches, project, "bends", wireKeys);
    checkKeys(breaches, project, "colours", boxIds);
    if (!project.view.is_object() || !project.view.contains("notes"))
        return breaches;
    for (const auto& [path, part] : project.view["notes"].items()) {
        if (path != topologyPath.toStdString() && !project::findDiagram(project, path))
            breaches.append(QString("notes of %1, which does not exist").arg(path.c_str()));
        std::set<std::string> seen;
        for (const Json& entry : part)
            if (!seen.insert(entry.value("id", "")).second)
                breaches.append(QString("%1: a note occurs twice").arg(path.c_str()));
    }
    return breaches;
}

} // namespace headroom::widgets
