// The window as a whole: usable by keys and by ear, roomy on a small screen, light or dark as the desktop is.

#include "../desk_test.h"

#include "app/base/desktop_theme.h"
#include "app/base/settings.h"
#include "widgets/theme/theme.h"

#include <QAccessible>
#include <QProcess>
#include <QSet>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>

using namespace headroom;

namespace {

/// The name that a screen reader speaks when the focus comes to a widget.
QString spokenName(QWidget* widget)
{
    QAccessibleInterface* accessible = QAccessible::queryAccessibleInterface(widget);
    return accessible ? accessible->text(QAccessible::Name) : QString();
}

/// Qt keeps the bar of docks that lie upon each other while none of them is shown; its name is that of the tab.
bool isEmptyTabBar(const QWidget* widget)
{
    const auto* tabs = qobject_cast<const QTabBar*>(widget);
    return tabs && tabs->count() == 0;
}

/// Everything that Tab reaches, from the window round to the window.
QList<QWidget*> focusChain(QWidget& window)
{
    QList<QWidget*> chain;
    for (QWidget* widget = window.nextInFocusChain(); widget != &window; widget = widget->nextInFocusChain())
        if ((widget->focusPolicy() & Qt::TabFocus) && widget->isVisible() && widget->isEnabled() &&
            !widget->focusProxy())
            chain.append(widget);
    return chain;
}

} // namespace

class WindowTest : public studio::DeskTest
{
    Q_OBJECT

private slots:
    void initTestCase() { widgets::applyTheme(*qApp, widgets::Theme::light); } // with the fonts of the program
    void init() { open(); }
    void cleanup() { desk_.reset(); }

    void everythingTheFocusReachesHasAName()
    {
        QStringList nameless;
        const auto look = [&](const QString& where) {
            const auto chain = focusChain(desk_->window());
            QVERIFY2(chain.size() > 1, qPrintable(where));
            for (QWidget* widget : chain)
                if (!isEmptyTabBar(widget) && spokenName(widget).trimmed().isEmpty())
                    nameless += where + ": " + widget->metaObject()->className() + " " + widget->objectName() + " in " +
                                (widget->parentWidget() ? widget->parentWidget()->metaObject()->className() : "");
        };
        look("welcome");
        QVERIFY(desk_->openRack(4));
        desk_->action("Ctrl+F")->trigger();
        desk_->window().software().scene()->selectBoxes({"pipeline"});
        QApplication::processEvents();
        look("software");
        desk_->window().showDiagram(widgets::topologyPath);
        desk_->window().topology().scene()->selectBoxes({"storage"});
        QApplication::processEvents();
        look("topology");
        for (int tab = 0; tab <= app::ResultsPanel::messagesTab; ++tab) {
            desk_->window().results().showTab(static_cast<app::ResultsPanel::Tab>(tab));
            look("results " + QString::number(tab));
        }
        nameless.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable('\n' + nameless.join('\n')));
    }

    void theDrawingKeepsItsRoomOnASmallScreen()
    {
        for (const QSize& size : {QSize(1280, 720), QSize(1600, 1000)}) {
            desk_->forget();
            desk_->open();
            desk_->window().resize(size);
            QVERIFY(desk_->openRack(4));
            QApplication::processEvents();
            const QSize room = desk_->window().software().view()->size();
            QVERIFY2(desk_->window().width() <= size.width() && desk_->window().height() <= size.height(),
                     "nothing makes the window larger than it was asked to be");
            QVERIFY2(room.width() > size.width() / 2 && room.height() > 0.4 * size.height(),
                     qPrintable(QString("%1 x %2").arg(room.width()).arg(room.height())));
        }
    }

    void theArrangementIsRemembered()
    {
        QVERIFY(desk_->openRack(4));
        desk_->window().findChild<QDockWidget*>("blocks")->hide();
        desk_->window().close();
        desk_->open();
        QVERIFY(desk_->openRack(4));
        QVERIFY(!desk_->window().findChild<QDockWidget*>("blocks")->isVisible());
        QVERIFY(desk_->window().findChild<QDockWidget*>("project")->isVisible());
        // Closing a window that only welcomed forgets nothing.
        desk_->open();
        desk_->window().close();
        desk_->open();
        QVERIFY(desk_->openRack(4));
        QVERIFY(!desk_->window().findChild<QDockWidget*>("blocks")->isVisible());
        QVERIFY(desk_->window().findChild<QDockWidget*>("parameters")->isVisible());
    }

    void aChangeOfTheDesktopsColoursIsHeard()
    {
        // The portal's own signal on a bus of the test's own, which main() has started.
        if (qEnvironmentVariableIsEmpty("DBUS_SESSION_BUS_ADDRESS"))
            QSKIP("there is no dbus-daemon");
        app::DesktopTheme theme;
        QSignalSpy changed(&theme, &app::DesktopTheme::changed);
        const auto say = [](const QString& space, const QString& key) {
            return QProcess::execute("dbus-send", {"--session", "--type=signal", "/org/freedesktop/portal/desktop",
                                                   "org.freedesktop.portal.Settings.SettingChanged", "string:" + space,
                                                   "string:" + key, "variant:uint32:1"}) == 0;
        };
        QVERIFY(say("org.gnome.desktop.interface", "font-name"));
        QVERIFY(say("org.freedesktop.appearance", "color-scheme"));
        QTRY_COMPARE(changed.count(), 1);
    }

    void theWholeWindowChangesItsTheme()
    {
        QVERIFY(desk_->openRack(4));
        const auto middle = [this] { return desk_->window().grab().toImage().pixelColor(700, 860).lightnessF(); };
        desk_->action("Dark")->trigger();
        QApplication::processEvents();
        QVERIFY(middle() < 0.4);
        QVERIFY(app::storedTheme() == widgets::Theme::dark);
        desk_->action("Light")->trigger();
        QApplication::processEvents();
        QVERIFY(middle() > 0.8);
    }
};

int main(int argc, char** argv)
{
    // A bus for this test alone, before Qt looks for one.
    qunsetenv("DBUS_SESSION_BUS_ADDRESS");
    QProcess bus;
    bus.start("dbus-daemon", {"--session", "--nofork", "--print-address"});
    if (bus.waitForStarted() && bus.waitForReadyRead())
        qputenv("DBUS_SESSION_BUS_ADDRESS", bus.readLine().trimmed());
    int status = 0;
    {
        QApplication application(argc, argv);
        WindowTest test;
        status = QTest::qExec(&test, argc, argv);
    }
    bus.terminate();
    bus.waitForFinished();
    return status;
}

#include "window_test.moc"
