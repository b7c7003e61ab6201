// The colours that people give to boxes and notes of a drawing: known by name, so that each suits light and dark.
#pragma once

#include <QColor>
#include <QList>
#include <QPalette>
#include <QString>

namespace headroom::widgets {

/// Names as a project keeps them: "yellow", "orange" ...
const QList<QString>& drawingColours();
/// The name in the words of the interface.
QString drawingColourLabel(const QString& name);
/// Strong, for stripes and borders; an unknown name is grey.
QColor drawingColour(const QString& name, const QPalette& palette);
/// Faint, behind text.
QColor drawingTint(const QString& name, const QPalette& palette);

} // namespace headroom::widgets
