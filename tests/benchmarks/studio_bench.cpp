// What a person feels of a run: the time from the click on Run to the first live point, and the longest time that the
// window's thread did not answer while the run went on.
#include "app/window/main_window.h"
#include "studio_environment.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

using namespace headroom;

constexpr int beatMs = 1; // of the heartbeat: stalls below it are not seen

struct Figures
{
    double firstPointMs = 0;
    double longestStallMs = 0, stall99Ms = 0;
    double wallS = 0;
};

Figures runOnce(app::MainWindow& window)
{
    Figures figures;
    std::vector<double> gaps;
    QElapsedTimer sinceClick, sinceBeat;
    QEventLoop loop;
    QTimer heartbeat;
    heartbeat.setTimerType(Qt::PreciseTimer);
    QObject context;
    QObject::connect(&heartbeat, &QTimer::timeout, &context, [&] {
        gaps.push_back(std::max(0.0, static_cast<double>(sinceBeat.nsecsElapsed()) / 1e6 - beatMs));
        sinceBeat.restart();
    });
    QObject::connect(&window.controller(), &app::RunController::samplesArrived, &context, [&] {
        if (figures.firstPointMs == 0) {
            window.results().timeline().paintNow();
            figures.firstPointMs = static_cast<double>(sinceClick.nsecsElapsed()) / 1e6;
        }
    });
    QObject::connect(&window.controller(), &app::RunController::finished, &loop, &QEventLoop::quit);
    heartbeat.start(beatMs);
    sinceBeat.start();
    sinceClick.start();
    window.findChild<QToolButton*>("runButton")->click();
    loop.exec();
    figures.wallS = static_cast<double>(sinceClick.nsecsElapsed()) / 1e9;
    std::sort(gaps.begin(), gaps.end());
    if (!gaps.empty()) {
        figures.longestStallMs = gaps.back();
        figures.stall99Ms = gaps[gaps.size() * 99 / 100];
    }
    return figures;
}

} // namespace

int main(int argc, char** argv)
{
    const bench::StudioEnvironment environment;
    QApplication application(argc, argv);
    widgets::applyTheme(application, widgets::Theme::light);
    app::MainWindow window;
    window.show();
    if (!window.openProject(HEADROOM_SOURCE_DIR "/projects/swift-rack/swift-rack.headroom"))
        return 1;
    std::printf("swift-rack as shipped, window of %d × %d\n\n", window.width(), window.height());
    std::printf("%-4s %22s %18s %14s %10s\n", "run", "click to point [ms]", "longest stall [ms]", "99 % [ms]",
                "run [s]");
    for (int run = 1; run <= 5; ++run) {
        const Figures figures = runOnce(window);
        std::printf("%-4d %22.1f %18.1f %14.1f %10.2f\n", run, figures.firstPointMs, figures.longestStallMs,
                    figures.stall99Ms, figures.wallS);
    }
    return 0;
}
