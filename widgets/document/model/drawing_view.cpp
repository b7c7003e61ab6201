#include "widgets/document/model/drawing_view.h"

#include "widgets/document/model/commands.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace headroom::widgets {

using project::Json;
using project::Project;

namespace {

const QString fallbackColour = QStringLiteral("yellow");

const project::Drawing& drawingOf(const Project& project, const QString& path)
{
    static const project::Drawing none;
    const project::Drawing* found = project.view.drawings.find(path.toStdString());
    return found ? *found : none;
}

Bends toBends(const std::vector<project::Point>& points)
{
    Bends bends;
    for (const project::Point& point : points)
        bends.append(toPointF(point));
    return bends;
}

std::vector<project::Point> toPoints(const Bends& bends)
{
    std::vector<project::Point> points;
    for (const QPointF& point : bends)
        points.push_back(pixelAt(point));
    return points;
}

/// A copy of the note with the displayed values changed.
project::Note with(project::Note entry, const Note& note)
{
    entry.id = note.id.toStdString();
    entry.text = note.text.toStdString();
    entry.x = static_cast<int>(note.rect.x());
    entry.y = static_cast<int>(note.rect.y());
    entry.width = static_cast<int>(note.rect.width());
    entry.height = static_cast<int>(note.rect.height());
    entry.colour = note.colour.toStdString();
    return entry;
}

void append(std::optional<std::vector<project::Note>>& notes, const Note& note)
{
    if (!notes)
        notes.emplace();
    notes->push_back(with({}, note));
}

bool isOneOf(const project::Note& note, const QStringList& ids)
{
    return ids.contains(QString::fromStdString(note.id));
}

double numberOr(const Json& number, double fallback)
{
    return number.is_number() ? number.get<double>() : fallback;
}

/// Removes entries from a part of a drawing, also those that could not be read.
template <typename Value>
void forget(project::Drawing& drawing, std::optional<project::InOrder<Value>>& part, const char* section,
            const std::unordered_set<std::string>& keys)
{
    if (part)
        part->eraseIf([&](const auto& entry) { return keys.contains(entry.first); });
    const auto unread = drawing.extra.find(section);
    if (unread == drawing.extra.end() || !unread->is_object())
        return;
    for (const std::string& key : keys)
        unread->erase(key);
    if (unread->empty())
        drawing.extra.erase(unread);
}

/// Sets entries of a part of a drawing. The part remains unset if there are none.
template <typename Value, typename Entries, typename Convert>
void put(std::optional<project::InOrder<Value>>& part, const Entries& entries, const Convert& convert)
{
    if (!entries.isEmpty() && !part)
        part.emplace();
    for (auto entry = entries.begin(); entry != entries.end(); ++entry)
        (*part)[entry.key().toStdString()] = convert(entry.value());
}

std::unordered_set<std::string> keysOf(const QStringList& names)
{
    std::unordered_set<std::string> keys;
    for (const QString& name : names)
        keys.insert(name.toStdString());
    return keys;
}

/// The position of each box, in a map because a drawing may have thousands.
template <typename Places>
auto tableOf(Places& places)
{
    std::unordered_map<std::string_view, decltype(&places.begin()->second)> table;
    table.reserve(places.size());
    for (auto& [id, point] : places)
        table.emplace(id, &point);
    return table;
}

} // namespace

int BlockWidth::nearest(qreal width)
{
    static_assert(least % gridSize == 0 && most % gridSize == 0);
    return std::clamp(static_cast<int>(std::lround(std::clamp<qreal>(width, least, most) / gridSize)) * gridSize, least,
                      most);
}

QPointF toPointF(const project::Point& point)
{
    return {point.x.get<double>(), point.y.get<double>()};
}

project::Point pixelAt(const QPointF& point)
{
    return {static_cast<int>(point.x()), static_cast<int>(point.y())};
}

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
    if (const auto& places = drawingOf(project, path).positions)
        for (const auto& [id, point] : *places)
            positions[QString::fromStdString(id)] = toPointF(point);
    return positions;
}

QHash<QString, Bends> allBends(const Project& project, const QString& path)
{
    QHash<QString, Bends> all;
    if (const auto& bends = drawingOf(project, path).bends)
        for (const auto& [key, points] : *bends)
            all.insert(QString::fromStdString(key), toBends(points));
    return all;
}

QHash<QString, QString> allColours(const Project& project, const QString& path)
{
    QHash<QString, QString> all;
    if (const auto& colours = drawingOf(project, path).colours)
        for (const auto& [id, name] : *colours)
            all.insert(QString::fromStdString(id), QString::fromStdString(name));
    return all;
}

Bends bendsOf(const Project& project, const QString& path, const QString& wire)
{
    const auto& bends = drawingOf(project, path).bends;
    const auto* points = bends ? bends->find(wire.toStdString()) : nullptr;
    return points ? toBends(*points) : Bends();
}

QVector<Note> notesOf(const Project& project, const QString& path)
{
    QVector<Note> notes;
    const auto& entries = drawingOf(project, path).notes;
    if (!entries)
        return notes;
    for (const project::Note& entry : *entries) {
        if (entry.id.empty())
            continue;
        notes.append(
            {QString::fromStdString(entry.id), QString::fromStdString(entry.text.value_or(std::string())),
             QRectF(numberOr(entry.x, 0), numberOr(entry.y, 0), std::clamp(numberOr(entry.width, 160), 16.0, 4000.0),
                    std::clamp(numberOr(entry.height, 80), 16.0, 4000.0)),
             entry.colour ? QString::fromStdString(*entry.colour) : fallbackColour});
    }
    return notes;
}

QHash<QString, int> allWidths(const Project& project, const QString& path)
{
    QHash<QString, int> all;
    if (const auto& widths = drawingOf(project, path).widths)
        for (const auto& [id, width] : *widths)
            all.insert(QString::fromStdString(id), BlockWidth::nearest(width));
    return all;
}

void movePlaces(project::Drawing& drawing, const Positions& moved, const QStringList& removed)
{
    if (!moved.isEmpty() && !drawing.positions)
        drawing.positions.emplace();
    if (drawing.positions) {
        project::Places fresh;
        const auto known = tableOf(*drawing.positions);
        for (auto entry = moved.begin(); entry != moved.end(); ++entry) {
            std::string id = entry.key().toStdString();
            const project::Point point = pixelAt(snapped(entry.value()));
            if (const auto place = known.find(id); place != known.end())
                *place->second = point;
            else
                fresh.append(std::move(id), point);
        }
        for (auto& [id, point] : fresh)
            drawing.positions->append(std::move(id), std::move(point));
    }
    if (!removed.isEmpty())
        forget(drawing, drawing.positions, "positions", keysOf(removed));
}

bool wouldMove(const Project& project, const QString& path, const Positions& moved)
{
    const auto& places = drawingOf(project, path).positions;
    if (!places)
        return !moved.isEmpty();
    const auto known = tableOf(*places);
    for (auto entry = moved.begin(); entry != moved.end(); ++entry) {
        const auto place = known.find(entry.key().toStdString());
        if (place == known.end() || *place->second != pixelAt(snapped(entry.value())))
            return true;
    }
    return false;
}

void setBends(DocumentModel& model, const QString& path, const QString& wire, const Bends& bends)
{
    if (bendsOf(model.project(), path, wire) == bends)
        return;
    auto* edit = new DrawingCommand(model, path, [key = wire.toStdString(), bends](project::Drawing& drawing) {
        if (bends.isEmpty())
            return forget(drawing, drawing.bends, "bends", {key});
        if (!drawing.bends)
            drawing.bends.emplace();
        (*drawing.bends)[key] = toPoints(bends);
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
    auto* edit =
        new DrawingCommand(model, path, [note = Note{id, {}, place, fallbackColour}](project::Drawing& drawing) {
            append(drawing.notes, note);
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
    auto* edit = new DrawingCommand(model, path, [note](project::Drawing& drawing) {
        if (drawing.notes)
            for (project::Note& entry : *drawing.notes)
                if (isOneOf(entry, {note.id}))
                    entry = with(std::move(entry), note);
    });
    edit->setText(text);
    model.undoStack()->push(edit);
}

void deleteNotes(DocumentModel& model, const QString& path, const QStringList& ids)
{
    if (ids.isEmpty())
        return;
    auto* edit = new DrawingCommand(model, path, [ids](project::Drawing& drawing) {
        if (drawing.notes)
            std::erase_if(*drawing.notes, [&](const project::Note& note) { return isOneOf(note, ids); });
    });
    edit->setText(ids.size() == 1 ? DocumentModel::tr("Delete note")
                                  : DocumentModel::tr("Delete %1 notes").arg(ids.size()));
    model.undoStack()->push(edit);
}

void setColour(DocumentModel& model, const QString& path, const QStringList& boxes, const QStringList& notes,
               const QString& colour)
{
    if (boxes.isEmpty() && notes.isEmpty())
        return;
    auto* edit = new DrawingCommand(model, path, [boxes, notes, colour](project::Drawing& drawing) {
        if (colour.isEmpty())
            forget(drawing, drawing.colours, "colours", keysOf(boxes));
        else if (!boxes.isEmpty() && !drawing.colours)
            drawing.colours.emplace();
        for (const QString& id : colour.isEmpty() ? QStringList() : boxes)
            (*drawing.colours)[id.toStdString()] = colour.toStdString();
        if (drawing.notes)
            for (project::Note& note : *drawing.notes)
                if (isOneOf(note, notes))
                    note.colour = (colour.isEmpty() ? fallbackColour : colour).toStdString();
    });
    edit->setText(colour.isEmpty() ? DocumentModel::tr("Remove the colour")
                                   : DocumentModel::tr("Colour: %1").arg(colour));
    model.undoStack()->push(edit);
}

void setWidths(DocumentModel& model, const QString& path, const Widths& widths, int mergeGroup, const MadeRoom& room)
{
    const auto before = allWidths(model.project(), path);
    Widths changed, chosen;
    for (auto entry = widths.begin(); entry != widths.end(); ++entry) {
        const int width = BlockWidth::nearest(entry.value());
        if (width == before.value(entry.key(), BlockWidth::usual))
            continue;
        changed.insert(entry.key(), width);
        if (width != BlockWidth::usual)
            chosen.insert(entry.key(), width);
    }
    if (changed.isEmpty())
        return;
    auto* edit = new DrawingCommand(model, path, [changed, chosen, room](project::Drawing& drawing) {
        QStringList usual;
        for (const QString& id : changed.keys())
            if (!chosen.contains(id))
                usual.append(id);
        forget(drawing, drawing.widths, "widths", keysOf(usual));
        put(drawing.widths, chosen, [](int width) { return width; });
        if (drawing.widths && drawing.widths->empty())
            drawing.widths.reset(); // as before the first one was set
        if (!room.moved.isEmpty())
            movePlaces(drawing, room.moved);
        put(drawing.bends, room.bends, toPoints);
    });
    edit->setMergeGroup(mergeGroup);
    edit->setText(changed.size() == 1 ? DocumentModel::tr("Width of %1").arg(changed.firstKey())
                                      : DocumentModel::tr("Width of %1 blocks").arg(changed.size()));
    ModelAccess::push(model, edit);
}

void dropFromView(DocumentModel& model, const QString& path, const QStringList& boxes, const QStringList& wires,
                  QUndoCommand* edit)
{
    new DrawingCommand(
        model, path,
        [boxes = keysOf(boxes), wires = keysOf(wires)](project::Drawing& drawing) {
            forget(drawing, drawing.bends, "bends", wires);
            forget(drawing, drawing.colours, "colours", boxes);
            forget(drawing, drawing.widths, "widths", boxes);
        },
        edit);
}

void addToView(DocumentModel& model, const QString& path, const Looks& looks, QUndoCommand* edit)
{
    if (looks.bends.isEmpty() && looks.colours.isEmpty() && looks.widths.isEmpty() && looks.notes.isEmpty())
        return;
    new DrawingCommand(
        model, path,
        [looks](project::Drawing& drawing) {
            put(drawing.bends, looks.bends, toPoints);
            put(drawing.colours, looks.colours, [](const QString& name) { return name.toStdString(); });
            put(drawing.widths, looks.widths, [](int width) { return width; });
            for (const Note& note : looks.notes)
                append(drawing.notes, note);
        },
        edit);
}

} // namespace headroom::widgets
