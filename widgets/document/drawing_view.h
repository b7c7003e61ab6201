// What a drawing looks like besides where its boxes lie: bends of wires, notes, colours. Kept in the project's `view`,
// never affects a result, and changes by undoable commands like everything else.
#pragma once

#include "widgets/document/document_model.h"

#include <QRectF>
#include <QVector>

class QUndoCommand;

namespace headroom::widgets {

/// Points that a wire goes through between its ends.
using Bends = QVector<QPointF>;

/// A text on the canvas.
struct Note
{
    QString id; ///< unique in its drawing
    QString text;
    QRectF rect;
    QString colour; ///< one of drawingColours()
    bool operator==(const Note&) const = default;
};

/// What bends are kept under: "block.port>block.port".
QString wireKey(const QString& fromBlock, const QString& fromPort, const QString& toBlock, const QString& toPort);
QString wireKey(const project::Wire& wire);
/// Of a link of the topology.
QString linkKey(const project::Link& link);

QPointF toPointF(const project::Point& point);
/// In whole pixels.
project::Point pixelAt(const QPointF& point);

Positions positionsOf(const project::Project& project, const QString& path);
QHash<QString, Bends> allBends(const project::Project& project, const QString& path);
QHash<QString, QString> allColours(const project::Project& project, const QString& path);
Bends bendsOf(const project::Project& project, const QString& path, const QString& wire);
QVector<Note> notesOf(const project::Project& project, const QString& path);
/// Name of the colour that was given to a box; empty if none was.
QString colourOf(const project::Project& project, const QString& path, const QString& id);

/// Puts boxes on the grid's point that is nearest to their new place, and forgets the places of others.
void movePlaces(project::Drawing& drawing, const Positions& moved, const QStringList& removed = {});
/// Whether a box has another place now, or none.
bool wouldMove(const project::Project& project, const QString& path, const Positions& moved);

/// No points: the wire finds its own way again.
void setBends(DocumentModel& model, const QString& path, const QString& wire, const Bends& bends);
/// The new note's id.
QString addNote(DocumentModel& model, const QString& path, const QRectF& rect);
/// Puts the note of the same id in the place of the old one.
void setNote(DocumentModel& model, const QString& path, const Note& note, const QString& text);
void deleteNotes(DocumentModel& model, const QString& path, const QStringList& ids);
/// Gives boxes and notes a colour; without one boxes have the usual colour again, notes their first.
void setColour(DocumentModel& model, const QString& path, const QStringList& boxes, const QStringList& notes,
               const QString& colour);

/// Steps that drop the colours of boxes and the bends of wires that go.
void dropFromView(DocumentModel& model, const QString& path, const QStringList& boxes, const QStringList& wires,
                  QUndoCommand* edit);
/// Steps that add what was copied: bends by wire, colours by box, and notes, whose ids are free.
void addToView(DocumentModel& model, const QString& path, const QMap<QString, Bends>& bends,
               const QMap<QString, QString>& colours, const QVector<Note>& notes, QUndoCommand* edit);
QString freshNoteId(const project::Project& project, const QString& path, const QStringList& taken = {});

/// A sentence for each position, bend, note or colour that belongs to nothing.
QStringList viewBreaches(const project::Project& project);

} // namespace headroom::widgets
