// Asks where a report shall be written.
#pragma once

#include "app/base/saved_file.h"
#include "widgets/report/report.h"

#include <functional>

class QWidget;

namespace headroom::app {

/// Asks for a PDF or HTML file, with `name` in `folder` as the proposal, and writes what `make` creates.
SavedFile saveReport(QWidget& parent, const QString& title, const QString& folder, const QString& name,
                     const std::function<widgets::report::Report()>& make);

} // namespace headroom::app
