// headroom-studio --report OUT RESULT...: a report without a window.
#pragma once

#include "app/report/make_report.h"

namespace headroom::app {

/// Writes the report of these result files, with the picture in the file `logo` if there is one; says on standard error
/// what is wrong. The exit status: 0 done, 1 not.
int writeReportOf(const QStringList& results, const QString& out, const QString& logo, ReportChoice choice);

} // namespace headroom::app
