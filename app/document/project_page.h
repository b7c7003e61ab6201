// The page that explains a project: the file README.md beside it.
#pragma once

#include <QString>

class QWidget;

namespace headroom::app {

/// The page of a project's file; empty if it has none.
QString projectPageOf(const QString& projectFile);
/// Shows a page with its pictures in a window of its own.
void showProjectPage(const QString& page, QWidget* parent);

} // namespace headroom::app
