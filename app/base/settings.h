// What the user prefers, apart from any project: window, docks, theme.
#pragma once

#include "widgets/theme/theme.h"

#include <QSettings>

namespace headroom::app {

/// The user's settings, or the file that $HEADROOM_SETTINGS names (tests, pictures).
QSettings openSettings();
/// Where work is kept that was not saved: a file for each window, see autosave.h. The XDG state folder's
/// headroom/recovery, or a folder beside the file that $HEADROOM_SETTINGS names.
QString recoveryFolder();
widgets::Theme storedTheme();
void storeTheme(widgets::Theme theme);

} // namespace headroom::app
