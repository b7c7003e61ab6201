// A report as one HTML file that needs no other.
#pragma once

#include "widgets/report/report.h"

namespace headroom::widgets::report {

/// UTF-8. Figures are SVG, the logo is in it too.
QByteArray toHtml(const Report& report);

} // namespace headroom::widgets::report
