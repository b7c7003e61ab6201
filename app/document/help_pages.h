// The reference of this version in a window, offline: a page for each type of block and each kind of element.
#pragma once

#include "project/vocabulary/block_catalogue.h"

#include <QString>

class QWidget;

namespace headroom::app {

/// Shows a page ("index.md", "blocks/for-each.md"), at the row of a field if one is named. There is one such window.
void showHelpPage(const project::BlockCatalogue& types, const QString& page, const QString& field, QWidget* parent);

} // namespace headroom::app
