// Cut, copy and paste of parts of a drawing, within a project and between projects. The clipboard contains a small
// project with the copied parts, in the format of project files.
#pragma once

#include "widgets/document/model/drawing_view.h"

#include <QMimeData>

#include <memory>
#include <optional>

namespace headroom::widgets {

/// MIME type of a part of a drawing: JSON (UTF-8) of a project file.
inline const QString drawingMimeType = QStringLiteral("application/x-headroom-drawing+json");

/// Copies blocks with the wires between them; in the topology, node groups and switches with the links at them.
/// `positions` are the current positions of all boxes of the drawing.
std::unique_ptr<QMimeData> copyDrawing(const DocumentModel& model, const QString& path, const QStringList& boxes,
                                       const QStringList& notes, const Positions& positions);

/// The room between the upper left corners of the copied parts that lie farthest apart; notes count with their size.
QSizeF copiedSpread(const QMimeData& data);

/// The result of pasting.
struct Pasted
{
    QStringList boxes, notes; ///< the new ids
    QString refusal;          ///< why nothing or not everything was pasted
};

/// Pastes as one undoable step. Parts whose ids are used already get new ids. With `middle`, the pasted parts
/// have the middle of their corners at that point; otherwise they are a little beside the originals. In the topology,
/// switches and links are added to `fabric`.
Pasted pasteDrawing(DocumentModel& model, const QString& path, const QString& fabric, const QMimeData& data,
                    std::optional<QPointF> middle, const QString& text);

} // namespace headroom::widgets
