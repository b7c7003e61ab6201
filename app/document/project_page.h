// The page that explains a project: the file README.md beside it.
#pragma once

#include <QString>

class QTextDocument;
class QWidget;

namespace headroom::app {

/// The page of a project's file; empty if it has none.
QString projectPageOf(const QString& projectFile);
/// Shows a page with its pictures in a window of its own.
void showProjectPage(const QString& page, QWidget* parent);
/// Tables get lines, which Markdown does not give them, and space in their cells.
void drawTables(QTextDocument& document);

} // namespace headroom::app
