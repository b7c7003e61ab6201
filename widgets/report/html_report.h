// Writes a report as a single HTML file without external files.
#pragma once

#include "widgets/report/report.h"

namespace headroom::widgets::report {

/// UTF-8. Figures are embedded as SVG; the logo is embedded, too.
QByteArray toHtml(const Report& report);

} // namespace headroom::widgets::report
