// A report as a file.
#pragma once

#include "widgets/report/report.h"

namespace headroom::widgets::report {

/// Writes it as PDF or HTML, as the path's ending says. Empty if it was written, else a sentence that says why not.
QString writeReport(const Report& report, const QString& path);

} // namespace headroom::widgets::report
