// headroom-studio [PROJECT ...] [--theme dark|light] [--run] [--geometry WxH]
// headroom-studio --report OUT.pdf|OUT.html RESULT ... [--title T] [--question Q] [--author A] [--logo FILE]
// headroom-studio --drawing OUT.svg|OUT.pdf|OUT.png PROJECT [--diagram ROLE/OPERATION/LEVEL]

#include "app/base/desktop_theme.h"
#include "app/base/settings.h"
#include "app/report/drawing_command.h"
#include "app/report/report_command.h"
#include "app/window/main_window.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTimer>

#include <algorithm>
#include <csignal>
#include <cstring>

namespace {

/// Qt requires a display unless it is set otherwise before it starts. Reports and drawings need no display.
void goWithoutDisplay(int argc, char** argv)
{
    const bool forFile = std::any_of(argv, argv + argc, [](const char* argument) {
        return !std::strncmp(argument, "--report", 8) || !std::strncmp(argument, "--drawing", 9);
    });
    if (forFile && qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") &&
        !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
}

} // namespace

int main(int argc, char** argv)
{
    using namespace headroom;
    std::signal(SIGXFSZ, SIG_IGN); // exceeding the file size limit is then a write error, which is reported
    goWithoutDisplay(argc, argv);
    QApplication application(argc, argv);
    QApplication::setApplicationName("headroom-studio");
    QApplication::setApplicationDisplayName("Headroom");
    QApplication::setApplicationVersion(HEADROOM_VERSION);
    QGuiApplication::setDesktopFileName("headroom");
    QCommandLineParser arguments;
    arguments.setApplicationDescription(QObject::tr("Draws, runs and watches simulated storage clusters."));
    arguments.addHelpOption();
    arguments.addVersionOption();
    arguments.addPositionalArgument("PROJECT", QObject::tr("A .headroom file, or a folder that holds one."),
                                    "[PROJECT ...]");
    const QCommandLineOption theme("theme", QObject::tr("dark or light, for this session only."), "THEME");
    const QCommandLineOption run("run", QObject::tr("Start a run at once."));
    const QCommandLineOption geometry("geometry", QObject::tr("Size of the window, as in 1280x720."), "WxH");
    const QCommandLineOption report("report", QObject::tr("Write a report of the given result files and exit."), "OUT");
    const QCommandLineOption title("title", QObject::tr("Title of the report."), "TITLE");
    const QCommandLineOption question("question", QObject::tr("The question that the report answers."), "QUESTION");
    const QCommandLineOption author("author", QObject::tr("Author of the report."), "AUTHOR");
    const QCommandLineOption logo("logo", QObject::tr("A logo for the report's title."), "FILE");
    const QCommandLineOption drawing("drawing", QObject::tr("Write a drawing of the project and exit."), "OUT");
    const QCommandLineOption diagram("diagram", QObject::tr("The diagram to draw, or topology."), "PATH");
    arguments.addOptions({theme, run, geometry, report, title, question, author, logo, drawing, diagram});
    arguments.process(application);
    if (arguments.isSet(report)) {
        widgets::applyTheme(application, widgets::Theme::light);
        return app::writeReportOf(arguments.positionalArguments(), arguments.value(report), arguments.value(logo),
                                  {arguments.value(title), arguments.value(question), arguments.value(author), {}});
    }

    if (arguments.isSet(drawing)) {
        widgets::applyTheme(application, widgets::Theme::light);
        return app::writeDrawingOf(arguments.positionalArguments().value(0), arguments.value(diagram),
                                   arguments.value(drawing));
    }

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
