// Help in a window, offline: the manual, with a page for each view, and the reference of this version, with a page for
// each type of block and each kind of element.
#pragma once

#include "project/vocabulary/block_catalogue.h"

#include <QList>
#include <QString>

#include <utility>

class QWidget;

namespace headroom::app {

/// Names the page of the manual about a view (app/manual, "heat-map"): F1 opens it while the view, or a widget in it,
/// has the focus.
void setManualPage(QWidget& view, const QString& name);
/// The page about the innermost view around a widget, "manual/heat-map.md"; empty if there is none.
QString manualPageAround(const QWidget* widget);

/// The pages of the manual: name and title.
QList<std::pair<QString, QString>> manualPages();

/// Shows a page ("index.md", "blocks/for-each.md"), at the row of a field if one is named. There is one such window.
void showHelpPage(const project::BlockCatalogue& types, const QString& page, const QString& field, QWidget* parent);

} // namespace headroom::app
