// What the user prefers, apart from any project: window, docks, theme.
#pragma once

#include "widgets/look/look.h"

#include <QSettings>

namespace headroom::app {

/// The user's settings, or the file that $HEADROOM_SETTINGS names (tests, pictures).
QSettings openSettings();
widgets::Theme storedTheme();
void storeTheme(widgets::Theme theme);

} // namespace headroom::app
