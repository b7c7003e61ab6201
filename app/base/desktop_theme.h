// Follows the desktop from light to dark and back while the studio runs.
#pragma once

#include <QDBusMessage>
#include <QObject>

namespace headroom::app {

/// Listens to the settings portal (org.freedesktop.portal.Settings, org.freedesktop.appearance color-scheme); without a
/// session bus or a portal nothing ever changes.
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

/// Till the application ends: applies the desktop's theme whenever that changes and the stored one is to follow it.
void followDesktop();

} // namespace headroom::app
