// Cut, copy and paste of parts of a drawing, within a project and between projects: on the clipboard lies a small
// project that holds what was copied, in the format of project files.
#pragma once

#include "widgets/document/drawing_view.h"

#include <QMimeData>

#include <memory>
#include <optional>

namespace headroom::widgets {

/// Mime type of a part of a drawing: JSON (UTF-8) of a project file.
inline const QString drawingMimeType = QStringLiteral("application/x-headroom-drawing+json");

/// Blocks with the wires between them; of the topology node groups and switches with the links that touch them.
/// `positions` says where all boxes of the drawing lie now.
std::unique_ptr<QMimeData> copyDrawing(const DocumentModel& model, const QString& path, const QStringList& boxes,
                                       const QStringList& notes, const Positions& positions);

struct Pasted
{
    QStringList boxes, notes; ///< their new ids
    QString refusal;          ///< why nothing was pasted, or not all
};

/// As one undoable step, with new ids where the old ones are taken. With `middle` what is pasted lies around that
/// point, else a step aside from where it was copied. Switches and links go into `fabric`, where the drawing is the
/// topology.
Pasted pasteDrawing(DocumentModel& model, const QString& path, const QString& fabric, const QMimeData& data,
                    std::optional<QPointF> middle, const QString& text);

} // namespace headroom::widgets
