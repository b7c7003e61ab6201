// Follows the desktop's light or dark setting while the studio runs.
#pragma once

#include <QDBusMessage>
#include <QObject>

namespace headroom::app {

/// Listens to the settings portal (org.freedesktop.portal.Settings, org.freedesktop.appearance color-scheme). Without a
/// session bus or a portal it never emits changed().
class DesktopTheme : public QObject
{
    Q_OBJECT
public:
    explicit DesktopTheme(QObject* parent = nullptr);

signals:
    void changed();

private slots:
    void settingChanged(const QDBusMessage& setting);
};

/// Applies the desktop's theme whenever it changes, until the application ends. Does nothing while the user's own
/// setting is "light" or "dark".
void followDesktop();

} // namespace headroom::app
