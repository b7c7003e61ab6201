// headroom-studio [PROJECT ...] [--theme dark|light] [--run] [--geometry WxH]

#include "app/desktop_theme.h"
#include "app/main_window.h"
#include "app/settings.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>

#include <csignal>

int main(int argc, char** argv)
{
    using namespace headroom;
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is an error of writing it, which is said
    QApplication application(argc, argv);
    QApplication::setApplicationName("headroom-studio");
    QApplication::setApplicationDisplayName("Headroom");
    QGuiApplication::setDesktopFileName("headroom");
    QCommandLineParser arguments;
    arguments.setApplicationDescription(QObject::tr("Draws, runs and watches simulated storage clusters."));
    arguments.addHelpOption();
    arguments.addPositionalArgument("PROJECT", QObject::tr("A .headroom file, or a folder that holds one."),
                                    "[PROJECT ...]");
    const QCommandLineOption theme("theme", QObject::tr("dark or light, for this time only."), "THEME");
    const QCommandLineOption run("run", QObject::tr("Start a run at once."));
    const QCommandLineOption geometry("geometry", QObject::tr("Size of the window, as in 1280x720."), "WxH");
    arguments.addOptions({theme, run, geometry});
    arguments.process(application);

    const QString wish = arguments.value(theme);
    widgets::applyTheme(application, wish == "dark"    ? widgets::Theme::dark
                                     : wish == "light" ? widgets::Theme::light
                                                       : app::storedTheme());
    app::followDesktop();
    app::MainWindow window;
    if (const QStringList size = arguments.value(geometry).split('x'); size.size() == 2)
        window.resize(size[0].toInt(), size[1].toInt());
    const QStringList projects = arguments.positionalArguments();
    window.show();
    if (!projects.isEmpty() && window.openProject(projects.front()) && arguments.isSet(run))
        QTimer::singleShot(0, &window, &app::MainWindow::run);
    for (const QString& further : projects.mid(1))
        window.openInNewWindow(further);
    return QApplication::exec();
}
