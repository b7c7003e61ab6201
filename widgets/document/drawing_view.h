// View data of a drawing besides the positions of boxes: bends of wires, notes, colours. They are stored in the
// project's `view`, never affect a result, and change by undoable commands like everything else.
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

/// Key of a wire's bends: "block.port>block.port".
QString wireKey(const QString& fromBlock, const QString& fromPort, const QString& toBlock, const QString& toPort);
QString wireKey(const project::Wire& wire);
/// Key of a link of the topology.
QString linkKey(const project::Link& link);

QPointF toPointF(const project::Point& point);
/// Rounds to whole pixels.
project::Point pixelAt(const QPointF& point);

Positions positionsOf(const project::Project& project, const QString& path);
QHash<QString, Bends> allBends(const project::Project& project, const QString& path);
QHash<QString, QString> allColours(const project::Project& project, const QString& path);
Bends bendsOf(const project::Project& project, const QString& path, const QString& wire);
QVector<Note> notesOf(const project::Project& project, const QString& path);
/// Name of the colour that the user gave a box; empty if none.
QString colourOf(const project::Project& project, const QString& path, const QString& id);

/// Moves boxes to the grid point nearest to their new position, and removes the positions of others.
void movePlaces(project::Drawing& drawing, const Positions& moved, const QStringList& removed = {});
/// True if a box now has another position, or none.
bool wouldMove(const project::Project& project, const QString& path, const Positions& moved);

/// Without points, the wire is routed automatically again.
void setBends(DocumentModel& model, const QString& path, const QString& wire, const Bends& bends);
/// Returns the new note's id.
QString addNote(DocumentModel& model, const QString& path, const QRectF& rect);
/// Replaces the note with the same id.
void setNote(DocumentModel& model, const QString& path, const Note& note, const QString& text);
void deleteNotes(DocumentModel& model, const QString& path, const QStringList& ids);
/// Sets the colour of boxes and notes; an empty colour restores the usual colour of boxes and the first one of notes.
void setColour(DocumentModel& model, const QString& path, const QStringList& boxes, const QStringList& notes,
               const QString& colour);

/// Adds steps that remove the colours of boxes and the bends of wires that are deleted.
void dropFromView(DocumentModel& model, const QString& path, const QStringList& boxes, const QStringList& wires,
                  QUndoCommand* edit);
/// Adds steps for pasted view data: bends by wire, colours by box, and notes, whose ids are unused.
void addToView(DocumentModel& model, const QString& path, const QMap<QString, Bends>& bends,
               const QMap<QString, QString>& colours, const QVector<Note>& notes, QUndoCommand* edit);
QString freshNoteId(const project::Project& project, const QString& path, const QStringList& taken = {});

} // namespace headroom::widgets
