// Writes a report to a file.
#pragma once

#include "widgets/report/report.h"

namespace headroom::widgets::report {

/// Writes PDF or HTML, depending on the path's suffix. Returns an empty string, or a sentence describing the error.
QString writeReport(const Report& report, const QString& path);

} // namespace headroom::widgets::report
