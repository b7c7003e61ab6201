#include "app/settings.h"

namespace headroom::app {

QSettings openSettings()
{
    const QString file = qEnvironmentVariable("HEADROOM_SETTINGS");
    return file.isEmpty() ? QSettings("headroom", "studio") : QSettings(file, QSettings::IniFormat);
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
