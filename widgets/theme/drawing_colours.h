// The colours that the user can give to boxes and notes. They are stored by name, so that each fits light and dark
// themes.
#pragma once

#include <QColor>
#include <QList>
#include <QPalette>
#include <QString>

namespace headroom::widgets {

/// Names as stored in a project: "yellow", "orange" ...
const QList<QString>& drawingColours();
/// The translated name for the user interface.
QString drawingColourLabel(const QString& name);
/// The strong variant, for stripes and borders; an unknown name is grey.
QColor drawingColour(const QString& name, const QPalette& palette);
/// The pale variant, for backgrounds of text.
QColor drawingTint(const QString& name, const QPalette& palette);

} // namespace headroom::widgets
