// Preferences of the user that belong to no project: window, docks, theme.
#pragma once

#include "widgets/theme/theme.h"

#include <QSettings>

namespace headroom::app {

/// The user's settings. Tests and screenshots use the file that $HEADROOM_SETTINGS names instead.
QSettings openSettings();
/// The folder of the recovery files, one for each window with unsaved work; see autosave.h. It is headroom/recovery in
/// the XDG state folder, or a folder beside the file that $HEADROOM_SETTINGS names.
QString recoveryFolder();
widgets::Theme storedTheme();
void storeTheme(widgets::Theme theme);

} // namespace headroom::app
