#include "app/base/desktop_theme.h"

#include "app/base/settings.h"

#include <QApplication>
#include <QDBusConnection>

namespace headroom::app {

DesktopTheme::DesktopTheme(QObject* parent) : QObject(parent)
{
    // Accepts the signal from any service, so that a portal that starts later is heard, too. The setting itself is read
    // again.
    QDBusConnection::sessionBus().connect({}, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings",
                                          "SettingChanged", this, SLOT(settingChanged(QDBusMessage)));
}

void DesktopTheme::settingChanged(const QDBusMessage& setting)
{
    if (setting.arguments().value(0) == "org.freedesktop.appearance" && setting.arguments().value(1) == "color-scheme")
        emit changed();
}

void followDesktop()
{
    auto* desktop = new DesktopTheme(qApp);
    QObject::connect(desktop, &DesktopTheme::changed, qApp, [] {
        if (storedTheme() == widgets::Theme::followDesktop)
            widgets::applyTheme(*qApp, widgets::Theme::followDesktop);
    });
}

} // namespace headroom::app
