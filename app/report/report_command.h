// headroom-studio --report OUT RESULT...: a report without a window.
#pragma once

#include "app/report/make_report.h"

namespace headroom::app {

/// Writes the report of these result files, or of one file of a study (.hrs), with the picture in the file `logo` if
/// there is one. Reports errors on standard error. Returns the exit status: 0 on success, 1 on failure.
int writeReportOf(const QStringList& results, const QString& out, const QString& logo, ReportChoice choice);

} // namespace headroom::app
