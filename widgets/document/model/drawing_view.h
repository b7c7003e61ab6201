// View data of a drawing besides the positions of boxes: bends of wires, notes, colours, widths. They are stored in the
// project's `view`, never affect a result, and change by undoable commands like everything else.
#pragma once

#include "widgets/document/model/document_model.h"

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

/// The widths that a block can have, in pixels.
struct BlockWidth
{
    static constexpr int usual = 144, least = 112, most = 640;
    /// The nearest of them that is a multiple of the grid.
    static int nearest(qreal width);
};

/// Widths of blocks by id.
using Widths = QMap<QString, int>;

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
/// Names of the colours that the user gave to boxes.
QHash<QString, QString> allColours(const project::Project& project, const QString& path);
Bends bendsOf(const project::Project& project, const QString& path, const QString& wire);
QVector<Note> notesOf(const project::Project& project, const QString& path);
/// The blocks that do not have the usual width. A width that a block cannot have is replaced by the nearest one.
QHash<QString, int> allWidths(const project::Project& project, const QString& path);

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

/// Boxes that move so that a wider block covers nothing.
struct MadeRoom
{
    Positions moved;
    QMap<QString, Bends> bends; ///< by the wire's key
};

/// Sets the widths of blocks, and makes room for them; nothing happens if they have them. Consecutive edits of the same
/// merge group become one undoable step; −1 merges with none.
void setWidths(DocumentModel& model, const QString& path, const Widths& widths, int mergeGroup = -1,
               const MadeRoom& room = {});

/// Adds steps that remove the colours and widths of boxes and the bends of wires that are deleted.
void dropFromView(DocumentModel& model, const QString& path, const QStringList& boxes, const QStringList& wires,
                  QUndoCommand* edit);
/// View data that are pasted.
struct Looks
{
    QMap<QString, Bends> bends;     ///< by wire
    QMap<QString, QString> colours; ///< by box
    Widths widths;
    QVector<Note> notes; ///< their ids are unused
};
/// Adds a step for pasted view data.
void addToView(DocumentModel& model, const QString& path, const Looks& looks, QUndoCommand* edit);
QString freshNoteId(const project::Project& project, const QString& path, const QStringList& taken = {});

} // namespace headroom::widgets
