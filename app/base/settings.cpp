#include "app/base/settings.h"

#include <QStandardPaths>

namespace headroom::app {

QSettings openSettings()
{
    const QString file = qEnvironmentVariable("HEADROOM_SETTINGS");
    return file.isEmpty() ? QSettings("headroom", "studio") : QSettings(file, QSettings::IniFormat);
}

QString recoveryFolder()
{
    if (const QString file = qEnvironmentVariable("HEADROOM_SETTINGS"); !file.isEmpty())
        return file + ".recovery";
    QString state = qEnvironmentVariable("XDG_STATE_HOME");
    if (state.isEmpty())
        state = QStandardPaths::writableLocation(QStandardPaths::HomeLocation) + "/.local/state";
    return state + "/headroom/recovery";
}

widgets::Theme storedTheme()
{
    const QString word = openSettings().value("theme").toString();
    return word == "dark"    ? widgets::Theme::dark
           : word == "light" ? widgets::Theme::light
                             : widgets::Theme::followDesktop;
}

void storeTheme(widgets::Theme theme)
{
    openSettings().setValue("theme", theme == widgets::Theme::dark    ? "dark"
                                     : theme == widgets::Theme::light ? "light"
                                                                      : "desktop");
}

} // namespace headroom::app
