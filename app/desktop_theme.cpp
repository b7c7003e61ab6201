#include "app/desktop_theme.h"

#include "app/settings.h"

#include <QApplication>
#include <QDBusConnection>

namespace headroom::app {

DesktopTheme::DesktopTheme(QObject* parent) : QObject(parent)
{
    // From whoever it comes: a portal that starts later is heard too, and the setting itself is asked for again.
    QDBusConnection::sessionBus().connect({}, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings",
                                          "SettingChanged", this,
                                          SLOT(settingChanged(QString, QString, QDBusVariant)));
}

void DesktopTheme::settingChanged(const QString& space, const QString& key, const QDBusVariant&)
{
    if (space == "org.freedesktop.appearance" && key == "color-scheme")
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
