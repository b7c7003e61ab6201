// The style sheet on top of Qt's Fusion style: flat fields with one-pixel borders, tabs, bars and docks.
#pragma once

#include "widgets/theme/theme.h"

#include <QString>

namespace headroom::widgets {

QString styleSheet(const Colours& colours);

} // namespace headroom::widgets
